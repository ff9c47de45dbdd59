import type { CallOptions } from '@ibid/core/types';
import type { QdrantCalls } from '../client/qdrant-calls.ts';
import { FOREIGN_FIELDS, foreignPassage, type ForeignPassage } from './foreign-passage.ts';
import type { ListedPassage } from './place-in-pages.ts';

const AT_ONCE = 256;

/**
 * These passages as they are now, by point id as a string. `undefined` when one of them is not what the listing says any more: then another
 * one may stand under its id, and the listing is to be read anew.
 */
export async function readLive(
  calls: QdrantCalls,
  base: string,
  listed: readonly ListedPassage[],
  call: CallOptions | undefined,
): Promise<ReadonlyMap<string, ForeignPassage> | undefined> {
  const live = new Map<string, ForeignPassage>();
  for (let at = 0; at < listed.length; at += AT_ONCE) {
    const filter = { must: [{ has_id: listed.slice(at, at + AT_ONCE).map(({ point }) => point) }] };
    for await (const found of calls.scroll(base, { filter, payload: FOREIGN_FIELDS, pageSize: AT_ONCE }, call)) {
      for (const point of found) {
        const passage = foreignPassage(point);
        if (passage !== undefined) live.set(String(point.id), passage);
      }
    }
  }
  return listed.every((one) => isAsListed(one, live.get(String(one.point)))) ? live : undefined;
}

export function isAsListed({ passage, length }: ListedPassage, live: ForeignPassage | undefined): boolean {
  return (
    live !== undefined &&
    live.text.length === length &&
    live.id === passage.id &&
    live.url === passage.url &&
    live.anchor === passage.anchor &&
    live.title === passage.title &&
    live.heading === passage.heading &&
    live.indexInSection === passage.indexInSection
  );
}
