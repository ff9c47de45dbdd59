import { byLeg, HEADING_WEIGHT, idf, pageSaturate } from '@ibid/core/score';
import type { Candidate, IndexInfo, Leg, LegQuery, LegRange, LegResult, Where } from '@ibid/core/types';
import { oneOf, type Condition, type Filter, type FoundPoint, type QdrantClient, type Vector } from './client.ts';
import { dotEncoded, pointId, termKey, type PagePayload, type PassagePayload, type Totals } from './layout.ts';

/** The published generation and the data for scoring, held in memory: about 100 bytes per distinct term. */
export interface Published {
  readonly version: number;
  readonly passages: string;
  readonly meta: string;
  readonly info: IndexInfo;
  readonly totals: Totals;
  readonly terms: ReadonlyMap<string, TermUse>;
}

export interface TermUse {
  /** In sparse vectors. */
  readonly index: number;
  /** Numbers of passages and of page bodies that contain the term. */
  passages: number;
  pages: number;
}

/** Factor by which more passages are requested from Qdrant than a leg needs, because Qdrant ranks differently from the legs. */
const SPARE = 2;
const LEAST_ASKED = 200;

/**
 * Searches a published generation in two round trips. Qdrant proposes passages close to the query by vector and by words, and scores each of
 * them both ways: the product of the sparse vectors is BM25F. The formulas then add headings, which are in the payloads, and the pages. The
 * legs rank only proposed passages: a passage that would be among the best of a leg is missed if it is far from the best by both vector and
 * words.
 */
