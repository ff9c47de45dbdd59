import { IbidError, openStore, type ChunkStore, type Drift, type StoreDriver } from '@ibid/core';
import type { IngestProgress } from '@ibid/core/ingest';
import { builtinEmbedder } from '@ibid/drivers/embedders/builtin';
import { hashEmbedder } from '@ibid/drivers/embedders/hash';
import { memoryStore } from '@ibid/drivers/stores/memory';
import { scriptedUrl, type ScriptedPage } from '@ibid/testkit';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generatedSite } from './generated-site.ts';
import { ingestInto, sourceOf, watchedDriver, watchedEmbedder } from './ingest-setup.ts';
import { takeSnapshot } from './snapshot.ts';
import { TEST_STORES } from './test-stores.ts';

const page = (title: string, words: string): string =>
  `# ${title}\n\nThe ${title} page says ${words}.\n\n## Details\n\nMore about ${words} stands here.\n`;

const SMALL: Readonly<Record<string, ScriptedPage>> = {
  '/guide/install': page('Install', 'how to install the worker'),
  '/guide/start': page('Start', 'how to start the scheduler'),
  '/guide/stop': page('Stop', 'how to stop the gateway'),
  '/reference/queue': page('Queue', 'what the queue holds'),
};

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'ibid-ingest-'))));
afterAll(async () => rm(folder, { recursive: true, force: true }));

const refitFromAThird = (counts: { readonly total: number; readonly folded: number }): Drift => ({
  refit: counts.folded * 3 >= counts.total,
  reason: `${counts.folded} of ${counts.total} were not in the fit`,
});

const urlsOf = async (store: ChunkStore): Promise<string[]> =>
  (await Array.fromAsync(store.listPages())).map((shown) => shown.url);

const textOf = async (store: ChunkStore, path: string): Promise<string | undefined> =>
  (await store.getPage(scriptedUrl(path)))?.text;

const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'fulfilled',
    (error: unknown) => (IbidError.is(error) ? error.code : String(error)),
  );

