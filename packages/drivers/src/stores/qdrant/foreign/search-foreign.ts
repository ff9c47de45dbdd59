/**
 * Search of a foreign collection: nearness to `d` alone says who is a candidate. Words re-rank the candidates, by BM25F over what the listing
 * counted; a passage stands for its page, whose direction is not known.
 */
import {
  FIELDS,
  idf,
  isOfFacets,
  pathKey,
  sectionKey,
  type CallOptions,
  type Candidate,
  type LegQuery,
  type LegRange,
  type LegResult,
  type Where,
} from '@ibid/core';
import { termCounts } from '@ibid/core/chunk';
import type { Filter, QdrantCalls } from '../client/qdrant-calls.ts';
import type { TermTriples } from '../layout.ts';
import { byScore } from '../search/by-score.ts';
import { propose } from '../search/propose.ts';
import { queryTerms } from '../search/query-term.ts';
import { textScore } from '../search/text-score.ts';
import { foreignChunk, moduleOf } from './foreign-chunk.ts';
import type { ForeignListing, ListedPassage } from './foreign-listing.ts';

const SPARE = 16;

/** `undefined` when Qdrant found a point that the listing does not know: the collection has changed. */
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
  const found = vector === undefined || passing.length === 0 ? [] : await nearest(vector);
  const candidates: Candidate[] = [];
  for (const { id, text, score } of found) {
    if (id === undefined) return undefined;
    const { url } = id.passage;
    candidates.push({
      id: id.passage.id,
      url,
      text: wordsOf(id, text),
      vector: score,
      page: score,
      pageText: 0,
      similarity: score,
    });
  }
  const kept = candidates.sort((a, b) => byScore({ id: a.id, score: a.vector }, { id: b.id, score: b.vector }));
  const best = kept.slice(0, limit);
  const near = rangeOf(best.map((candidate) => candidate.vector));
  return {
    candidates: best.sort((a, b) => (a.id < b.id ? -1 : 1)),
    text: rangeOf(best.map((candidate) => candidate.text)),
    vector: near,
    page: near,
    pageText: { hi: 0, lo: 0 },
    passages: passing.length,
    pages: new Set(passing.map(({ passage }) => passage.url)).size,
    idf: weights,
    generation: 1,
  };

  async function nearest(
    direction: Float32Array,
  ): Promise<{ readonly id: ListedPassage | undefined; readonly text: string; readonly score: number }[]> {
    const isAll = passing.length === listing.passages;
    const unusable = listing.unusable.length === 0 ? {} : { must_not: [{ has_id: listing.unusable }] };
    const filter: Filter = isAll ? unusable : { must: [{ has_id: passing.map(({ point }) => point) }] };
    const [proposed] = await propose(
      calls,
      base,
      [
        {
          query: { vector: direction, using: '', filter, payload: ['text'] },
          first: limit + SPARE,
          isSettled: (points, asked) => points.length < asked || points.at(-1)!.score < points[limit - 1]!.score,
        },
      ],
      call,
    );
    return (proposed?.found ?? []).map(({ id, score, payload }) => ({
      id: listing.byPoint.get(String(id)),
      text: typeof payload['text'] === 'string' ? payload['text'] : '',
      score,
    }));
  }

  function wordsOf(listed: ListedPassage, text: string): number {
    const counts = termCounts(foreignChunk(listed, text));
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

/** By what the listing tells: no field of a foreign collection can be counted on to have an index. */
function passingOf(listing: ForeignListing, where: Where = {}): readonly ListedPassage[] {
  const { module, paths, sections } = where;
  if (!isOfFacets({ locale: '', version: '' }, where)) return [];
  const names = sections?.filter((section) => section !== '');
  return [...listing.pages]
    .filter(
      ([url]) =>
        (module === undefined || module === moduleOf(url)) && (paths === undefined || paths.includes(pathKey(url))),
    )
    .flatMap(([, passages]) => passages)
    .filter(
      ({ passage }) =>
        names === undefined ||
        names.includes(sectionKey(passage.heading)) ||
        (passage.anchor !== '' && names.includes(sectionKey(passage.anchor))),
    );
}

function rangeOf(scores: readonly number[]): LegRange {
  if (scores.length === 0) return { hi: 0, lo: 0 };
  return { hi: Math.max(...scores), lo: Math.min(...scores) };
}
