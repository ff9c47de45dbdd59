import { IbidError } from '@ibid/core';
import type { CallOptions } from '@ibid/core/types';
import type { QdrantCalls } from './qdrant-calls.ts';

/** The first with the query interface and the modifier IDF of sparse vectors, of July 2024 by its release notes; the rest of what is used is older. */
const OLDEST_SERVER = '1.10.0';
/**
 * The first with conditions on upserts, of November 2025 by its release notes; a new index needs one. Older servers ignore the condition and
 * replace the point. Only the node that answers is asked: the others of a cluster are assumed to be of its version.
 */
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
