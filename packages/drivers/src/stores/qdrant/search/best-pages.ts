/** The best pages by nearness to their mean direction and by the words of their bodies: as many as it takes to hold `limit` passages. */
import type { FoundPoint, ScoredPoint } from '../client/qdrant-calls.ts';
import { DENSE, SPARSE, type PagePayload } from '../layout.ts';
import { isSettled } from './is-settled.ts';
import { propose, type Proposal } from './propose.ts';
import type { SearchContext } from './search-context.ts';
import { sparseQuery } from './sparse-query.ts';
import type { Statistics } from './statistics.ts';
import { pageTextScore } from './page-text-score.ts';

export interface BestPage {
  readonly url: string;
  readonly path: string;
  /** Of the whole page, whatever the filter lets through. */
  readonly passages: number;
  readonly score: number;
}

export interface BestPages {
  /** Best first, with all that tie with the last; empty without a query vector. */
  readonly near: readonly BestPage[];
  /** Best first by the exact score, above 0. */
  readonly worded: readonly BestPage[];
  /** Whether pages that are not in `worded` have no term of the query. */
  readonly isAllWorded: boolean;
  /** Nearness and page text of all pages met on the way, by URL. */
  readonly nearness: ReadonlyMap<string, number>;
  readonly texts: ReadonlyMap<string, number>;
}

const SPARE = 16;
/** Pages asked for, as a multiple of those that usually hold the passages wanted: the best are not the longest. */
const USUAL = 1.5;

export async function bestPages(context: SearchContext): Promise<BestPages> {
  const { calls, names, totals, query, terms, filter, cutsPages, call } = context;
  const { vector, limit } = query;
  const usual = cutsPages ? limit : Math.min(limit, Math.ceil((USUAL * limit * totals.pagesWithText) / totals.chunks));
  const payload = ['url', 'path', 'chunks', 'length', ...terms.map(({ key }) => `terms.${key}`)];
  const near: Proposal | undefined =
    vector === undefined
      ? undefined
      : {
          query: { vector, using: DENSE, filter, payload },
          first: usual + SPARE,
          isSettled: (found, asked) => {
            if (found.length < asked) return true;
            const last = placesFor(context, found.map(passagesOf));
            return last !== undefined && found.at(-1)!.score < found[last - 1]!.score;
          },
        };
  const worded: Proposal | undefined =
    terms.length === 0
      ? undefined
      : {
          query: { vector: sparseQuery(terms), using: SPARSE, filter, payload },
          first: Math.max(2 * usual, usual + 50),
          isSettled: async (found, asked) => {
            if (found.length < asked) return true;
            const statistics = await context.statistics;
            const rescored = found.map((point) => ({
              proposed: point.score,
              exact: pageTextScore(terms, statistics, pageOf(point)),
              passages: passagesOf(point),
            }));
            const inOrder = rescored.toSorted((a, b) => b.exact - a.exact).map(({ passages }) => passages);
            const last = placesFor(context, inOrder);
            return last !== undefined && isSettled(rescored, asked, last, context.drift.pages);
          },
        };
  const proposals = [near, worded].filter((proposal) => proposal !== undefined);
  const [statistics, proposed] = await Promise.all([
    context.statistics,
    proposals.length === 0 ? [] : propose(calls, names.pages, proposals, call),
  ]);
  const nearest = near === undefined ? [] : (proposed[0]?.found ?? []);
  const wordiest = worded === undefined ? undefined : proposed.at(-1);
  const found = wordiest?.found ?? [];
  return {
    near: cutPages(context, nearest),
    worded: found
      .map((point) => bestPage(point, pageTextScore(terms, statistics, pageOf(point))))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score),
    isAllWorded: wordiest?.isAll ?? true,
    nearness: new Map(nearest.map((point) => [pageOf(point).url, point.score])),
    texts: pageTexts(context, statistics, [...nearest, ...found]),
  };
}

/** Page texts of pages that came with their counts. */
export function pageTexts(
  { terms }: Pick<SearchContext, 'terms'>,
  statistics: Statistics,
  pages: readonly FoundPoint[],
): Map<string, number> {
  return new Map(pages.map((point) => [pageOf(point).url, pageTextScore(terms, statistics, pageOf(point))]));
}

function bestPage(point: ScoredPoint, score: number): BestPage {
  const { url, path, chunks } = pageOf(point);
  return { url, path, passages: chunks, score };
}

function pageOf({ payload }: FoundPoint): PagePayload {
  return payload as unknown as PagePayload;
}

function passagesOf(point: ScoredPoint): number {
  return pageOf(point).chunks;
}

/** How many pages it takes to hold `limit` passages; `undefined` when these do not. Of a page cut by the filter one passage is sure. */
function placesFor(
  { query, cutsPages }: Pick<SearchContext, 'query' | 'cutsPages'>,
  passages: readonly number[],
): number | undefined {
  let held = 0;
  for (const [i, count] of passages.entries()) {
    held += cutsPages ? 1 : count;
    if (held >= query.limit) return i + 1;
  }
  return undefined;
}

function cutPages(context: SearchContext, found: readonly ScoredPoint[]): readonly BestPage[] {
  const pages = found.map((point) => bestPage(point, point.score)).sort((a, b) => b.score - a.score);
  const last = placesFor(
    context,
    pages.map(({ passages }) => passages),
  );
  const cut = last === undefined ? undefined : pages[last - 1];
  return cut === undefined ? pages : pages.filter(({ score }) => score >= cut.score);
}
