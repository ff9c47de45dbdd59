/**
 * The second round trip: raw scores that candidates lack in legs which did not bring them, and the passages of the best pages. Everything
 * is asked by id or by page, so it is exact however Qdrant searches.
 */
import type { Candidate } from '@ibid/core/types';
import type { FoundPoint, NearQuery, ScoredPoint } from '../client/qdrant-calls.ts';
import { DENSE, type PassagePayload } from '../layout.ts';
import { pageTexts, type BestPages } from './best-pages.ts';
import type { BestPassage } from './best-passage.ts';
import type { Tier } from './leg-range.ts';
import { ofPages } from './of-pages.ts';
import type { SearchContext } from './search-context.ts';
import type { Statistics } from './statistics.ts';
import { textScore } from './text-score.ts';

export interface Proposals {
  readonly text: readonly BestPassage[];
  readonly vector: readonly BestPassage[];
  readonly pages: BestPages;
}

export interface Completed {
  /** In order of id. */
  readonly candidates: readonly Candidate[];
  /** Best pages of each page leg with the passages of them that pass the filter. */
  readonly page: readonly Tier[];
  readonly pageText: readonly Tier[];
}

interface Passage extends Omit<Candidate, 'vector' | 'page' | 'pageText'> {
  readonly point: string;
}

export async function completeScores(
  context: SearchContext,
  statistics: Statistics,
  proposals: Proposals,
): Promise<Completed> {
  const { query } = context;
  const [passages, vectors, others, counts] = await Promise.all([
    passagesOf(context, statistics, proposals),
    vectorScores(context, proposals),
    otherPages(context, statistics, proposals),
    wordedCounts(context, proposals.pages),
  ]);
  const { pages } = proposals;
  const nearness = (url: string): number => pages.nearness.get(url) ?? others.nearness.get(url) ?? 0;
  const chosen = new Set(
    passages.ofPages
      .toSorted((a, b) => nearness(b.url) - nearness(a.url) || (a.id < b.id ? -1 : 1))
      .slice(0, query.limit)
      .concat(passages.known)
      .map(({ point }) => point),
  );
  const all = new Map([...passages.known, ...passages.ofPages].map((passage) => [passage.point, passage]));
  const inPages = countByUrl(passages.ofPages);
  return {
    candidates: [...chosen]
      .map((point): Candidate => {
        const { id, url, text, similarity } = all.get(point)!;
        return {
          id,
          url,
          text,
          vector: vectors.get(point) ?? 0,
          page: nearness(url),
          pageText: pages.texts.get(url) ?? others.texts.get(url) ?? 0,
          similarity,
        };
      })
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
    page: pages.near.map(({ url, score }) => ({ score, passages: inPages.get(url) ?? 0 })),
    pageText: pages.worded.map(({ url, score, passages: whole }) => ({
      score,
      passages: counts === undefined ? whole : (counts.get(url) ?? 0),
    })),
  };
}

/** The proposed passages, and those of the best pages, with what `d` and the words say of them. */
async function passagesOf(
  { calls, names, query: { vector }, terms, filter, call }: SearchContext,
  statistics: Statistics,
  { text, vector: near, pages }: Proposals,
): Promise<{ readonly known: readonly Passage[]; readonly ofPages: readonly Passage[] }> {
  if (vector === undefined) {
    const known = text.map(({ id, url, score, chunkId }) => ({
      point: id,
      id: chunkId,
      url,
      text: score,
      similarity: 0,
    }));
    return { known, ofPages: [] };
  }
  const shared = { vector, using: '', exact: true } as const;
  const whole = ['chunk_id', 'url', 'lengths', ...terms.map(({ key }) => `terms.${key}`)];
  const worded = new Map(text.map((passage) => [passage.id, passage]));
  const others = near.map(({ id }) => id).filter((id) => !worded.has(id));
  const size = pages.near.reduce((sum, page) => sum + page.passages, 0);
  const byId = (ids: readonly string[], payload: readonly string[]): NearQuery | undefined =>
    ids.length === 0 ? undefined : { ...shared, filter: { must: [{ has_id: ids }] }, limit: ids.length, payload };
  const [byText = [], byVector = [], ofThem = []] = await askAll(
    (queries) => calls.query(names.passages, queries, call),
    byId([...worded.keys()], ['chunk_id']),
    byId(others, whole),
    size === 0 ? undefined : { ...shared, filter: ofPages(filter, pages.near.map(urlOf)), limit: size, payload: whole },
  );
  const passage = ({ id, score, payload: own }: ScoredPoint): Passage => {
    const stored = own as unknown as PassagePayload;
    const known = worded.get(String(id));
    return {
      point: String(id),
      id: stored.chunk_id,
      url: known?.url ?? stored.url,
      text: known?.score ?? textScore(terms, statistics, stored),
      similarity: score,
    };
  };
  return { known: [...byText, ...byVector].map(passage), ofPages: ofThem.map(passage) };
}

