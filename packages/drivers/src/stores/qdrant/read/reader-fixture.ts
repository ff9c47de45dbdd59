/** Indexes in short, and what the reference says of them. */
import { openStore } from '@ibid/core';
import type { FittedSpace, LegQuery, LegResult } from '@ibid/core/types';
import { legDifferences, show, sketchPage, sketchVectors, unitVector, type PageSketch } from '@ibid/testkit';
import { memoryStore } from '../../memory.ts';
import { shownPages, type WrittenIndex, type WrittenPage } from './written-index-fixture.ts';

export const SPACE: FittedSpace = { id: 'test/space@8', dimensions: 8, data: new Uint8Array() };

export function written(sketch: PageSketch, from: number, until?: number): WrittenPage {
  const page = sketchPage(sketch);
  return { page, vectors: sketchVectors(page, SPACE), from, ...(until === undefined ? {} : { until }) };
}

export function indexOf(pages: readonly WrittenPage[], more: Partial<WrittenIndex> = {}): WrittenIndex {
  return { pages, epoch: 3, dimensions: SPACE.dimensions, ...more };
}

/** What the reference answers over the pages that the index shows. */
export async function referenceAnswers(index: WrittenIndex, queries: readonly LegQuery[]): Promise<LegResult[]> {
  await using store = await openStore(memoryStore());
  await show(
    store,
    shownPages(index).map(({ page }) => page),
    SPACE,
  );
  return Promise.all(queries.map(async (asked) => ({ ...(await store.search(asked)), generation: index.epoch })));
}

export function differences(actual: readonly LegResult[], expected: readonly LegResult[]): string[] {
  return expected.flatMap((result, i) => [
    ...legDifferences(actual[i]!, result),
    ...(JSON.stringify(actual[i]!.candidates.map(({ id }) => id)) ===
    JSON.stringify(result.candidates.map(({ id }) => id))
      ? []
      : [`query ${i}: other candidates`]),
  ]);
}

export function query(words: string, more: Partial<LegQuery> = {}): LegQuery {
  const terms = words.split(' ').map((term) => ({ term, count: 1 }));
  return { terms, vector: unitVector(words, SPACE.dimensions), limit: 10, ...more };
}