describe.each(TEST_STORES)('ingest into the %s store (R24)', (_, create) => {
  const driver = (): StoreDriver => create(folder);

  it('indexes every page of an empty index', async () => {
    await using store = await openStore(driver());
    const report = await ingestInto(store, sourceOf(SMALL));
    expect(report).toMatchObject({
      status: 'complete',
      unchanged: false,
      pages: { found: 4, added: 4, changed: 0, removed: 0, unchanged: 0, skipped: 0, failed: 0 },
      refitted: false,
      generation: 1,
    });
    expect(report.chunks).toBe((await store.info())?.chunks);
    expect(await urlsOf(store)).toEqual(Object.keys(SMALL).map(scriptedUrl));
    expect(await Array.fromAsync(store.check())).toEqual([]);
  });

  it('costs nothing but the listing when nothing changed, and publishes nothing', async () => {
    await using store = await openStore(driver());
    const source = sourceOf(SMALL);
    await ingestInto(store, source);
    const before = await takeSnapshot(store, hashEmbedder());
    source.loads.length = 0;
    const report = await ingestInto(store, source);
    expect(report).toMatchObject({ unchanged: true, embedded: { calls: 0, texts: 0 }, generation: 1 });
    expect(report.pages).toMatchObject({ found: 4, unchanged: 4 });
    expect(source.loads).toEqual([]);
    expect(await takeSnapshot(store, hashEmbedder())).toEqual(before);
  });

  it('reads, embeds and replaces whole only the page that changed', async () => {
    await using store = await openStore(driver());
    const source = sourceOf(SMALL);
    await ingestInto(store, source);
    source.loads.length = 0;
    source.pages.set('/guide/stop', '# Stop\n\nOnly one section is left.\n');
    const texts: string[] = [];
    const embedder = watchedEmbedder(hashEmbedder(), (batch) => void texts.push(...batch));
    const report = await ingestInto(store, source, { embedder });
    expect(source.loads).toEqual([scriptedUrl('/guide/stop')]);
    expect(report.changes).toEqual({ added: [], changed: [scriptedUrl('/guide/stop')], removed: [] });
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.filter((text) => !text.includes('Stop'))).toEqual([]);
    expect(await textOf(store, '/guide/stop')).not.toContain('gateway');
    const clean = await openStore(driver());
    await ingestInto(clean, source);
    expect(await takeSnapshot(store, hashEmbedder())).toEqual(await takeSnapshot(clean, hashEmbedder()));
    await clean.close();
  });

  it('drops a page that the source lists no more', async () => {
    await using store = await openStore(driver());
    const source = sourceOf(SMALL);
    await ingestInto(store, source);
    source.pages.delete('/guide/start');
    const report = await ingestInto(store, source);
    expect(report.changes.removed).toEqual([scriptedUrl('/guide/start')]);
    expect(await urlsOf(store)).not.toContain(scriptedUrl('/guide/start'));
    expect(await Array.fromAsync(store.check())).toEqual([]);
  });

  it('takes a page without content as skipped, and drops it when it was on show', async () => {
    await using store = await openStore(driver());
    const source = sourceOf({ ...SMALL, '/guide/draft': { body: '# Draft', load: 'skip' } });
    expect((await ingestInto(store, source)).pages).toMatchObject({ found: 5, added: 4, skipped: 1 });
    source.pages.set('/guide/start', { body: '', load: 'skip' });
    const report = await ingestInto(store, source);
    expect(report.status).toBe('complete');
    expect(report.pages).toMatchObject({ skipped: 2, removed: 1 });
    expect(await urlsOf(store)).toHaveLength(3);
  });

  it('goes on without a page that fails, keeps its old content, and tries it again next time', async () => {
    await using store = await openStore(driver());
    const source = sourceOf(SMALL);
    await ingestInto(store, source);
    source.pages.set('/guide/stop', { body: page('Stop', 'new words'), load: 'fail' });
    source.pages.set('/guide/new', { body: page('New', 'new words'), load: 'throw' });
    source.pages.set('/guide/start', page('Start', 'newer words'));
    const report = await ingestInto(store, source);
    expect(report.status).toBe('partial');
    expect(report.pages).toMatchObject({ found: 5, changed: 1, unchanged: 2, failed: 2, removed: 0 });
    expect(report.failed).toMatchObject([
      { page: scriptedUrl('/guide/new'), stage: 'load', kept: false },
      { page: scriptedUrl('/guide/stop'), stage: 'load', error: 'The server answered 500.', kept: true },
    ]);
    expect(await textOf(store, '/guide/stop')).toContain('gateway');
    expect(await textOf(store, '/guide/start')).toContain('newer words');
    source.pages.set('/guide/stop', page('Stop', 'new words'));
    source.pages.set('/guide/new', page('New', 'new words'));
    expect(await ingestInto(store, source)).toMatchObject({ status: 'complete', pages: { added: 1, changed: 1 } });
    expect(await textOf(store, '/guide/stop')).toContain('new words');
  });

  it('keeps the old content of a failing page in a fresh build too', async () => {
    await using store = await openStore(driver());
    const source = sourceOf(SMALL);
    await ingestInto(store, source);
    const before = await takeSnapshot(store, hashEmbedder());
    source.pages.set('/guide/stop', { body: 'x', load: 'fail' });
    const report = await ingestInto(store, source, { fresh: true });
    expect(report.failed).toMatchObject([{ kept: true }]);
    expect(await takeSnapshot(store, hashEmbedder())).toEqual(before);
  });

  it('counts a parser that throws as the page failing to parse', async () => {
    await using store = await openStore(driver());
    const parser = {
      parse: () => Promise.reject(new Error('The parser ran out of time.')),
      close: () => Promise.resolve(),
    };
    await ingestInto(store, sourceOf(SMALL));
    const source = sourceOf({ ...SMALL, '/guide/new': page('New', 'words') });
    const report = await ingestInto(store, source, { parser });
    expect(report.failed).toEqual([
      { page: scriptedUrl('/guide/new'), stage: 'parse', error: 'The parser ran out of time.', kept: false },
    ]);
  });

  it('says what a dry run would add, change and remove, and writes nothing', async () => {
    await using store = await openStore(driver());
    const source = sourceOf(SMALL);
    expect(await ingestInto(store, source, { dryRun: true })).toMatchObject({ pages: { added: 4 }, generation: 0 });
    expect(await store.info()).toBeUndefined();
    await ingestInto(store, source);
    expect((await ingestInto(store, source, { dryRun: true })).unchanged).toBe(true);
    const before = await takeSnapshot(store, hashEmbedder());
    source.loads.length = 0;
    source.pages.set('/guide/start', page('Start', 'newer words'));
    source.pages.set('/guide/new', page('New', 'new words'));
    source.pages.delete('/guide/stop');
    const report = await ingestInto(store, source, { dryRun: true });
    expect(report).toMatchObject({ dryRun: true, unchanged: false, generation: 1, embedded: { calls: 0 } });
    expect(report.changes).toEqual({
      added: [scriptedUrl('/guide/new')],
      changed: [scriptedUrl('/guide/start')],
      removed: [scriptedUrl('/guide/stop')],
    });
    expect(source.loads).toEqual([]);
    expect(await takeSnapshot(store, hashEmbedder())).toEqual(before);
    const real = await ingestInto(store, source);
    expect(real.changes).toEqual(report.changes);
  });

  it('says in a dry run which passages another embedder would embed anew, and then does so', async () => {
    await using store = await openStore(driver());
    const source = sourceOf(SMALL);
    const { chunks, anew } = await ingestInto(store, source);
    expect(anew).toBe(0);
    expect(await ingestInto(store, source, { dryRun: true })).toMatchObject({ unchanged: true, anew: 0 });
    const own = hashEmbedder().embedder;
    const other = { kind: 'fixed', embedder: { ...own, id: 'test/other@1' } } as const;
    const dry = { dryRun: true, embedder: other } as const;
    expect(await ingestInto(store, source, dry)).toMatchObject({
      unchanged: false,
      pages: { unchanged: 4 },
      anew: chunks,
      embedder: 'test/other@1',
    });
    const fitted = await ingestInto(store, source, { dryRun: true, embedder: builtinEmbedder() });
    expect(fitted).toMatchObject({ unchanged: false, anew: chunks, embedder: builtinEmbedder().family });
    expect(await ingestInto(store, source, { dryRun: true, fresh: true })).toMatchObject({ anew: chunks });
    // Pages that are read again count among the changes, not here.
    source.pages.set('/guide/start', page('Start', 'newer words'));
    const fewer = await ingestInto(store, source, dry);
    expect(fewer.anew).toBe(chunks - (await store.getPage(scriptedUrl('/guide/start')))!.content.length);
    const real = await ingestInto(store, source, { embedder: other });
    expect(real).toMatchObject({ unchanged: false, embedder: 'test/other@1' });
    expect(real.embedded.texts).toBeGreaterThan(0);
  });

  it('shows readers the old generation, whole, until it switches', async () => {
    const seen: { readonly at: string; readonly generation: number; readonly words: boolean }[] = [];
    const watched = watchedDriver(driver(), {
      before: async (operation) => {
        if (reader === undefined) return;
        const { generation } = (await reader.info())!;
        const found = await reader.search({ terms: [{ term: 'zebra', count: 1 }], vector: undefined, limit: 100 });
        seen.push({ at: operation, generation, words: found.candidates.length > 0 || found.generation !== generation });
      },
    });
    const store = await openStore(watched);
    let reader: ChunkStore | undefined;
    const source = sourceOf(SMALL);
    await ingestInto(store, source);
    reader = store;
    for (const path of Object.keys(SMALL)) source.pages.set(path, page(path, 'zebra stripes'));
    await ingestInto(store, source, { fresh: true });
    expect(new Set(seen.map(({ at }) => at))).toEqual(
      new Set(['beginBuild', 'putPage', 'putSpace', 'putVectors', 'publish']),
    );
    expect(seen.filter(({ generation, words }) => generation !== 1 || words)).toEqual([]);
    const { candidates } = await store.search({ terms: [{ term: 'zebra', count: 1 }], vector: undefined, limit: 100 });
    expect(new Set(candidates.map((hit) => hit.url)).size).toBe(4);
    await store.close();
  });

  it('embeds everything again for another embedder, from the passages that it has', async () => {
    await using store = await openStore(driver());
    const source = sourceOf(SMALL);
    await ingestInto(store, source);
    source.loads.length = 0;
    const report = await ingestInto(store, source, { embedder: hashEmbedder({ dimensions: 32 }) });
    expect(report).toMatchObject({ unchanged: false, pages: { unchanged: 4 }, generation: 2 });
    expect(report.embedded.texts).toBeGreaterThan(4);
    expect(source.loads).toEqual([]);
    expect((await store.info())?.space.dimensions).toBe(32);
  });
});

