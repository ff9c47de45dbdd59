/**
 * Sparse weights rest on the average lengths of the day when they were written. Once those of a page are far from today's, a search would
 * have to ask for many times what it wants (`search/is-settled.ts`); so such pages are written again before they are shown. As any page
 * of a build they come under its epoch, and the old ones stay as they are until it is published.
 */
import { HEADING_WEIGHT, IbidError } from '@ibid/core';
import { averagesOf } from '../averages.ts';
import type { Filter, Vectors } from '../client/qdrant-calls.ts';
import { collectionsOf, DENSE, shownAt, type Averages } from '../layout.ts';
import { all, urlIn, writtenIn } from './filters.ts';
import { fetchPage } from './fetch-pages.ts';
import type { BuildPage } from './open-build.ts';
import { putVectors } from './put-vectors.ts';
import { weighedIn } from './weighed-in.ts';
import type { Writing } from './write.ts';

/** How many times the one average may be the other. A site whose averages change by more is written anew, once. */
export const MOST_DRIFT = 1.1;

/** Every page of the version must have its vectors. */
export async function reweigh(writing: Writing, version: number, spaceId: string): Promise<void> {
  const { build } = writing;
  const today = averagesOf(build.totals);
  const drifted = [...build.pages.values()].filter((page) => page.chunks > 0 && !isNear(page, version, today));
  for (const page of drifted) {
    const { d, h } = await readVectors(writing, page, version);
    await putVectors(writing, { url: page.url, spaceId, passages: d, headings: h });
  }
}

function isNear({ weighed }: BuildPage, version: number, today: Averages): boolean {
  const own = weighedIn(weighed, version);
  return (
    own?.every((average, i) => average === 0 || Math.max(average / today[i]!, today[i]! / average) <= MOST_DRIFT) ===
    true
  );
}

async function readVectors(
  writing: Writing,
  known: BuildPage,
  version: number,
): Promise<{ readonly d: readonly Float32Array[]; readonly h: readonly Float32Array[] }> {
  const { passages, legs } = collectionsOf(writing.base, version);
  const filter = ownPoints(writing, known, version);
  const [page, directions, sums] = await Promise.all([
    fetchPage(writing, known),
    readDense(writing, filter, passages, ''),
    readDense(writing, filter, legs, DENSE),
  ]);
  const read = page.chunks.map(({ chunk: { id } }) => {
    const [d, leg] = [directions.get(id), sums.get(id)];
    if (d === undefined || leg === undefined) {
      throw new IbidError(
        'INDEX_DAMAGED',
        `The vectors of chunk \`${id}\` of \`${known.url}\` are missing in Qdrant; index again with \`--fresh\``,
      );
    }
    return { d, h: leg.map((value, i) => (value - d[i]!) / HEADING_WEIGHT) };
  });
  return { d: read.map(({ d }) => d), h: read.map(({ h }) => h) };
}

/** Those that the build itself wrote, or those on show: never what another build left, nor what the page had before. */
function ownPoints({ build: { record, shown } }: Writing, { url, from }: BuildPage, version: number): Filter {
  if (shown === undefined || shown.version !== version || from === record.epoch) {
    return all(urlIn([url]), writtenIn(record.epoch));
  }
  const { must, must_not } = shownAt(shown);
  return { must: [urlIn([url]), ...must], must_not };
}

async function readDense(
  { calls, options }: Writing,
  filter: Filter,
  collection: string,
  name: string,
): Promise<ReadonlyMap<string, Float32Array>> {
  const found = new Map<string, Float32Array>();
  for await (const points of calls.scrollVectors(collection, { filter, payload: ['chunk_id'] }, options)) {
    for (const { payload, vectors } of points) {
      const vector: Vectors[string] | undefined = vectors[name];
      if (vector instanceof Float32Array) found.set(String(payload['chunk_id']), vector);
    }
  }
  return found;
}
