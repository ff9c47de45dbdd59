/** What is needed of Qdrant's replies. A body of another shape is `UPSTREAM_FAILED`: it must never pass for an empty result. */
import { IbidError } from '@ibid/core';
import { unusable } from './classify-failure.ts';
import type { FoundPoint, Payload, ScoredPoint, Vectors } from './qdrant-calls.ts';
import { takeVectors } from './take-vectors.ts';

export type JsonRecord = Readonly<Record<string, unknown>>;

export function takeRecord(value: unknown): JsonRecord {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonRecord;
  throw unusable('Qdrant', 'in another shape than its interface describes');
}

export function takeList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw unusable('Qdrant', 'without a list that was asked for');
}

export function takeText(value: unknown): string {
  if (typeof value === 'string') return value;
  throw unusable('Qdrant', 'without a text that was asked for');
}

export function takeCount(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw unusable('Qdrant', 'without a number that was asked for');
}

/** What the body holds for its request. */
export function takeResult(body: unknown): unknown {
  const { result } = takeRecord(body);
  if (result !== undefined && result !== null) return result;
  throw unusable('Qdrant', 'without a result');
}

/** Throws unless the write is applied. */
export function takeDone(body: unknown): void {
  const result = takeResult(body);
  if (result === true) return;
  const { status } = takeRecord(result);
  if (status === 'completed') return;
  if (status !== 'acknowledged' && status !== 'wait_timeout') throw unusable('Qdrant', 'without the state of a write');
  throw new IbidError('TIMED_OUT', 'Qdrant has taken a write and not applied it in time. Try again.', {
    retryable: true,
    details: { service: 'Qdrant' },
  });
}

export function takePoint(value: unknown): FoundPoint {
  const { id, payload } = takeRecord(value);
  return { id: takeId(id), payload: withoutBigInts(takeRecord(payload ?? {})) };
}

export function takeScored(value: unknown): ScoredPoint {
  const { score } = takeRecord(value);
  if (typeof score !== 'number' || !Number.isFinite(score)) throw unusable('Qdrant', 'with a point without a score');
  return { ...takePoint(value), score };
}

export function takePointWithVectors(value: unknown): FoundPoint & { readonly vectors: Vectors } {
  const vectors = takeVectors(takeRecord(value)['vector']);
  if (vectors === undefined) throw unusable('Qdrant', 'with a point without readable vectors');
  return { ...takePoint(value), vectors };
}

/** The vendor's client gives whole numbers from 2⁵³ as bigints; only other programs use them. */
export function takeId(value: unknown): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'bigint') return value.toString();
  throw unusable('Qdrant', 'with a point without an id');
}

function withoutBigInts(payload: JsonRecord): Payload {
  return (hasBigInt(payload) ? rounded(payload) : payload) as Payload;
}

function hasBigInt(value: unknown): boolean {
  if (typeof value === 'bigint') return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasBigInt);
}

/** Bigints become the nearest numbers. */
function rounded(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rounded(inner)]));
}