describe.each(TEST_STORES)('what indexing into the %s store refuses', (_, create) => {
  const driver = (): StoreDriver => create(folder);

  it('holds a build that lost more than 30 % of the pages, until it is confirmed', async () => {
    await using store = await openStore(driver());
    const source = sourceOf(SMALL);
    await ingestInto(store, source);
    const before = await takeSnapshot(store, hashEmbedder());
    source.pages.delete('/guide/start');
    source.pages.delete('/guide/stop');
    expect(await codeOf(ingestInto(store, source))).toBe('BUILD_HELD');
    expect(await takeSnapshot(store, hashEmbedder())).toEqual(before);
    const dry = await ingestInto(store, source, { dryRun: true });
    expect(dry.diagnostics.map(({ rule }) => rule)).toContain('ingest:would-be-held');
    expect(await ingestInto(store, source, { allowShrink: true })).toMatchObject({ pages: { removed: 2 } });
  });

  it('holds a build whose pages lost their content, too', async () => {
    await using store = await openStore(driver());
    const source = sourceOf(SMALL);
    await ingestInto(store, source);
    const before = await takeSnapshot(store, hashEmbedder());
    for (const path of ['/guide/start', '/guide/stop']) source.pages.set(path, { body: '', load: 'skip' });
    expect(await codeOf(ingestInto(store, source))).toBe('BUILD_HELD');
    expect(await takeSnapshot(store, hashEmbedder())).toEqual(before);
  });

  it('never takes an empty listing for an empty site, even when a loss is confirmed', async () => {
    await using store = await openStore(driver());
    await expect(ingestInto(store, sourceOf({}))).rejects.toThrow(/`scripted:docs` lists no pages/);
    const source = sourceOf(SMALL);
    await ingestInto(store, source);
    source.pages.clear();
    expect(await codeOf(ingestInto(store, source, { allowShrink: true }))).toBe('SOURCE_UNAVAILABLE');
    source.unavailable = true;
    expect(await codeOf(ingestInto(store, source, { allowShrink: true }))).toBe('SOURCE_UNAVAILABLE');
    expect(await urlsOf(store)).toHaveLength(4);
  });

  it('publishes no index in which no page has text', async () => {
    await using store = await openStore(driver());
    const source = sourceOf({ '/a': { body: 'x', load: 'fail' }, '/b': { body: 'y', load: 'skip' } });
    await expect(ingestInto(store, source)).rejects.toThrow(
      /None of the 2 pages.*failed at load: The server answered 500/,
    );
    expect(await store.info()).toBeUndefined();
  });
});

