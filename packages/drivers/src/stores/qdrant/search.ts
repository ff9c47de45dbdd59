import { fieldFrequency, FIELDS, HEADING_WEIGHT, IbidError, idf, pageSaturate, saturate } from '@ibid/core';
import type { CallOptions, Candidate, LegQuery, LegRange, LegResult, Where } from '@ibid/core/types';
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

/** Qdrant is asked for this many times the passages that a leg wants: its own order is not that of the legs. */
const SPARE = 2;
const LEAST_ASKED = 200;

interface Passage {
  readonly id: string;
  readonly url: string;
  readonly text: number;
  readonly similarity: number;
  readonly vector: number;
}

interface Page {
  readonly near: number;
  readonly text: number;
  /** Of the whole page. */
  readonly passages: number;
}

/**
 * One search of a published generation. Qdrant proposes passages near to the query by vector and by words; the formulas of retrieval score
 * them, from counts in their payloads and those of their pages. The legs rank what was proposed: a passage that is among the best of a leg
 * and far from the best by vector and by words is not found. Two round trips.
 */
export async function searchPublished(
  client: QdrantClient,
  published: Published,
  query: LegQuery,
  call?: CallOptions,
): Promise<LegResult> {
  const { info, totals, averages, passages: collection, meta, terms: known, version } = published;
  const { vector, limit, where } = query;
  const counts = query.terms.map(({ term }) => known.get(term) ?? ([0, 0] as const));
  const weights = counts.map(([df]) => idf(totals.passages, df));
  const pageWeights = counts.map(([, df]) => idf(totals.pages, df));
  const filter = whereFilter(where);
  const result = { idf: weights, generation: version };
  if (filter === undefined || totals.passages === 0) return { ...result, ...NOTHING };

  const keys = query.terms.map(({ term }) => nameKey(term));
  const asked = Math.max(SPARE * limit, LEAST_ASKED);
  const payload = [
    'chunk_id',
    'url',
    'lengths',
    ...keys.map((key) => `terms.${key}`),
    ...(vector === undefined ? [] : ['heading']),
  ];
  const words = {
    indices: query.terms.map(({ term }) => termIndex(term)),
    values: query.terms.map(({ count }, i) => count * weights[i]!),
  };
  const ofPages = whereFilter({ ...where, sections: undefined }) ?? {};
  const sparse = (ofFilter: Filter, fields: readonly string[]): Promise<readonly FoundPoint[]> =>
    query.terms.length === 0
      ? Promise.resolve([])
      : client.query(
          collection,
          { vector: merged(words), using: SPARSE, filter: ofFilter, limit: asked, payload: fields },
          call,
        );
  const dense = (ofFilter: Filter, most: number, fields: readonly string[]): Promise<readonly FoundPoint[]> =>
    vector === undefined
      ? Promise.resolve([])
      : client.query(collection, { vector: [...vector], filter: ofFilter, limit: most, payload: fields }, call);

  const cutsPages = where?.sections !== undefined;
  const [near, worded, others, passages, pages] = await Promise.all([
    dense(filter, asked, payload),
    sparse(filter, payload),
    // Words of a page count for its passages that the filter lets through, whichever passages of the page hold them.
    cutsPages ? sparse(ofPages, ['url']) : [],
    filter.must.length === 0 ? totals.passages : client.count(collection, filter, call),
    filter.must.length === 0 ? totals.pages : client.count(meta, { must: [...ONLY_PAGES, ...filter.must] }, call),
  ]);
  const similarities = new Map(near.map(({ id, score }) => [id, score]));
  const points = [...new Map([...near, ...worded].map((point) => [point.id, point])).values()];
  const lacking = vector === undefined ? [] : worded.filter(({ id }) => !similarities.has(id)).map(({ id }) => id);
  const urls = [...new Set([...points, ...others].map((point) => String(point.payload['url'])))];
  const [late, scored, cut] = await Promise.all([
    lacking.length === 0 ? [] : dense({ must: [{ has_id: lacking }] }, lacking.length, []),
    pagesOf(urls),
    cutsPages ? countByUrl(urls) : undefined,
  ]);
  for (const { id, score } of late) similarities.set(id, score);
  const passing = (url: string, page: Page): number => (cut === undefined ? page.passages : (cut.get(url) ?? 0));

  const pool = points.map((point) => scorePassage(point)).sort((a, b) => (a.id < b.id ? -1 : 1));
  const candidates = new Map<string, Candidate>();
  const offer = (best: readonly Passage[]): void => {
    for (const { id, url, text, vector: legVector, similarity } of best) {
      const page = scored.get(url);
      candidates.set(id, {
        id,
        url,
        text,
        vector: legVector,
        page: page?.near ?? 0,
        pageText: page?.text ?? 0,
        similarity,
      });
    }
  };
  const best = (leg: (passage: Passage) => number): readonly Passage[] =>
    pool.toSorted((a, b) => leg(b) - leg(a)).slice(0, limit);
  offer(best(({ text }) => text).filter(({ text }) => text > 0));
  if (vector !== undefined) {
    offer(best((passage) => passage.vector));
    offer(best(({ url }) => scored.get(url)?.near ?? 0));
  }
  const tiers = (leg: (page: Page) => number): Tier[] =>
    [...scored].map(([url, page]) => ({ score: leg(page), passages: passing(url, page) }));
  const isNear = vector === undefined ? [] : pool;
  return {
    ...result,
    candidates: [...candidates.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
    text: legRange(
      pool.filter(({ text }) => text > 0).map(({ text }) => ({ score: text, passages: 1 })),
      limit,
      passages,
    ),
    vector: legRange(
      isNear.map((passage) => ({ score: passage.vector, passages: 1 })),
      limit,
      passages,
    ),
    page: legRange(vector === undefined ? [] : tiers(({ near: score }) => score), limit, passages),
    pageText: legRange(
      tiers(({ text }) => text).filter(({ score }) => score > 0),
      limit,
      passages,
    ),
    passages,
    pages,
  };

  function scorePassage({ id, payload: fields }: FoundPoint): Passage {
    const { chunk_id: chunkId, url, lengths, terms = {}, heading } = fields as unknown as PassagePayload;
    const text = query.terms.reduce((sum, { count }, i) => {
      const held = terms[keys[i]!];
      if (held === undefined) return sum;
      const frequency = FIELDS.reduce(
        (part, field, at) => part + fieldFrequency(field, held[at]!, lengths[at]!, averages[field]),
        0,
      );
      return sum + count * weights[i]! * saturate(frequency);
    }, 0);
    if (vector === undefined) return { id: chunkId, url, text, similarity: 0, vector: 0 };
    const similarity = similarities.get(id) ?? 0;
    return {
      id: chunkId,
      url,
      text,
      similarity,
      vector: similarity + HEADING_WEIGHT * dotEncoded(vector, heading),
    };
  }

  async function pagesOf(wanted: readonly string[]): Promise<ReadonlyMap<string, Page>> {
    const direction = vectorsKey(info.space.id);
    const fields = [
      'url',
      'length',
      'chunks',
      ...keys.map((key) => `counts.${key}`),
      ...(vector === undefined ? [] : [`${direction}.direction`]),
    ];
    const found = await client.retrieve(
      meta,
      wanted.map((url) => pointId('page', url)),
      fields,
      call,
    );
    const average = totals.lengths[2] / Math.max(1, totals.pages);
    return new Map(
      found.map(({ payload: fieldsOfPage }) => {
        const { url, length, chunks, counts: held = {} } = fieldsOfPage as unknown as PagePayload;
        const text = query.terms.reduce((sum, { count }, i) => {
          const times = held[keys[i]!] ?? 0;
          return times === 0 ? sum : sum + count * pageWeights[i]! * pageSaturate(times, length, average);
        }, 0);
        const vectors = fieldsOfPage[direction] as VectorsPayload | undefined;
        const nearness = vector === undefined || vectors === undefined ? 0 : dotEncoded(vector, vectors.direction);
        return [url, { near: nearness, text, passages: chunks }];
      }),
    );
  }

  async function countByUrl(wanted: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const numbers = new Map<string, number>();
    const must: Condition[] = [...(filter?.must ?? []), { key: 'url', match: { any: wanted } }];
    for await (const some of client.scroll(collection, { filter: { must }, payload: ['url'] }, call)) {
      for (const point of some)
        numbers.set(String(point.payload['url']), (numbers.get(String(point.payload['url'])) ?? 0) + 1);
    }
    return numbers;
  }
}

/** A page without passages is of kind `empty`, so that nobody counts it. */
const ONLY_PAGES: readonly Condition[] = [{ key: 'kind', match: { value: 'page' } }];
const ZERO: LegRange = { hi: 0, lo: 0 };
const NOTHING = { candidates: [], text: ZERO, vector: ZERO, page: ZERO, pageText: ZERO, passages: 0, pages: 0 };

/** Conditions on passages and pages; `undefined` where the filter lets nothing through. */
export function whereFilter(
  where: { readonly [K in keyof Where]?: Where[K] | undefined } = {},
): { readonly must: readonly Condition[] } | undefined {
  const { locale, version, module, paths, sections } = where;
  const names = sections?.filter((section) => section !== '');
  if (paths?.length === 0 || names?.length === 0) return undefined;
  return {
    must: [
      // A page that does not say its language or version belongs to each.
      ...oneOf('locale', locale === undefined ? undefined : ['', locale]),
      ...oneOf('version', version === undefined ? undefined : ['', version]),
      ...oneOf('module', module === undefined ? undefined : [module]),
      ...oneOf('path', paths),
      ...oneOf('sections', names),
    ],
  };
}

/** A score and how many passages have it. */
interface Tier {
  readonly score: number;
  readonly passages: number;
}

/** Best score, and that at `limit`; 0 where the others that the filter lets through have none. */
function legRange(tiers: readonly Tier[], limit: number, all: number): LegRange {
  const sorted = tiers.filter(({ passages }) => passages > 0).sort((a, b) => b.score - a.score);
  let left = Math.min(limit, all);
  for (const { score, passages } of sorted) {
    left -= passages;
    if (left <= 0) return { hi: sorted[0]!.score, lo: score };
  }
  return { hi: sorted[0]?.score ?? 0, lo: 0 };
}

/** Qdrant takes each index once. */
function merged({ indices, values }: { readonly indices: readonly number[]; readonly values: readonly number[] }): {
  readonly indices: readonly number[];
  readonly values: readonly number[];
} {
  const sums = new Map<number, number>();
  for (const [i, index] of indices.entries()) sums.set(index, (sums.get(index) ?? 0) + values[i]!);
  return { indices: [...sums.keys()], values: [...sums.values()] };
}

/** What a search of nothing published rejects with. */
export function notIndexed(): IbidError {
  return new IbidError('NOT_INDEXED', 'Nothing is indexed yet; run `ibid index` first');
}

/** Well-formed, as payloads are. */
function oneOf(key: string, values: readonly string[] | undefined): Condition[] {
  return values === undefined
    ? []
    : [{ key, match: { any: [...new Set(values.map((value) => value.toWellFormed()))] } }];
}
