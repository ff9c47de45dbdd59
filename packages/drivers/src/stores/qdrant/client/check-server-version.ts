import { IbidError, type CallOptions } from '@ibid/core';
import type { QdrantCalls } from './qdrant-calls.ts';

/** The first with both the query interface and the modifier IDF of sparse vectors, in July 2024; the rest of what is used is older. */
const OLDEST_SERVER = '1.10.0';
/** The first that inserts points without replacing any, in November 2025; a new index needs that once. */
const OLDEST_TO_BEGIN = '1.16.0';

/** Resolves to the server's version. Rejects with `UNSUPPORTED` when it is too old to hold an index, or to begin one; and as any call does. */
export async function checkServerVersion(
  calls: Pick<QdrantCalls, 'version'>,
  options?: CallOptions,
  purpose: 'hold' | 'begin' = 'hold',
): Promise<string> {
  const version = await calls.version(options);
  const least = purpose === 'hold' ? OLDEST_SERVER : OLDEST_TO_BEGIN;
  const [own, oldest] = [partsOf(version), partsOf(least)!];
  if (own === undefined) {
    const shown = JSON.stringify(version.slice(0, 40));
    throw new IbidError(
      'UPSTREAM_FAILED',
      `What answers as Qdrant says that its version is ${shown}. Check that the address leads to Qdrant, at least ${least}.`,
    );
  }
  const first = own.findIndex((part, at) => part !== oldest[at]);
  if (first === -1 || own[first]! > oldest[first]!) return version;
  throw new IbidError(
    'UNSUPPORTED',
    `The server of Qdrant has version ${version}, and ${least} is the oldest that can ${purpose === 'hold' ? 'hold an index' : 'begin a new index'}. Bring it up to date.`,
  );
}

function partsOf(version: string): readonly number[] | undefined {
  const parts = /^v?(\d{1,4})\.(\d{1,4})(?:\.(\d{1,6}))?/u.exec(version);
  return parts === null ? undefined : parts.slice(1, 4).map((part) => Number(part ?? 0));
}
