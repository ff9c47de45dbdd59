import { openStore } from '@ibid/core';
import type { ChunkStore } from '@ibid/core/types';
import { noSmallDisk, playFullDisk } from '@ibid/testkit';
import { expect, test } from 'vitest';
import { sqliteStore } from '../sqlite.ts';
import { KILL_BUILD, KILL_SPACE, killPage, killUrl, killVectors } from './testing/kill-pages.ts';

const missing = noSmallDisk();
const note = missing === undefined ? '' : ` (skipped: ${missing})`;
/** A write is a whole build with so many pages more. */
const PAGES = 12;

function pagesOf(number: number): readonly number[] {
  return Array.from({ length: PAGES }, (_, i) => number * PAGES + i);
}

/** What one that fails had written is there for the next, as with a run of indexing. */
async function build(store: ChunkStore, number: number): Promise<void> {
  await store.beginBuild(KILL_BUILD);
  for (const page of pagesOf(number)) {
    const indexed = killPage(page, 1);
    await store.putPage(indexed);
    await store.putVectors(killVectors(indexed));
  }
  for await (const { url } of store.listBuild({ withoutVectorsIn: KILL_SPACE.id })) {
    await store.putVectors(killVectors(killPage(Number(url.split('/').at(-1)), 1)));
  }
  await store.publish({ space: KILL_SPACE, publishedAt: String(number) });
}

test.skipIf(missing !== undefined)(
  `a full disk loses nothing of an index, is said to be full, and builds go on with room${note}`,
  async () => {
    const played = playFullDisk(async (file) => {
      const store = await openStore(sqliteStore({ file }));
      return {
        write: (number) => build(store, number),
        async missing(numbers) {
          const problems: string[] = [];
          for await (const { severity, message } of store.check()) if (severity === 'error') problems.push(message);
          expect(problems).toEqual([]);
          const lost: number[] = [];
          for (const number of numbers) {
            for (const page of pagesOf(number)) {
              const { text, chunks } = killPage(page, 1);
              const kept = await store.getPage(killUrl(page));
              if (kept?.text !== text || kept.content.length !== chunks.length) lost.push(number);
            }
          }
          return lost;
        },
        close: () => store.close(),
      };
    });
    await expect(played).resolves.toBeUndefined();
  },
  60_000,
);
