import type { ShownState, Totals, WeighedIn } from '../layout.ts';
import type { BuildRecord } from '../state/state-point.ts';
import { recentPages, type RecentPages } from './recent-pages.ts';

/** What a build knows of a page without asking. */
export interface BuildPage {
  readonly url: string;
  readonly revision: string;
  /** Epoch that its content was written in. */
  readonly from: number;
  readonly stamp: string;
  readonly chunks: number;
  /** Tokens of titles, headings and bodies. */
  readonly lengths: readonly [number, number, number];
  /** Versions in which it has all its vectors. */
  readonly vectors: readonly number[];
  /** What its sparse vectors there were made under, as far as that was written down. */
  readonly weighed?: readonly WeighedIn[] | undefined;
}

/** The build of this process. Qdrant holds all of it; what is here is read anew whenever a write has failed. */
export interface OpenBuild {
  record: BuildRecord;
  /** What was on show when it began, and still is. */
  readonly shown: ShownState | undefined;
  readonly pages: Map<string, BuildPage>;
  readonly recent: RecentPages;
  /** Sums over `pages`; kept up by `setPage` and `removePage`. */
  totals: Totals;
  /** URLs that may have vectors which no content names: all of them, where an earlier process or a failed write may have left some. */
  traces: Set<string> | 'anywhere';
  /** Set while a write may have been done in part. */
  stale: boolean;
  /** Set while a publish may yet be applied, although it was not answered. */
  unsettled: boolean;
}

export function openBuild(
  record: BuildRecord,
  shown: ShownState | undefined,
  pages: Iterable<BuildPage>,
  traces: OpenBuild['traces'],
): OpenBuild {
  const totals: Totals = { pages: 0, pagesWithText: 0, chunks: 0, lengths: [0, 0, 0] };
  const build: OpenBuild = {
    record,
    shown,
    pages: new Map(),
    recent: recentPages(),
    totals,
    traces,
    stale: false,
    unsettled: false,
  };
  for (const page of pages) setPage(build, page);
  return build;
}

export function setPage(build: OpenBuild, page: BuildPage): void {
  removePage(build, page.url);
  build.pages.set(page.url, page);
  count(build, page, 1);
}

export function removePage(build: OpenBuild, url: string): void {
  const old = build.pages.get(url);
  if (old === undefined) return;
  build.pages.delete(url);
  count(build, old, -1);
}

function count(build: OpenBuild, { chunks, lengths: [title, headings, body] }: BuildPage, sign: 1 | -1): void {
  const { totals } = build;
  build.totals = {
    pages: totals.pages + sign,
    pagesWithText: totals.pagesWithText + (chunks > 0 ? sign : 0),
    chunks: totals.chunks + sign * chunks,
    lengths: [totals.lengths[0] + sign * title, totals.lengths[1] + sign * headings, totals.lengths[2] + sign * body],
  };
}

/** Version of the collections that this build writes vectors of the space into; `undefined` before `putSpace`. */
export function versionOf({ record }: OpenBuild, spaceId: string): number | undefined {
  return record.versions.find(([id]) => id === spaceId)?.[1];
}

/** Whether the page must get vectors before a build in this version is complete. */
export function lacksVectors({ chunks, vectors }: BuildPage, version: number | undefined): boolean {
  return chunks > 0 && (version === undefined || !vectors.includes(version));
}

/** URLs by UTF-16 units, as everything here is ordered. */
export function sortedUrls({ pages }: OpenBuild): readonly string[] {
  return [...pages.keys()].sort();
}
