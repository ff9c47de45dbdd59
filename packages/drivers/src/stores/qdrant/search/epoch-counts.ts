import type { CallOptions, Where } from '@ibid/core/types';
import type { Filter, QdrantCalls } from '../client/qdrant-calls.ts';
import { termPointId } from '../ids.ts';
import { collectionsOf, keepingOf, type ShownState, type TermPayload } from '../layout.ts';
import { boundedMap } from './bounded-map.ts';
import type { QueryTerm } from './query-term.ts';
import type { TermFrequencies } from './statistics.ts';

/** Passages and pages that a filter lets through. */
export interface Reach {
  readonly passages: number;
  readonly pages: number;
}

/** Counts that hold for as long as an epoch is on show, each asked for once. */
export interface EpochCounts {
  /** `filter` is that of `where` at this epoch. */
  reach(where: Where | undefined, filter: Filter, call: CallOptions | undefined): Promise<Reach>;
  /** `result[i]` belongs to `terms[i]`; 0 for unknown ones. */
  frequencies(
    terms: readonly Pick<QueryTerm, 'term'>[],
    call: CallOptions | undefined,
  ): Promise<readonly TermFrequencies[]>;
}

const MOST_FILTERS = 1_000;
const MOST_TERMS = 50_000;
const NOWHERE: TermFrequencies = { passages: 0, pages: 0 };

export function epochCounts(calls: QdrantCalls, base: string, state: ShownState): EpochCounts {
  const { epoch, version, lineage, totals } = state;
  const names = collectionsOf(base, version);
  const reaches = boundedMap<string, Reach>(MOST_FILTERS);
  const known = boundedMap<string, TermFrequencies>(MOST_TERMS);

  return {
    async reach(where, filter, call) {
      if (where === undefined || Object.values(where).every((value) => value === undefined)) {
        return { passages: totals.chunks, pages: totals.pagesWithText };
      }
      const key = JSON.stringify(filter);
      const remembered = reaches.get(key);
      if (remembered !== undefined) return remembered;
      const [passages, pages] = await Promise.all([
        calls.count(names.passages, filter, call),
        calls.count(names.pages, filter, call),
      ]);
      reaches.set(key, { passages, pages });
      return { passages, pages };
    },

    async frequencies(terms, call) {
      const found = new Map(terms.map(({ term }) => [term, known.get(term)]));
      const ids = new Map(
        terms
          .filter(({ term }) => found.get(term) === undefined)
          .map(({ term }) => [termPointId(lineage, term), term] as const),
      );
      if (ids.size > 0) {
        for (const term of ids.values()) found.set(term, NOWHERE);
        for (const { id, payload } of await calls.retrieve(keepingOf(base), [...ids.keys()], ['counts'], call)) {
          const term = ids.get(String(id));
          if (term !== undefined) found.set(term, countsAt(epoch, payload as unknown as TermPayload));
        }
        for (const term of ids.values()) known.set(term, found.get(term) ?? NOWHERE);
      }
      return terms.map(({ term }) => found.get(term) ?? NOWHERE);
    },
  };
}

/** The entry with the highest epoch that is not above the reader's. */
function countsAt(epoch: number, { counts }: Pick<TermPayload, 'counts'>): TermFrequencies {
  let newest = -1;
  let result = NOWHERE;
  for (const [from, passages, pages] of counts) {
    if (from > epoch || from <= newest) continue;
    newest = from;
    result = { passages, pages };
  }
  return result;
}
