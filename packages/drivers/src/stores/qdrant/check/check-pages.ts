import { IbidError } from '@ibid/core';
import type { Chunk, Diagnostic, IndexedPage } from '@ibid/core/types';
import { all, kindIs } from '../build/filters.ts';
import { weighedIn } from '../build/weighed-in.ts';
import type { FoundPoint } from '../client/qdrant-calls.ts';
import { pageInfoOf } from '../content/page-codec.ts';
import { readPage } from '../content/read-page.ts';
import { keepingOf, shownAt, type Averages, type ContentPayload } from '../layout.ts';
import { fieldLengths } from '../passage-codec.ts';
import type { Checking, Findings } from './check-index.ts';
import { checkVectors } from './check-vectors.ts';
import { finding } from './finding.ts';
import { addToTally } from './tally.ts';

const PAGES_AT_ONCE = 16;

/** Every page: its content in itself, then its points in the three collections. Adds up what is compared afterwards. */
export async function* checkPages(checking: Checking): Findings {
  const { calls, base, shown, options } = checking;
  const { chunkId } = await import('@ibid/core/chunk');
  const { must, must_not } = shownAt(shown);
  const filter = { ...all(kindIs('content'), ...must), must_not };
  const query = { filter, payload: { except: ['until', 'vectors'] }, pageSize: PAGES_AT_ONCE };
  const seen = new Set<string>();
  for await (const points of calls.scroll(keepingOf(base), query, options)) {
    const found: Diagnostic[] = [];
    const pages: IndexedPage[] = [];
    const weighed = new Map<string, Averages>();
    for (const point of points) {
      const url = String(point.payload['url']);
      if (seen.has(url)) found.push(finding('store:manifest', 'The page is on show twice', url));
      seen.add(url);
      const page = await readSound(checking, point, found);
      if (page === undefined) continue;
      pages.push(page);
      const averages = weighedIn((point.payload as unknown as ContentPayload).weighed, shown.version);
      if (averages !== undefined) weighed.set(page.url, averages);
      found.push(...pageFindings(point, page, chunkId));
    }
    found.push(...(await checkVectors(checking, pages, weighed)));
    yield found;
  }
}

async function readSound(
  { calls, base, tally, options }: Checking,
  point: FoundPoint,
  found: Diagnostic[],
): Promise<IndexedPage | undefined> {
  const { url } = point.payload as unknown as ContentPayload;
  try {
    const page = await readPage(calls, base, point, options);
    if (page === undefined) found.push(finding('store:page', 'A part of the content is missing', url));
    else addToTally(tally, page, lengthsOf(page));
    return page;
  } catch (error) {
    if (!IbidError.is(error, 'INDEX_DAMAGED')) throw error;
    found.push(finding('store:page', 'The content cannot be read', url));
    return undefined;
  }
}

function lengthsOf({ chunks }: IndexedPage): readonly [number, number, number] {
  const sums: [number, number, number] = [0, 0, 0];
  for (const { terms } of chunks) {
    for (const [at, length] of fieldLengths(terms).entries()) sums[at]! += length;
  }
  return sums;
}

function pageFindings(
  { payload }: FoundPoint,
  page: IndexedPage,
  chunkId: (url: string, heading: string, index: number) => string,
): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const report = (rule: Diagnostic['rule'], problem: string): void => {
    found.push(finding(rule, problem, page.url));
  };
  const info = pageInfoOf(payload);
  const { lengths, chunks } = payload as unknown as ContentPayload;
  const told = [info.url, info.revision, info.title, info.sourceFile, info.chunks, chunks];
  const { url, revision, title, sourceFile } = page;
  const held = [url, revision, title, sourceFile, page.chunks.length, page.chunks.length];
  if (told.some((value, i) => value !== held[i]))
    report('store:page', 'The page is listed as something else than it is');
  if (lengthsOf(page).some((length, i) => length !== lengths[i])) report('store:page', 'The page has other lengths');
  for (const { chunk } of page.chunks) {
    const problem = chunkProblem(chunk, page);
    if (problem !== undefined) report('store:page', `Chunk \`${chunk.id}\` ${problem}`);
    if (chunk.id !== chunkId(chunk.url, chunk.heading, chunk.index)) {
      report('store:chunk-id', `Chunk \`${chunk.id}\` has another id than its page and heading give`);
    }
  }
  return found;
}

function chunkProblem(chunk: Chunk, { text, url }: IndexedPage): string | undefined {
  if (chunk.url !== url) return 'names another page';
  if (text.slice(chunk.start, chunk.end) !== chunk.text) return "is not the page's text where it says";
  const isOutside = ({ start, end }: { readonly start: number; readonly end: number }): boolean =>
    start < 0 || end < start || end > chunk.text.length;
  if (chunk.marks.some(isOutside)) return 'has marks outside its text';
  return chunk.spans.some(isOutside) ? 'has spans outside its text' : undefined;
}
