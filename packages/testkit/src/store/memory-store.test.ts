import { openStore } from '@ibid/core';
import type { IndexedPage, LegQuery, LegResult, StoreDriver } from '@ibid/core/types';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeStore } from '../describe-store.ts';
import { memoryStore } from './memory-store.ts';
import { SCHEMA, SPACE } from './store-fixture.ts';
import { arbitraryOperations, playOperations } from './store-operations.ts';

describeStore({
  name: 'memory',
  lacks: ['durable'],
  make: async () => ({ driver: memoryStore, remove: async () => undefined }),
});

const sound = memoryStore();
const found = (change: (result: LegResult, query: LegQuery) => LegResult): Partial<StoreDriver> => ({
  search: async (query) => change(await sound.search(query), query),
});
const reading = (change: (text: string) => string): Partial<StoreDriver> => ({
  async *readPages(from) {
    for await (const { page, vectors } of sound.readPages(from))
      yield { page: { ...page, text: change(page.text) }, vectors };
  },
});
const put: IndexedPage[] = [];
type PageContent = Awaited<ReturnType<StoreDriver['getPage']>>;
function remembering(choose: (live: PageContent, earlier: PageContent) => PageContent): Partial<StoreDriver> {
  const earlier = new Map<string, PageContent>();
  return {
    async getPage(path) {
      const page = choose(await sound.getPage(path), earlier.get(path));
      if (page !== undefined) earlier.set(path, page);
      return page;
    },
  };
}

test.each<[defect: string, planted: Partial<StoreDriver>]>([
  ['publishes pages without vectors', { async *listBuild() {} }],
  ['does not delete pages', { deletePages: async () => undefined }],
  ['goes on with an abandoned build', { abandonBuild: async () => undefined }],
  ['goes on with pages of another chunker', { beginBuild: (build) => sound.beginBuild({ ...build, schema: SCHEMA }) }],
  ['reads pages without their odd characters', reading((text) => text.replace('\u0000', ''))],
  ['reads tabs as spaces', reading((text) => text.replaceAll('\t', ' '))],
  ['reads line breaks inside a passage as spaces', reading((text) => text.replaceAll(' \n ', '   '))],
  ['still gives a deleted page', remembering((live, earlier) => live ?? earlier)],
  ['still gives a replaced page', remembering((live, earlier) => live && (earlier ?? live))],
  [
    'still has the chunks of replaced pages',
    {
      putPage: async (page) => void (put.push(page), await sound.putPage(page)),
      getChunks: async (ids) =>
        ids.map((id) => put.flatMap(({ chunks }) => chunks).find(({ chunk }) => chunk.id === id)?.chunk),
    },
  ],
  [
    'keeps the vectors of replaced pages',
    {
      listBuild: (filter) =>
        sound.listBuild(filter?.withoutVectorsIn === undefined ? filter : { withoutVectorsIn: undefined! }),
    },
  ],
  ['counts pages in the page leg', found((result) => ({ ...result, page: { ...result.page, lo: result.page.hi } }))],
  [
    'scores words too low',
    found((result) => ({ ...result, candidates: result.candidates.map((one) => ({ ...one, text: one.text / 2 })) })),
  ],
])('random histories notice a store that %s (planted)', async (_, planted) => {
  const store = await openStore({ ...sound, ...planted });
  const property = fc.asyncProperty(arbitraryOperations(SPACE), (operations) =>
    playOperations(store, operations, SPACE),
  );
  await expect(fc.assert(property, { numRuns: 30, endOnFailure: true })).rejects.toThrow(/failed/u);
});
