import type { CallOptions, IndexInfo } from '@ibid/core/types';
import type { QdrantCalls } from '../client/qdrant-calls.ts';
import type { ShownState } from '../layout.ts';
import { readShown } from '../state/state-point.ts';
import { findSpace, missingSpace, readSpaceData } from './spaces.ts';

export function infoOf(shown: ShownState, data: Uint8Array): IndexInfo {
  const { epoch, schema, sourceId, totals, fitted, folded, spaceId, dimensions, publishedAt } = shown;
  return {
    generation: epoch,
    schema,
    sourceId,
    pages: totals.pages,
    chunks: totals.chunks,
    fitted,
    folded,
    space: { id: spaceId, dimensions, data },
    publishedAt,
  };
}

function dataOf({ version, spaceId, spaceStamp = '' }: ShownState): string {
  return JSON.stringify([version, spaceId, spaceStamp]);
}

/** Tells what is on show, and keeps the data of its space, which never change within a version of the collections. */
export function createInfo(
  calls: QdrantCalls,
  base: string,
): (options?: CallOptions) => Promise<IndexInfo | undefined> {
  let known: { readonly of: string; readonly data: Uint8Array } | undefined;
  return async function info(options) {
    let shown = await readShown(calls, base, options);
    while (shown !== undefined) {
      const { spaceId } = shown;
      const of = dataOf(shown);
      if (known?.of !== of) {
        const space = await findSpace(calls, base, spaceId, options);
        const data = space && (await readSpaceData(calls, base, space, options));
        const now = await readShown(calls, base, options);
        if (now === undefined || dataOf(now) !== of) {
          shown = now;
          continue;
        }
        if (data === undefined) throw missingSpace(spaceId);
        known = { of, data };
      }
      return infoOf(shown, known.data.slice());
    }
    return undefined;
  };
}