describe('ingest', () => {
  it('reports pages with one URL or with the same text', async () => {
    const store = await openStore(memoryStore());
    const source = sourceOf({ ...SMALL, '/guide/copy': SMALL['/guide/start']! });
    source.extraEntries.push({ url: scriptedUrl('/guide/stop'), revision: 'other' });
    const report = await ingestInto(store, source);
    expect(report.diagnostics.map(({ rule, page: url }) => [rule, url])).toEqual([
      ['ingest:duplicate-url', scriptedUrl('/guide/stop')],
      ['ingest:duplicate-content', scriptedUrl('/guide/start')],
    ]);
    expect(report.pages).toMatchObject({ found: 5, added: 5 });
  });

  it('embeds a heading that several passages of a page share once', async () => {
    const store = await openStore(memoryStore());
    const texts: string[] = [];
    const long = Array.from({ length: 120 }, (_, index) => `Sentence number ${index} tells of the long section.`);
    const source = sourceOf({ '/long': `# Long\n\n## Section\n\n${long.join(' ')}\n` });
    const embedder = watchedEmbedder(hashEmbedder(), (batch) => void texts.push(...batch));
    const report = await ingestInto(store, source, { embedder });
    expect(report.chunks).toBeGreaterThan(2);
    expect(new Set(texts).size).toBe(texts.length);
    expect(report.embedded).toEqual({ calls: 1, texts: texts.length });
    expect(texts.length).toBeLessThanOrEqual(report.chunks + 2);
  });

  it('leaves out a page that the embedder refuses, or keeps its old content', async () => {
    const store = await openStore(memoryStore());
    const source = sourceOf(SMALL);
    const refusing = watchedEmbedder(hashEmbedder(), (batch) => {
      if (batch.some((text) => text.includes('unspeakable'))) {
        throw new IbidError('UPSTREAM_FAILED', 'The embedder answered 400.');
      }
    });
    await ingestInto(store, source, { embedder: refusing });
    source.pages.set('/guide/stop', page('Stop', 'unspeakable words'));
    source.pages.set('/guide/new', page('New', 'unspeakable words'));
    source.pages.set('/guide/start', page('Start', 'newer words'));
    const report = await ingestInto(store, source, { embedder: refusing });
    expect(report.failed).toEqual([
      { page: scriptedUrl('/guide/new'), stage: 'embed', error: 'The embedder answered 400.', kept: false },
      { page: scriptedUrl('/guide/stop'), stage: 'embed', error: 'The embedder answered 400.', kept: true },
    ]);
    expect(report.pages).toMatchObject({ found: 5, changed: 1, unchanged: 2, failed: 2 });
    expect(await textOf(store, '/guide/stop')).toContain('gateway');
    expect(await textOf(store, '/guide/start')).toContain('newer words');
    expect(await urlsOf(store)).toHaveLength(4);
  });

  it('stops at an embedder that works for no text, and goes on from there later', async () => {
    const store = await openStore(memoryStore());
    const source = sourceOf(SMALL);
    const dead = watchedEmbedder(hashEmbedder(), () => {
      throw new IbidError('UPSTREAM_FAILED', 'The embedder answered 401.');
    });
    await expect(ingestInto(store, source, { embedder: dead })).rejects.toThrow('401');
    expect(await store.info()).toBeUndefined();
    source.loads.length = 0;
    expect(await ingestInto(store, source)).toMatchObject({ status: 'complete', pages: { added: 4 } });
    expect(source.loads).toEqual([]);
  });

  it('tells how far it is, stage after stage', async () => {
    const store = await openStore(memoryStore());
    const events: IngestProgress[] = [];
    const report = await ingestInto(store, sourceOf(SMALL), {
      embedder: builtinEmbedder(),
      onProgress: (event) => events.push(event),
    });
    expect([...new Set(events.map((event) => event.stage))]).toEqual(['list', 'pages', 'fit', 'embed', 'publish']);
    for (const stage of ['pages', 'embed', 'publish'] as const) {
      const own = events.filter((event) => event.stage === stage);
      expect(own.map((event) => event.done)).toEqual(own.map((event) => event.done).toSorted((a, b) => a - b));
      expect(own.at(-1)?.done).toBe(own.at(-1)?.total);
    }
    expect(Object.keys(report.timings)).toEqual(['list', 'pages', 'fit', 'embed', 'publish']);
  });
});

