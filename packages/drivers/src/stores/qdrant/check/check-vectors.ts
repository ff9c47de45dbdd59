import { isDeepStrictEqual } from 'node:util';
import type { Diagnostic, IndexedPage } from '@ibid/core/types';
import { averagesOf } from '../averages.ts';
import { urlIn } from '../build/filters.ts';
import { vectorPoints } from '../build/vector-points.ts';
import type { FoundPoint, Payload, Point, Vectors } from '../client/qdrant-calls.ts';
import { collectionsOf, DENSE, shownAt, type Averages } from '../layout.ts';
import { checkDirections, type StoredDirections } from './check-directions.ts';
import type { Checking } from './check-index.ts';
import { weightsProblem } from './check-weights.ts';
import { finding } from './finding.ts';

type Stored = FoundPoint & { readonly vectors: Vectors };

/** How far a stored page direction may be from that of the stored passages. */
const TOLERANCE = 1e-3;

/** Compares the points of these pages with what their contents give; `weighed`: what their sparse vectors were made under, by URL. */
export async function checkVectors(
  checking: Checking,
  pages: readonly IndexedPage[],
  weighed: ReadonlyMap<string, Averages>,
): Promise<readonly Diagnostic[]> {
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
    const averages = weighed.get(page.url);
    const expected = vectorPoints(page, zero, 0, averages ?? averagesOf(shown.totals));
    const weights = averages === undefined ? 'of some day' : 'as expected';
    compare('passages', expected.passages, passages!, '', shown.dimensions, report, weights);
    compare('legs', expected.legs, legs!, DENSE, shown.dimensions, report, weights);
    compare('pages', expected.pages, directions!, DENSE, shown.dimensions, report, weights);
    checkDirections(page, directionsOf(passages!, legs!, shown.dimensions), report);
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
  const { must, must_not } = shownAt(shown);
  const filter = { must: [urlIn(pages.map(({ url }) => url)), ...must], must_not };
  const byUrl = new Map<string, Stored[]>();
  for await (const points of calls.scrollVectors(collection, { filter, payload: { except: ['until'] } }, options)) {
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
  weights: 'as expected' | 'of some day',
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
    else if (!isDeepStrictEqual(fromContent(payload), fromContent(point.payload))) {
      report(`${where} differs from the page`);
    }
    const vector = vectors[dense];
    if (!(vector instanceof Float32Array) || vector.length !== dimensions)
      report(`${where} has no vector of its space`);
    else if (!vector.every(Number.isFinite)) report(`${where} has a vector that is not finite`);
    const problem = point && weightsProblem(vectors, point.vectors, weights);
    if (problem !== undefined) report(`${where} ${problem}`);
  }
  for (const key of left.keys())
    if (stored.length === expected.length) report(`Chunk \`${key}\` is missing among the ${what}`);
}

function keyOf(payload: Payload): string {
  return String(payload['chunk_id'] ?? '');
}

/** What follows from the content of the page alone. */
function fromContent({ from: _from, until: _until, signature: _signature, ...payload }: Payload): Payload {
  return payload;
}

/** Of passages that have both vectors. */
function directionsOf(
  passages: readonly Stored[],
  legs: readonly Stored[],
  dimensions: number,
): ReadonlyMap<string, StoredDirections> {
  const sums = new Map(legs.map(({ payload, vectors }) => [keyOf(payload), vectors[DENSE]]));
  const found = new Map<string, StoredDirections>();
  for (const { payload, vectors } of passages) {
    const [d, leg] = [vectors[''], sums.get(keyOf(payload))];
    if (!(d instanceof Float32Array) || !(leg instanceof Float32Array)) continue;
    if (d.length !== dimensions || leg.length !== dimensions) continue;
    found.set(keyOf(payload), { d, leg, signature: payload['signature'] });
  }
  return found;
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
