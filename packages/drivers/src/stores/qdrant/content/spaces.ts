/** Vector spaces: a point each, larger data go on in further points. */
import { createHash } from 'node:crypto';
import { IbidError } from '@ibid/core';
import type { CallOptions, FittedSpace } from '@ibid/core/types';
import type { Condition, Filter, Payload, QdrantCalls } from '../client/qdrant-calls.ts';
import { spaceId, spacePartId } from '../keeping-ids.ts';
import { keepingOf } from '../layout.ts';
import { PART_SIZE } from './page-codec.ts';

export interface StoredSpace {
  readonly id: string;
  readonly dimensions: number;
  /** Passages in the fit. */
  readonly fitted: number;
  /** Later ones have higher numbers. */
  readonly number: number;
  /** Points after the first. */
  readonly parts: number;
  /** Digest of the data. */
  readonly stamp: string;
}

const LIGHT = ['name', 'dimensions', 'fitted', 'number', 'parts', 'stamp'];

/** The space without its data. */
export async function findSpace(
  calls: QdrantCalls,
  base: string,
  name: string,
  options?: CallOptions,
): Promise<StoredSpace | undefined> {
  const [point] = await calls.retrieve(keepingOf(base), [spaceId(name)], LIGHT, options);
  return point && storedSpace(point.payload);
}

/** All of them without their data, newest first. */
export async function listStoredSpaces(
  calls: QdrantCalls,
  base: string,
  options?: CallOptions,
): Promise<readonly StoredSpace[]> {
  const spaces: StoredSpace[] = [];
  const filter: Filter = { must: [{ key: 'kind', match: { value: 'space' } }] };
  for await (const points of calls.scroll(keepingOf(base), { filter, payload: LIGHT }, options)) {
    spaces.push(...points.map(({ payload }) => storedSpace(payload)));
  }
  return spaces.sort((a, b) => b.number - a.number);
}

function storedSpace(payload: Payload): StoredSpace {
  const { name, dimensions, fitted, number, parts, stamp } = payload as unknown as StoredSpace & {
    readonly name: string;
  };
  return { id: JSON.parse(name) as string, dimensions, fitted, number, parts, stamp };
}

/** `undefined` when the space was removed meanwhile. */
export async function readSpaceData(
  calls: QdrantCalls,
  base: string,
  { id, parts }: StoredSpace,
  options?: CallOptions,
): Promise<Uint8Array | undefined> {
  const bodies: string[] = [];
  for (let number = -1; number < parts; number++) {
    const point = number < 0 ? spaceId(id) : spacePartId(id, number);
    const [found] = await calls.retrieve(keepingOf(base), [point], ['body'], options);
    if (found === undefined) return undefined;
    bodies.push(String(found.payload['body']));
  }
  return new Uint8Array(Buffer.from(bodies.join(''), 'base64'));
}

/** The point that the space is known by comes last, so that a known space is whole. `used`: epoch of the build that puts it. */
export async function writeSpace(
  calls: QdrantCalls,
  base: string,
  { id, dimensions, data }: FittedSpace,
  { fitted, number, used }: { readonly fitted: number; readonly number: number; readonly used: number },
  options?: CallOptions,
): Promise<void> {
  const text = Buffer.from(data).toString('base64');
  const parts = Math.max(0, Math.ceil(text.length / PART_SIZE) - 1);
  const name = JSON.stringify(id);
  for (let i = 0; i < parts; i++) {
    const body = text.slice((i + 1) * PART_SIZE, (i + 2) * PART_SIZE);
    const point = { id: spacePartId(id, i), payload: { kind: 'space-part', name, body, used } };
    await calls.upsert(keepingOf(base), [point], options);
  }
  const body = text.slice(0, PART_SIZE);
  const stamp = createHash('sha256').update(data).digest('hex').slice(0, 16);
  const payload = { kind: 'space', name, dimensions, fitted, number, parts, stamp, body, used };
  await calls.upsert(keepingOf(base), [{ id: spaceId(id), payload }], options);
}

/** Forgets all spaces but the one to keep, of those put up to this epoch: should it come late, it leaves alone what a later build has put. */
export async function dropSpaces(
  calls: QdrantCalls,
  base: string,
  keep: string | undefined,
  epoch: number,
  options?: CallOptions,
): Promise<void> {
  const kept = keep === undefined ? undefined : await findSpace(calls, base, keep, options);
  const ids = kept && [spaceId(kept.id), ...Array.from({ length: kept.parts }, (_, i) => spacePartId(kept.id, i))];
  const must: Condition[] = [{ key: 'kind', match: { any: ['space', 'space-part'] } }];
  // Not "up to": earlier versions of Ibid did not say when.
  const later: Condition = { key: 'used', range: { gt: epoch } };
  await calls.deletePoints(
    keepingOf(base),
    { must, must_not: [later, ...(ids === undefined ? [] : [{ has_id: ids }])] },
    options,
  );
}

/** What `info` and `listSpaces` reject with when a space that is in use has gone. */
export function missingSpace(id: string): IbidError {
  return new IbidError('INDEX_DAMAGED', `The space \`${id}\` is missing in Qdrant; index again with \`--fresh\``);
}
