import { isDeepStrictEqual } from 'node:util';
import type { Diagnostic, IndexedPage } from '@ibid/core';
import { urlIn } from '../build/filters.ts';
import { vectorPoints } from '../build/vector-points.ts';
import type { FoundPoint, Payload, Point, Vectors } from '../client/qdrant-calls.ts';
import { collectionsOf, DENSE, shownAt, SPARSE } from '../layout.ts';
import type { Checking } from './check-index.ts';
import { finding } from './finding.ts';

type Stored = FoundPoint & { readonly vectors: Vectors };

/** How far a stored page direction may be from that of the stored passages. */
const TOLERANCE = 1e-3;

/** Compares the points of these pages with what their contents give. */
export async function checkVectors(checking: Checking, pages: readonly IndexedPage[]): Promise<readonly Diagnostic[]> {
  const { base, shown, tally } = checking;
  if (pages.length === 0) return [];
  const names = collectionsOf(base, shown.version);
  const stored = await Promise.all([
    storedPoints(checking, names.passages, pages),
    storedPoints(checking, names.legs, pages),
    storedPoints(checking, names.pages, pages),
  ]);
  const found: Diagnostic[] = [];
  for (const page of pages) {
    const report = (problem: string): void => {
      found.push(finding('store:vectors', problem, page.url));
    };
    const [passages, legs, directions] = stored.map((points) => points.get(page.url.toWellFormed()) ?? []);
    const none = page.chunks.map(() => new Float32Array(shown.dimensions));
    const zero = { url: page.url, spaceId: shown.spaceId, passages: none, headings: none };
    const expected = vectorPoints(page, zero, 0, shown.totals);
    compare('passages', expected.passages, passages!, '', shown.dimensions, report);
    compare('legs', expected.legs, legs!, DENSE, shown.dimensions, report);
    compare('pages', expected.pages, directions!, DENSE, shown.dimensions, report);
    if (!isMean(passages!, directions![0])) report('The direction of the page is not that of its passages');
    for (const [at, points] of [passages!, legs!, directions!].entries()) tally.points[at]! += points.length;
  }
  return found;
}

async function storedPoints(
  { calls, shown, options }: Checking,
  collection: string,
  pages: readonly IndexedPage[],
): Promise<ReadonlyMap<string, Stored[]>> {
  const { must, must_not } = shownAt(shown.epoch);
  const filter = { must: [urlIn(pages.map(({ url }) => url)), ...must], must_not };
  const byUrl = new Map<string, Stored[]>();
  for await (const points of calls.scrollVectors(collection, { filter, payload: 'all' }, options)) {
    for (const point of points) {
      const url = String(point.payload['url']);
      const own = byUrl.get(url) ?? [];
      byUrl.set(url, own);
      own.push(point);
    }
  }
  return byUrl;
}

function compare(
  what: string,
  expected: readonly Point[],
  stored: readonly Stored[],
  dense: string,
  dimensions: number,
  report: (problem: string) => void,
): void {
  if (stored.length !== expected.length) {
    report(`The page has ${stored.length} points instead of ${expected.length} among the ${what}`);
  }
  const left = new Map(expected.map((point) => [keyOf(point.payload), point]));
  for (const { payload, vectors } of stored) {
    const key = keyOf(payload);
    const point = left.get(key);
    left.delete(key);
    const where = key === '' ? `The point among the ${what}` : `Chunk \`${key}\` among the ${what}`;
    if (point === undefined) report(`${where} is there twice, or not in the page`);
    else if (!isDeepStrictEqual(withoutEpochs(payload), withoutEpochs(point.payload))) {
      report(`${where} differs from the page`);
    }
    const vector = vectors[dense];
    if (!(vector instanceof Float32Array) || vector.length !== dimensions)
      report(`${where} has no vector of its space`);
    else if (!vector.every(Number.isFinite)) report(`${where} has a vector that is not finite`);
    if (point?.vectors?.[SPARSE] !== undefined && vectors[SPARSE] === undefined)
      report(`${where} has no sparse vector`);
  }
  for (const key of left.keys())
    if (stored.length === expected.length) report(`Chunk \`${key}\` is missing among the ${what}`);
}

function keyOf(payload: Payload): string {
  return String(payload['chunk_id'] ?? '');
}

function withoutEpochs({ from: _from, until: _until, ...payload }: Payload): Payload {
  return payload;
}

function isMean(passages: readonly Stored[], page: Stored | undefined): boolean {
  const own = page?.vectors[DENSE];
  if (!(own instanceof Float32Array)) return true;
  const sum = new Float64Array(own.length);
  for (const { vectors } of passages) {
    const vector = vectors[''];
    if (vector instanceof Float32Array) for (const [i, value] of vector.entries()) sum[i]! += value;
  }
  const length = Math.hypot(...sum);
  // Passages that nearly cancel out leave a direction of rounding errors.
  return length < TOLERANCE || own.every((value, i) => Math.abs(value - sum[i]! / length) <= TOLERANCE);
}
