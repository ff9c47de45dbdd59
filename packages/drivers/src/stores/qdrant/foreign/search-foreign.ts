/**
 * Search of a foreign collection: nearness to `d` alone says who is a candidate. Words re-rank the candidates, by BM25F over what the listing
 * counted; a passage stands for its page, whose direction is not known.
 */
import { FIELDS, idf } from '@ibid/core';
import type { CallOptions, Candidate, LegQuery, LegRange, LegResult } from '@ibid/core/types';
import { termCounts } from '@ibid/core/chunk';
import type { QdrantCalls } from '../client/qdrant-calls.ts';
import type { TermTriples } from '../layout.ts';
import { byScore } from '../search/by-score.ts';
import { queryTerms } from '../search/query-term.ts';
import { textScore } from '../search/text-score.ts';
import { notUnit } from './describe-foreign.ts';
import { foreignChunk, type ForeignPlace } from './foreign-chunk.ts';
import type { ForeignListing } from './foreign-listing.ts';
import { foreignPassage, type ForeignPassage } from './foreign-passage.ts';
import { nearestForeign, type NearPassage } from './nearest-foreign.ts';
import { passingOf } from './passing-of.ts';
import { isAsListed, readLive } from './read-live.ts';

/** Beyond 1 by more than arithmetic explains: a vector that is longer than 1. */
const MOST_SIMILAR = 1.01;

/** `undefined` when Qdrant found what the listing does not know, or knows otherwise: the collection has changed. */
export async function searchForeign(
  calls: QdrantCalls,
  base: string,
  listing: ForeignListing,
  { terms, vector, limit, where }: LegQuery,
  call: CallOptions | undefined,
): Promise<LegResult | undefined> {
  const passing = passingOf(listing, where);
  const scale = listing.passages / Math.max(1, listing.counted);
  const weights = terms.map(({ term }) => idf(listing.passages, scale * (listing.frequencies.get(term) ?? 0)));
  const near = vector === undefined ? [] : await nearestForeign(calls, base, { listing, passing, vector, limit }, call);
  if (near === undefined) return undefined;
  if (near.some(({ score }) => score > MOST_SIMILAR)) throw notUnit(base);
  const best = near
    .toSorted((a, b) =>
      byScore({ id: a.listed.passage.id, score: a.score }, { id: b.listed.passage.id, score: b.score }),
    )
    .slice(0, limit);
  const live = await liveOf(best);
  if (live === undefined) return undefined;
  const candidates = best.map(({ listed, score }): Candidate => {
    const passage = live.get(String(listed.point))!;
    const similarity = Math.min(1, Math.max(-1, score));
    return {
      id: passage.id,
      url: passage.url,
      text: wordsOf({ ...listed, passage }, passage.text),
      vector: similarity,
      page: similarity,
      pageText: 0,
      similarity,
    };
  });
  const range = rangeOf(candidates.map((candidate) => candidate.vector));
  return {
    candidates: candidates.sort((a, b) => (a.id < b.id ? -1 : 1)),
    text: rangeOf(candidates.map((candidate) => candidate.text)),
    vector: range,
    page: range,
    pageText: { hi: 0, lo: 0 },
    passages: passing?.length ?? listing.passages,
    pages: passing === undefined ? listing.pages.size : new Set(passing.map(({ passage }) => passage.url)).size,
    idf: weights,
    generation: listing.generation,
  };

  async function liveOf(found: readonly NearPassage[]): Promise<ReadonlyMap<string, ForeignPassage> | undefined> {
    const listed = found.map((one) => one.listed);
    if (found.some(({ payload }) => payload === undefined)) return readLive(calls, base, listed, call);
    const passages = new Map<string, ForeignPassage>();
    for (const { listed: one, payload = {} } of found) {
      const passage = foreignPassage({ payload });
      if (passage === undefined || !isAsListed(one, passage)) return undefined;
      passages.set(String(one.point), passage);
    }
    return passages;
  }

  function wordsOf(place: ForeignPlace, text: string): number {
    const counts = termCounts(foreignChunk(place, text, 1));
    const asked = queryTerms(terms);
    const triples: TermTriples = Object.fromEntries(
      asked.map(({ term, key }) => [
        key,
        [counts.title.get(term) ?? 0, counts.headings.get(term) ?? 0, counts.body.get(term) ?? 0],
      ]),
    );
    const [title = 0, headings = 0, body = 0] = FIELDS.map((field) =>
      [...counts[field].values()].reduce((sum, times) => sum + times, 0),
    );
    return textScore(
      asked,
      { averages: listing.averages, idf: weights },
      { lengths: [title, headings, body], terms: triples },
    );
  }
}

function rangeOf(scores: readonly number[]): LegRange {
  if (scores.length === 0) return { hi: 0, lo: 0 };
  return { hi: Math.max(...scores), lo: Math.min(...scores) };
}