/** q·(d + w·h) by point. */
async function vectorScores(
  { calls, names, query: { vector }, filter, call }: SearchContext,
  { text, vector: near, pages }: Proposals,
): Promise<ReadonlyMap<string, number>> {
  const scores = new Map(near.map(({ id, score }) => [id, score]));
  if (vector === undefined) return scores;
  const shared = { vector, using: DENSE, exact: true } as const;
  const ids = text.map(({ id }) => id).filter((id) => !scores.has(id));
  const size = pages.near.reduce((sum, page) => sum + page.passages, 0);
  const replies = await askAll(
    (queries) => calls.query(names.legs, queries, call),
    ids.length === 0 ? undefined : { ...shared, filter: { must: [{ has_id: ids }] }, limit: ids.length },
    size === 0 ? undefined : { ...shared, filter: ofPages(filter, pages.near.map(urlOf)), limit: size },
  );
  for (const { id, score } of replies.flat()) scores.set(String(id), score);
  return scores;
}

/** Both page scores of pages that only their passages brought. */
async function otherPages(
  context: SearchContext,
  statistics: Statistics,
  { text, vector: near, pages }: Proposals,
): Promise<Pick<BestPages, 'nearness' | 'texts'>> {
  const { calls, names, query, terms, filter, call } = context;
  const { vector } = query;
  const urls = new Set([...text, ...near].map(urlOf));
  const isKnown = (url: string): boolean =>
    vector === undefined ? pages.isAllWorded || pages.texts.has(url) : pages.nearness.has(url);
  const missing = [...urls].filter((url) => !isKnown(url));
  if (missing.length === 0) return { nearness: new Map(), texts: new Map() };
  const payload = ['url', 'length', ...terms.map(({ key }) => `terms.${key}`)];
  const wanted = ofPages(filter, missing);
  if (vector === undefined) {
    const found: FoundPoint[] = [];
    for await (const page of calls.scroll(names.pages, { filter: wanted, payload, pageSize: missing.length }, call)) {
      found.push(...page);
    }
    return { nearness: new Map(), texts: pageTexts(context, statistics, found) };
  }
  const [found = []] = await calls.query(
    names.pages,
    [{ vector, using: DENSE, filter: wanted, limit: missing.length, payload, exact: true }],
    call,
  );
  return {
    nearness: new Map(found.map((point) => [point.payload['url'] as string, point.score])),
    texts: pageTexts(context, statistics, found),
  };
}

/** Passages of the worded pages that pass a filter which cuts pages; `undefined` where all of them do. */
async function wordedCounts(
  { calls, names, query, filter, cutsPages, call }: SearchContext,
  { worded }: BestPages,
): Promise<ReadonlyMap<string, number> | undefined> {
  if (!cutsPages) return undefined;
  const urls = worded.slice(0, query.limit).map(urlOf);
  if (urls.length === 0) return new Map();
  const found: FoundPoint[] = [];
  for await (const page of calls.scroll(names.passages, { filter: ofPages(filter, urls), payload: ['url'] }, call)) {
    found.push(...page);
  }
  return countByUrl(found.map(({ payload }) => ({ url: payload['url'] as string })));
}

function countByUrl(passages: readonly { readonly url: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { url } of passages) counts.set(url, (counts.get(url) ?? 0) + 1);
  return counts;
}

function urlOf({ url }: { readonly url: string }): string {
  return url;
}

/** Puts those queries that there are in one request; `result[i]` belongs to `queries[i]`. */
async function askAll<T>(
  ask: (queries: readonly NearQuery[]) => Promise<readonly (readonly T[])[]>,
  ...queries: readonly (NearQuery | undefined)[]
): Promise<readonly (readonly T[])[]> {
  const asked = queries.filter((query) => query !== undefined);
  if (asked.length === 0) return queries.map(() => []);
  const replies = await ask(asked);
  return queries.map((query) => (query === undefined ? [] : (replies[asked.indexOf(query)] ?? [])));
}
