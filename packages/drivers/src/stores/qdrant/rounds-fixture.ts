/**
 * Generations of a small site as a function of their number alone, built the way an ingestion does it, so that whatever an interruption
 * left, the next one can go on and what must then be on show is known.
 */
import { openStore } from '@ibid/core';
import type { ChunkStore, FittedSpace, IndexedPage } from '@ibid/core/types';
import {
  collect,
  legDifferences,
  putPages,
  sketchPage,
  sketchVectors,
  SPACE,
  START,
  unitVector,
  type PageSketch,
} from '@ibid/testkit';
import { expect } from 'vitest';
import { memoryStore } from '../memory.ts';

const OTHER_SPACE: FittedSpace = { id: 'test/other@5', dimensions: 5, data: new Uint8Array([4, 2]) };
const ROUND_BUILD = { schema: START.schema, sourceId: 'test:rounds', fresh: false } as const;

/** Every fourth round and the one after it change to the other space and back. */
export function roundSpace(round: number): FittedSpace {
  return round % 4 === 0 ? OTHER_SPACE : SPACE;
}

/** One page stays, one changes, one comes and goes by turns, one changes its shape. */
export function roundPages(round: number): readonly IndexedPage[] {
  const revision = String(round);
  const passages = Array.from({ length: round % 3 }, (_, i) => ({ heading: `H${i}`, text: `shape part${i} of words` }));
  const sketches: readonly PageSketch[] = [
    { path: '/stay', revision: '1', passages: [{ heading: 'Top', text: 'words that stay' }] },
    {
      path: '/change',
      revision,
      passages: [
        { heading: 'Top', text: `round${round} words` },
        { heading: '-', text: '' },
      ],
    },
    { path: round % 2 === 0 ? '/even' : '/odd', revision: '1', passages: [{ heading: 'Top', text: 'words by turns' }] },
    { path: '/shape', revision, passages },
  ];
  return sketches.map(sketchPage).sort((a, b) => (a.url < b.url ? -1 : 1));
}

/** Builds the round from whatever is there and publishes it. */
export async function buildRound(store: ChunkStore, round: number): Promise<void> {
  const space = roundSpace(round);
  const wanted = new Map(roundPages(round).map((page) => [page.url, page]));
  const { pages } = await store.beginBuild(ROUND_BUILD);
  const held = new Map(pages.map(({ url, revision }) => [url, revision]));
  for (const page of wanted.values()) if (held.get(page.url) !== page.revision) await store.putPage(page);
  await store.deletePages([...held.keys()].filter((url) => !wanted.has(url)));
  await store.putSpace(space, 3);
  for await (const { url } of store.listBuild({ withoutVectorsIn: space.id })) {
    await store.putVectors(sketchVectors(wanted.get(url)!, space));
  }
  await store.publish({ spaceId: space.id, publishedAt: String(round), folded: 0 });
}

/** The round on show; 0 before the first. */
export async function shownRound(store: ChunkStore): Promise<number> {
  return Number((await store.info())?.publishedAt ?? 0);
}

/** Asserts that all that a reader can see is this round, whole. */
export async function expectRound(store: ChunkStore, round: number): Promise<void> {
  expect(await shownRound(store)).toBe(round);
  if (round === 0) return;
  const pages = roundPages(round);
  const space = roundSpace(round);
  const read = await collect(store.readPages());
  expect(read.map(({ page }) => page)).toEqual(pages);
  expect((await collect(store.listPages())).map(({ url }) => url)).toEqual(pages.map(({ url }) => url));
  await using reference = await openStore(memoryStore());
  await reference.beginBuild(ROUND_BUILD);
  await putPages(reference, pages, space);
  await reference.publish({ spaceId: space.id, publishedAt: String(round), folded: 0 });
  const { generation } = (await store.info())!;
  const terms = ['words', 'turns', `round${round}`, `round${round - 1}`].map((term) => ({ term, count: 1 }));
  const query = { terms, vector: unitVector('q', space.dimensions), limit: 20 };
  const expected = { ...(await reference.search(query)), generation };
  expect(legDifferences(await store.search(query), expected)).toEqual([]);
}
