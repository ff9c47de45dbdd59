import { memoryStore } from '@ibid/testkit';
import { expect, test } from 'vitest';
import { collectPages, openStores, SITE, type Stores } from './copy-fixture.ts';
import { copyIndex } from './copy-index.ts';
import { compareIndexes } from './compare-indexes.ts';
import { openStore } from '../store/open-store.ts';
import type { Diagnostic } from '../types/diagnostic.ts';
import type { StoreDriver, WholePage } from '../types/store.ts';

async function rejectionOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

test('a copy shows the same pages, passages and vectors, and says how many', async () => {
  await using stores = await openStores();
  const report = await copyIndex(stores);
  expect(report).toMatchObject({
    status: 'copied',
    resumed: false,
    pages: { total: SITE.length, copied: SITE.length, kept: 0, removed: 0 },
  });
  expect(await collectPages(stores.to)).toEqual(await collectPages(stores.from));
  const { generation: _, ...source } = (await stores.from.info())!;
  expect(await stores.to.info()).toMatchObject(source);
  expect(await compareIndexes(stores)).toMatchObject({ pages: SITE.length, differences: 0, vectorGap: 0 });
});

test('a second copy changes nothing and makes no generation', async () => {
  await using stores = await openStores();
  const { generations } = await copyIndex(stores);
  expect(await copyIndex(stores)).toMatchObject({
    status: 'unchanged',
    pages: { copied: 0, kept: SITE.length, removed: 0 },
    generations,
  });
});

test('only what has changed since is written, and what is gone is removed', async () => {
  await using stores = await openStores();
  await copyIndex(stores);
  await stores.index(SITE.slice(2), 'changed');
  const put: string[] = [];
  const to = { ...stores.to, putPage: watched(stores.to.putPage, ({ url }) => put.push(url)) };
  expect(await copyIndex({ ...stores, to })).toMatchObject({
    status: 'copied',
    pages: { total: SITE.length - 2, copied: 1, kept: SITE.length - 3, removed: 2 },
  });
  expect(put).toHaveLength(1);
  expect(await compareIndexes(stores)).toMatchObject({ differences: 0 });
});

test('a dry run says what a copy would write, and writes nothing', async () => {
  await using stores = await openStores();
  const planned = await copyIndex({ ...stores, dryRun: true });
  expect(planned).toMatchObject({ status: 'dry-run', pages: { copied: SITE.length } });
  expect(await stores.to.info()).toBeUndefined();
  const { pages } = await copyIndex(stores);
  expect(pages).toEqual(planned.pages);
  expect((await copyIndex({ ...stores, dryRun: true })).pages).toMatchObject({ copied: 0, kept: SITE.length });
  const anew = await copyIndex({ ...stores, dryRun: true, fresh: true });
  expect(anew.pages).toMatchObject({ copied: SITE.length, kept: 0 });
});

test('a source without a generation is NOT_INDEXED, and the target is left alone', async () => {
  const from = await openStore(memoryStore());
  const to = await openStore(memoryStore());
  expect(await rejectionOf(copyIndex({ from, to }))).toMatchObject({ code: 'NOT_INDEXED' });
  expect(await rejectionOf(compareIndexes({ from, to }))).toMatchObject({ code: 'NOT_INDEXED' });
});

test('a target that shows another site is refused unless it is taken over', async () => {
  await using stores = await openStores();
  await using other = await openStores({ sourceId: 'test:other' });
  const pair = { from: stores.from, to: other.from };
  expect(await rejectionOf(copyIndex(pair))).toMatchObject({ code: 'INVALID_CONFIG' });
  expect(await copyIndex({ ...pair, fresh: true })).toMatchObject({ status: 'copied', pages: { kept: 0 } });
  expect(await compareIndexes(pair)).toMatchObject({ differences: 0 });
});

test('an interrupted copy shows nothing, and the next one goes on with what it wrote', async () => {
  await using stores = await openStores();
  const stop = new AbortController();
  const onProgress = ({ stage, done }: { readonly stage: string; readonly done: number }): void => {
    if (stage === 'copy' && done === 5) stop.abort();
  };
  const stopped = await rejectionOf(copyIndex({ ...stores, signal: stop.signal, onProgress }));
  expect(stopped).toMatchObject({ code: 'ABORTED' });
  expect(await stores.to.info()).toBeUndefined();
  const report = await copyIndex(stores);
  expect(report).toMatchObject({ status: 'copied', resumed: true });
  expect(report.pages.kept).toBeGreaterThanOrEqual(5);
  expect(report.pages.copied).toBe(SITE.length - report.pages.kept);
  expect(await compareIndexes(stores)).toMatchObject({ pages: SITE.length, differences: 0 });
});

test('a page whose vectors were not written is written again', async () => {
  await using stores = await openStores();
  let left = 4;
  const failing: Stores['to'] = {
    ...stores.to,
    putVectors: async (vectors, call) => {
      left -= 1;
      if (left < 0) throw new Error('the target is away');
      await stores.to.putVectors(vectors, call);
    },
  };
  expect(await rejectionOf(copyIndex({ ...stores, to: failing }))).toMatchObject({ message: 'the target is away' });
  expect(await copyIndex(stores)).toMatchObject({ resumed: true, pages: { kept: 4 } });
  expect(await compareIndexes(stores)).toMatchObject({ differences: 0 });
});

