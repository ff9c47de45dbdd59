import { fieldFrequency, FIELDS, HEADING_WEIGHT, IbidError, idf, pageSaturate, saturate } from '@ibid/core';
import type { Candidate, LegQuery, LegRange, LegResult, Where } from '@ibid/core/types';
import type { Condition, Filter, FoundPoint, QdrantClient } from './client.ts';
import { dotEncoded } from './codec.ts';
import {
  nameKey,
  pointId,
  SPARSE,
  termIndex,
  vectorsKey,
  type PagePayload,
  type PassagePayload,
  type VectorsPayload,
} from './layout.ts';
import type { Published } from './published.ts';

/** Factor by which more passages are requested from Qdrant than a leg needs, because Qdrant ranks differently from the legs. */
const SPARE = 2;
const LEAST_ASKED = 200;

interface Page {
  readonly near: number;
  readonly text: number;
  /** Number of passages that match the filter. */
  readonly passages: number;
}

/**
 * Searches a published generation in two round trips. Qdrant proposes passages close to the query by vector and by words; the retrieval
 * formulas then score them from the counts in their payloads and in those of their pages. The legs rank only proposed passages: a passage
 * that would be among the best of a leg is missed if it is far from the best by both vector and words.
 */
export async function searchPublished(client: QdrantClient, published: Published, query: LegQuery): Promise<LegResult> {
  const { totals, passages: collection, meta } = published;
  const { vector, limit, where } = query;
  const terms = weighTerms(published, query);
  const result = { idf: terms.map(({ weight }) => weight), generation: published.version };
  const filter = whereFilter(where);
  if (filter === undefined || totals.passages === 0) return { ...result, ...NOTHING };

  const isUnfiltered = filter.must.length === 0;
  const most = Math.max(SPARE * limit, LEAST_ASKED);
  const heading = vector === undefined ? [] : ['heading'];
  const fields = ['chunk_id', 'url', 'lengths', ...terms.map(({ key }) => `terms.${key}`), ...heading];
  const near = async (ofFilter: Filter, payload: readonly string[]): Promise<readonly FoundPoint[]> => {
    if (vector === undefined) return [];
    return client.query(collection, { query: [...vector], filter: ofFilter, limit: most, with_payload: payload });
  };
  const worded = async (ofFilter: Filter, payload: readonly string[]): Promise<readonly FoundPoint[]> => {
    if (terms.length === 0) return [];
    const words = { query: sparseQuery(terms), using: SPARSE };
    return client.query(collection, { ...words, filter: ofFilter, limit: most, with_payload: payload });
  };

  const [byVector, byWords, others, passages, pages] = await Promise.all([
    near(filter, fields),
    worded(filter, fields),
    // The words of a page count for all its passages that match the filter, even if other passages contain them.
    where?.sections === undefined ? [] : worded(whereFilter({ ...where, sections: undefined }) ?? {}, ['url']),
    isUnfiltered ? totals.passages : client.count(collection, filter),
    isUnfiltered ? totals.pages : client.count(meta, { must: [IS_PAGE, ...filter.must] }),
  ]);
  const similarities = new Map(byVector.map(({ id, score }) => [id, score]));
  const points = [...new Map([...byVector, ...byWords].map((point) => [point.id, point])).values()];
  const urls = [...new Set([...points, ...others].map(({ payload }) => String(payload['url'])))];
  const unseen = byWords.filter(({ id }) => !similarities.has(id)).map(({ id }) => id);
  const [late, scored] = await Promise.all([
    unseen.length === 0 ? [] : near({ must: [{ has_id: unseen }] }, []),
    scorePages(client, published, query, terms, urls),
  ]);
  for (const { id, score } of late) similarities.set(id, score);

  const pool = points
    .map((point): Candidate => {
      const passage = scorePassage(point, published, vector, terms, similarities.get(point.id) ?? 0);
      const page = scored.get(passage.url);
      return { ...passage, page: page?.near ?? 0, pageText: page?.text ?? 0 };
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const best = (leg: 'text' | 'vector' | 'page'): Candidate[] =>
    pool.toSorted((a, b) => b[leg] - a[leg]).slice(0, limit);
  const proposed = best('text').filter(({ text }) => text > 0);
  if (vector !== undefined) proposed.push(...best('vector'), ...best('page'));
  const ofPassages = (leg: 'text' | 'vector'): Tier[] => pool.map((one) => ({ score: one[leg], passages: 1 }));
  const ofPages = (leg: 'text' | 'near'): Tier[] =>
    [...scored.values()].map((page) => ({ score: page[leg], passages: page.passages }));
  const range = (tiers: readonly Tier[]): LegRange => legRange(tiers, limit, passages);
  return {
    ...result,
    candidates: [...new Set(proposed)].sort((a, b) => (a.id < b.id ? -1 : 1)),
    text: range(ofPassages('text').filter(({ score }) => score > 0)),
    vector: vector === undefined ? ZERO : range(ofPassages('vector')),
    page: vector === undefined ? ZERO : range(ofPages('near')),
    pageText: range(ofPages('text').filter(({ score }) => score > 0)),
    passages,
    pages,
  };
}

/** Error for a search before the first publish. */
export function notIndexed(): IbidError {
  return new IbidError('NOT_INDEXED', 'Nothing is indexed yet; run `ibid index` first');
}

/** Pages without passages have kind `empty` and are not counted. */
const IS_PAGE: Condition = { key: 'kind', match: { value: 'page' } };
const ZERO: LegRange = { hi: 0, lo: 0 };
const NOTHING = { candidates: [], text: ZERO, vector: ZERO, page: ZERO, pageText: ZERO, passages: 0, pages: 0 };

interface WeighedTerm {
  readonly key: string;
  readonly index: number;
  readonly count: number;
  readonly weight: number;
  readonly pageWeight: number;
}

function weighTerms({ terms, totals }: Published, query: LegQuery): readonly WeighedTerm[] {
  return query.terms.map(({ term, count }) => {
    const [passages, pages] = terms.get(term) ?? [0, 0];
    const [weight, pageWeight] = [idf(totals.passages, passages), idf(totals.pages, pages)];
    return { key: nameKey(term), index: termIndex(term), count, weight, pageWeight };
  });
}

/** Adds up the weights per index, because Qdrant accepts each index once. */
function sparseQuery(terms: readonly WeighedTerm[]): { readonly indices: number[]; readonly values: number[] } {
  const sums = new Map<number, number>();
  for (const { index, count, weight } of terms) sums.set(index, (sums.get(index) ?? 0) + count * weight);
  return { indices: [...sums.keys()], values: [...sums.values()] };
}

function scorePassage(
  { payload }: FoundPoint,
  { averages }: Published,
  query: Float32Array | undefined,
  terms: readonly WeighedTerm[],
  similarity: number,
): Omit<Candidate, 'page' | 'pageText'> {
  const { chunk_id: id, url, lengths, terms: counts = {}, heading } = payload as unknown as PassagePayload;
  const text = terms.reduce((sum, { key, count, weight }) => {
    const held = counts[key];
    if (held === undefined) return sum;
    const frequencies = FIELDS.map((field, i) => fieldFrequency(field, held[i]!, lengths[i]!, averages[field]));
    return sum + count * weight * saturate(frequencies.reduce((all, one) => all + one, 0));
  }, 0);
  if (query === undefined) return { id, url, text, similarity: 0, vector: 0 };
  return { id, url, text, similarity, vector: similarity + HEADING_WEIGHT * dotEncoded(query, heading) };
}

async function scorePages(
  client: QdrantClient,
  { meta, info, totals, passages: collection }: Published,
  { vector, where }: LegQuery,
  terms: readonly WeighedTerm[],
  urls: readonly string[],
): Promise<ReadonlyMap<string, Page>> {
  const key = vectorsKey(info.space.id);
  const direction = vector === undefined ? [] : [`${key}.direction`];
  const fields = ['url', 'length', 'chunks', ...terms.map((term) => `counts.${term.key}`), ...direction];
  const ids = urls.map((url) => pointId('page', url));
  const [found, cut] = await Promise.all([
    client.retrieve(meta, ids, fields),
    where?.sections === undefined ? undefined : countByUrl(client, collection, where, urls),
  ]);
  const average = totals.lengths[2] / Math.max(1, totals.pages);
  return new Map(
    found.map(({ payload }) => {
      const { url, length, chunks, counts = {} } = payload as unknown as PagePayload;
      const text = terms.reduce((sum, term) => {
        const times = counts[term.key] ?? 0;
        return times === 0 ? sum : sum + term.count * term.pageWeight * pageSaturate(times, length, average);
      }, 0);
      const vectors = payload[key] as VectorsPayload | undefined;
      const near = vector === undefined || vectors === undefined ? 0 : dotEncoded(vector, vectors.direction);
      return [url, { near, text, passages: cut === undefined ? chunks : (cut.get(url) ?? 0) }];
    }),
  );
}

/** Counts the matching passages of each page. */
async function countByUrl(
  client: QdrantClient,
  collection: string,
  where: Where,
  urls: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const numbers = new Map<string, number>();
  const filter = { must: [...(whereFilter(where)?.must ?? []), ...oneOf('url', urls)] };
  for await (const points of client.scroll(collection, { filter, payload: ['url'] })) {
    for (const { payload } of points) {
      const url = String(payload['url']);
      numbers.set(url, (numbers.get(url) ?? 0) + 1);
    }
  }
  return numbers;
}

/** Conditions on passages and pages; `undefined` if the filter matches nothing. */
function whereFilter(
  where: { readonly [K in keyof Where]?: Where[K] | undefined } = {},
): { readonly must: readonly Condition[] } | undefined {
  const { locale, version, module, paths, sections } = where;
  const names = sections?.filter((section) => section !== '');
  if (paths?.length === 0 || names?.length === 0) return undefined;
  return {
    must: [
      // A page without a language or version belongs to all of them.
      ...oneOf('locale', locale === undefined ? undefined : ['', locale]),
      ...oneOf('version', version === undefined ? undefined : ['', version]),
      ...oneOf('module', module === undefined ? undefined : [module]),
      ...oneOf('path', paths),
      ...oneOf('sections', names),
    ],
  };
}

/** The values are made well-formed, as in payloads. */
function oneOf(key: string, values: readonly string[] | undefined): Condition[] {
  if (values === undefined) return [];
  return [{ key, match: { any: [...new Set(values.map((value) => value.toWellFormed()))] } }];
}

/** A score and the number of passages that have it. */
interface Tier {
  readonly score: number;
  readonly passages: number;
}

/** Best score and the score at rank `limit`; the latter is 0 if fewer matching passages have a score. */
function legRange(tiers: readonly Tier[], limit: number, all: number): LegRange {
  const sorted = tiers.filter(({ passages }) => passages > 0).sort((a, b) => b.score - a.score);
  let left = Math.min(limit, all);
  for (const { score, passages } of sorted) {
    left -= passages;
    if (left <= 0) return { hi: sorted[0]!.score, lo: score };
  }
  return { hi: sorted[0]?.score ?? 0, lo: 0 };
}