describe('a fitted embedder', () => {
  const site = generatedSite({ pages: 24, version: 0 });

  it('gives the same space, vectors and results for a clean build, a fresh one and one that was interrupted', async () => {
    const embedder = builtinEmbedder();
    const clean = await openStore(memoryStore());
    expect(await ingestInto(clean, sourceOf(site), { embedder })).toMatchObject({ refitted: true });
    const expected = await takeSnapshot(clean, embedder);
    expect(expected?.info.fitted).toBe(expected?.info.chunks);

    await ingestInto(clean, sourceOf(site), { embedder, fresh: true });
    expect(await takeSnapshot(clean, embedder)).toEqual(expected);

    const interrupted = await openStore(memoryStore());
    for (const stop of [
      { stage: 'pages', done: 9 },
      { stage: 'fit', done: 0 },
      { stage: 'embed', done: 1 },
    ]) {
      const controller = new AbortController();
      const run = ingestInto(interrupted, sourceOf(site), {
        embedder,
        signal: controller.signal,
        onProgress: (event) => void (event.stage === stop.stage && event.done >= stop.done && controller.abort()),
      });
      expect(await codeOf(run)).toBe('ABORTED');
    }
    await ingestInto(interrupted, sourceOf(site), { embedder });
    expect(await takeSnapshot(interrupted, embedder)).toEqual(expected);
  });

  it('has few new passages folded into its fit, and is fitted anew when it says that the site has moved away', async () => {
    const embedder = { ...builtinEmbedder(), drift: refitFromAThird };
    const store = await openStore(memoryStore());
    const source = sourceOf(site);
    await ingestInto(store, source, { embedder });
    const { space, fitted } = (await store.info())!;
    source.pages.set('/part-0/page-000', page('Other', 'a few other words'));
    expect(await ingestInto(store, source, { embedder })).toMatchObject({ refitted: false, unchanged: false });
    expect(await store.info()).toMatchObject({ space: { id: space.id }, fitted });
    for (const [path, body] of Object.entries(generatedSite({ pages: 60, version: 4 }))) source.pages.set(path, body);
    expect(await ingestInto(store, source, { embedder })).toMatchObject({ refitted: true });
    const now = (await store.info())!;
    expect(now.space.id).not.toBe(space.id);
    expect(now.fitted).toBe(now.chunks);
  });

  it('is fitted anew by many small changes as by one large one', async () => {
    const embedder = { ...builtinEmbedder(), drift: refitFromAThird };
    const store = await openStore(memoryStore());
    const source = sourceOf(site);
    await ingestInto(store, source, { embedder });
    const paths = [...source.pages.keys()];
    let changed = 0;
    let refitted = false;
    const folded: number[] = [];
    while (!refitted && changed < paths.length) {
      source.pages.set(paths[changed]!, page('Other', `other words, number ${changed}`));
      changed += 1;
      ({ refitted } = await ingestInto(store, source, { embedder }));
      folded.push((await store.info())!.folded);
    }
    expect(refitted).toBe(true);
    expect(changed).toBeGreaterThan(2);
    expect(folded.at(-1)).toBe(0);
    expect(folded.slice(0, -1)).toEqual([...new Set(folded.slice(0, -1))].sort((a, b) => a - b));
  });

  it('fits anew when the fit that it has belongs to another version of the algorithm', async () => {
    const embedder = builtinEmbedder();
    const store = await openStore(memoryStore());
    await ingestInto(store, sourceOf(site), { embedder });
    let refused = 0;
    const newer = {
      ...embedder,
      open: async (space: Parameters<typeof embedder.open>[0]) => {
        if ((refused += 1) === 1) throw new IbidError('INDEX_MISMATCH', 'The fit is of an older version.');
        return embedder.open(space);
      },
    };
    expect(await ingestInto(store, sourceOf(site), { embedder: newer })).toMatchObject({ refitted: true });
  });
});