test('a source that is indexed anew meanwhile is not mixed: the copy is to be run again', async () => {
  await using stores = await openStores();
  let put = 0;
  const to = {
    ...stores.to,
    putPage: watched(stores.to.putPage, async () => {
      put += 1;
      if (put === 3) await stores.index(SITE.slice(1), 'changed');
    }),
  };
  expect(await rejectionOf(copyIndex({ ...stores, to }))).toMatchObject({ code: 'STORE_BUSY', retryable: true });
  expect(await stores.to.info()).toBeUndefined();
  await copyIndex(stores);
  expect(await compareIndexes(stores)).toMatchObject({ pages: SITE.length - 1, differences: 0 });
});

test('what could not begin keeps no place: a target that fails at the first page can be written by others', async () => {
  await using stores = await openStores();
  let abandoned = 0;
  const to: Stores['to'] = {
    ...stores.to,
    putPage: () => Promise.reject(new Error('full')),
    abandonBuild: watched(stores.to.abandonBuild, () => (abandoned += 1)),
  };
  await rejectionOf(copyIndex({ ...stores, to }));
  expect(abandoned).toBe(1);
});

/** A driver that reads its pages as `change` makes them. */
function reading(sound: StoreDriver, change: (whole: WholePage) => WholePage | undefined): Partial<StoreDriver> {
  return {
    async *readPages(from, call) {
      for await (const whole of sound.readPages(from, call)) {
        const changed = change(whole);
        if (changed !== undefined) yield changed;
      }
    },
  };
}

const PLANTS: Readonly<Record<string, (sound: StoreDriver) => Partial<StoreDriver>>> = {
  'a page is lost': (sound) => reading(sound, (whole) => (whole.page.url.endsWith('3') ? undefined : whole)),
  'one letter of a passage is another': (sound) =>
    reading(sound, ({ page, vectors }) => {
      const chunks = page.chunks.map((one) => ({ ...one, chunk: { ...one.chunk, text: `${one.chunk.text}x` } }));
      return { page: { ...page, chunks }, vectors };
    }),
  'a word is counted twice': (sound) =>
    reading(sound, ({ page, vectors }) => {
      const chunks = page.chunks.map(({ chunk, terms }) => {
        return { chunk, terms: { ...terms, body: new Map([...terms.body].map(([term, n]) => [term, n + 1])) } };
      });
      return { page: { ...page, chunks }, vectors };
    }),
  'one number of a vector is off by a thousandth': (sound) =>
    reading(sound, ({ page, vectors }) => {
      const passages = vectors.passages.map((vector) => vector.map((value, i) => (i === 2 ? value + 1e-3 : value)));
      return { page, vectors: { ...vectors, passages } };
    }),
  'a vector is no number': (sound) =>
    reading(sound, ({ page, vectors }) => {
      const headings = vectors.headings.map((vector) => vector.map(() => Number.NaN));
      return { page, vectors: { ...vectors, headings } };
    }),
  'the target finds something wrong in itself': () => ({ check: saying('error') }),
  'the space has other data': (sound) => ({
    info: async (call) => {
      const info = await sound.info(call);
      return info && { ...info, space: { ...info.space, data: new Uint8Array([9]) } };
    },
  }),
};

for (const [fault, plant] of Object.entries(PLANTS)) {
  test(`the comparison notices when ${fault} (planted)`, async () => {
    await using stores = await openStores({ target: (sound) => ({ ...sound, ...plant(sound) }) });
    await copyIndex(stores);
    const { differences, diagnostics } = await compareIndexes(stores);
    expect(differences).toBeGreaterThan(0);
    expect(diagnostics[0]).toMatchObject({ severity: 'error', message: expect.stringMatching(/\w/u) });
  });
}

test('what the check of one side only mentions is no difference, what the other finds wrong in itself is one', async () => {
  await using stores = await openStores();
  await copyIndex(stores);
  const to = { ...stores.to, check: saying('info') };
  expect(await compareIndexes({ ...stores, to })).toMatchObject({ differences: 0 });
  const from = { ...stores.from, check: saying('error') };
  expect(await compareIndexes({ from, to })).toMatchObject({
    differences: 1,
    diagnostics: [{ rule: 'store:orphan', message: 'In the source: 2 points are left over' }],
  });
});

function saying(severity: Diagnostic['severity']): StoreDriver['check'] {
  return async function* () {
    yield { severity, rule: 'store:orphan', message: '2 points are left over', page: '' };
  };
}

function watched<Args extends readonly unknown[], Result>(
  call: (...args: Args) => Promise<Result>,
  watch: (...args: Args) => unknown,
): (...args: Args) => Promise<Result> {
  return async (...args) => {
    const result = await call(...args);
    await watch(...args);
    return result;
  };
}
