import { IbidError, type CallOptions } from '@ibid/core';
import type { QdrantCalls } from './qdrant-calls.ts';

/** The first with both the query interface and the modifier IDF of sparse vectors, in July 2024; the rest of what is used is older. */
const OLDEST_SERVER = '1.10.0';

/** Resolves to the server's version. Rejects with `UNSUPPORTED` when it is too old, and as any call does. */
export async function checkServerVersion(calls: Pick<QdrantCalls, 'version'>, options?: CallOptions): Promise<string> {
  const version = await calls.version(options);
  const [own, oldest] = [partsOf(version), partsOf(OLDEST_SERVER)!];
  if (own === undefined) {
    const shown = JSON.stringify(version.slice(0, 40));
    throw new IbidError(
      'UPSTREAM_FAILED',
      `What answers as Qdrant says that its version is ${shown}. Check that the address leads to Qdrant, at least ${OLDEST_SERVER}.`,
    );
  }
  const first = own.findIndex((part, at) => part !== oldest[at]);
  if (first === -1 || own[first]! > oldest[first]!) return version;
  throw new IbidError(
    'UNSUPPORTED',
    `The server of Qdrant has version ${version}, and ${OLDEST_SERVER} is the oldest that can hold an index. Bring it up to date.`,
  );
}

function partsOf(version: string): readonly number[] | undefined {
  const parts = /^v?(\d{1,4})\.(\d{1,4})(?:\.(\d{1,6}))?/u.exec(version);
  return parts === null ? undefined : parts.slice(1, 4).map((part) => Number(part ?? 0));
}