export async function searchPublished(client: QdrantClient, published: Published, query: LegQuery): Promise<LegResult> {
  const { totals, passages: collection, meta, version: generation } = published;
  const { vector, limit, where = {} } = query;
  const terms = weighTerms(published, query);
  const known = terms.filter(({ index }) => index !== undefined);
  const dense = vector && [...vector];
  const words = { indices: known.map(({ index }) => index!), values: known.map(({ weight }) => weight) };
  const most = Math.max(SPARE * limit, LEAST_ASKED);
  const nearest = (to: Vector | undefined, ofFilter: Filter, payload: readonly string[]): Promise<FoundPoint[]> =>
    client.query(collection, to, { filter: ofFilter, limit: most, with_payload: payload });

  const filter = whereFilter(where);
  const isUnfiltered = filter.must.length === 0;
  const fields = ['chunk_id', 'url', ...(vector === undefined ? [] : ['heading'])];
  const [byVector, byWords, others, passages, pages] = await Promise.all([
    nearest(dense, filter, fields),
    nearest(words, filter, fields),
    // The words of a page count for all its passages that match the filter, even if other passages contain them.
    where.sections === undefined ? [] : nearest(words, whereFilter({ ...where, sections: undefined }), ['url']),
    isUnfiltered ? totals.passages : client.count(collection, filter),
    // Pages without passages have kind `empty` and are not counted.
    isUnfiltered ? totals.pages : client.count(meta, { must: [oneOf('kind', ['page']), ...filter.must] }),
  ]);
  const points = [...new Map([...byVector, ...byWords].map((point) => [point.id, point])).values()];
  const urls = [...new Set([...points, ...others].map(({ payload }) => String(payload['url'])))];
  /** Adds the scores of the points that only the other search found. */
  const allScores = async (to: Vector | undefined, found: readonly FoundPoint[]): Promise<Map<unknown, number>> => {
    const seen = new Set(found.map(({ id }) => id));
    const unseen = points.map(({ id }) => id).filter((id) => !seen.has(id));
    const late = unseen.length === 0 ? [] : await nearest(to, { must: [{ has_id: unseen }] }, []);
    return new Map([...found, ...late].map(({ id, score }) => [id, score]));
  };
  const [similarities, texts, scored] = await Promise.all([
    allScores(dense, byVector),
    allScores(words, byWords),
    scorePages(client, published, query, terms, urls),
  ]);

  const pool = points
    .map(({ id: point, payload }): Candidate => {
      const { chunk_id: id, url, heading } = payload as unknown as PassagePayload;
      const similarity = similarities.get(point) ?? 0;
      const near = vector === undefined ? 0 : similarity + HEADING_WEIGHT * dotEncoded(vector, heading);
      const { page = 0, pageText = 0 } = scored.get(url) ?? {};
      return { id, url, text: texts.get(point) ?? 0, vector: near, page, pageText, similarity };
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const best = (leg: Leg): Candidate[] => pool.toSorted((a, b) => b[leg] - a[leg]).slice(0, limit);
  const proposed = best('text').filter(({ text }) => text > 0);
  if (vector !== undefined) proposed.push(...best('vector'), ...best('page'));
  const scoresOf = (leg: Leg): Score[] =>
    leg === 'page' || leg === 'pageText'
      ? [...scored.values()].map((one) => [one[leg], one.passages])
      : pool.map((one) => [one[leg], 1]);
  const places = Math.min(limit, passages);
  return {
    candidates: [...new Set(proposed)].sort((a, b) => (a.id < b.id ? -1 : 1)),
    ...byLeg((leg) => legRange(scoresOf(leg), places)),
    passages,
    pages,
    idf: terms.map(({ rarity }) => rarity),
    generation,
  };
}

interface WeighedTerm {
  /** In sparse vectors; `undefined` for a term that no passage has. */
  readonly index: number | undefined;
  readonly key: string;
  /** Its idf over all passages. */
  readonly rarity: number;
  /** Its count in the query times its idf over all passages, and over all pages. */
  readonly weight: number;
  readonly pageWeight: number;
}

function weighTerms({ terms, totals }: Published, query: LegQuery): readonly WeighedTerm[] {
  return query.terms.map(({ term, count }) => {
    const { index, passages, pages } = terms.get(term) ?? { passages: 0, pages: 0 };
    const rarity = idf(totals.passages, passages);
    return { index, key: termKey(term), rarity, weight: count * rarity, pageWeight: count * idf(totals.pages, pages) };
  });
}

interface ScoredPage {
  readonly page: number;
  readonly pageText: number;
  /** Number of passages that match the filter. */
  readonly passages: number;
}

async function scorePages(
  client: QdrantClient,
  { meta, totals, passages: collection }: Published,
  { vector, where = {} }: LegQuery,
  terms: readonly WeighedTerm[],
  urls: readonly string[],
): Promise<ReadonlyMap<string, ScoredPage>> {
  const direction = vector === undefined ? [] : ['vectors.direction'];
  const fields = ['url', 'lengths', 'chunks', ...terms.map(({ key }) => `counts.${key}`), ...direction];
  const ids = urls.map((url) => pointId('page', url));
  const filter = { must: [...whereFilter(where).must, oneOf('url', urls)] };
  const [found, matching] = await Promise.all([
    client.retrieve(meta, ids, fields),
    where.sections && Array.fromAsync(client.scroll(collection, filter, ['url'])),
  ]);
  const byUrl = matching && Map.groupBy(matching.flat(), ({ payload }) => payload['url']);
  const average = totals.lengths[2]! / totals.pages;
  const pages = found.filter((payload) => payload !== undefined) as unknown as PagePayload[];
  return new Map(
    pages.map(({ url, lengths, chunks, counts = {}, vectors }) => {
      const pageText = terms.reduce((sum, { key, pageWeight }) => {
        const count = counts[key];
        return count === undefined ? sum : sum + pageWeight * pageSaturate(count, lengths[2]!, average);
      }, 0);
      const page = vector === undefined || vectors === undefined ? 0 : dotEncoded(vector, vectors.direction);
      return [url, { page, pageText, passages: byUrl === undefined ? chunks : (byUrl.get(url)?.length ?? 0) }];
    }),
  );
}

/** Conditions on passages and pages. */
function whereFilter({ locale, version, module, paths, sections }: { [K in keyof Where]: Where[K] | undefined }): {
  readonly must: readonly Condition[];
} {
  const wanted = {
    // A page without a language or version belongs to all of them.
    locale: locale === undefined ? undefined : ['', locale],
    version: version === undefined ? undefined : ['', version],
    module: module === undefined ? undefined : [module],
    path: paths,
    sections: sections?.filter((section) => section !== ''),
  };
  return {
    must: Object.entries(wanted).flatMap(([key, values]) => (values === undefined ? [] : [oneOf(key, values)])),
  };
}

type Score = readonly [score: number, passages: number];

/** Best score and the score at rank `limit`; the latter is 0 if fewer passages have a score. */
function legRange(scores: readonly Score[], limit: number): LegRange {
  const sorted = scores.filter(([, passages]) => passages > 0).sort(([a], [b]) => b - a);
  let left = limit;
  for (const [score, passages] of sorted) {
    left -= passages;
    if (left <= 0) return { hi: sorted[0]![0], lo: score };
  }
  return { hi: sorted[0]?.[0] ?? 0, lo: 0 };
}
