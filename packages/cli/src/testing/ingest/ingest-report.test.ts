import { IbidError, openStore } from '@ibid/core';
import type { IngestProgress } from '@ibid/core/ingest';
import { builtinEmbedder } from '@ibid/drivers/embedders/builtin';
import { memoryStore, scriptedSource, scriptedUrl, wordEmbedder } from '@ibid/testkit';
import { describe, expect, it } from 'vitest';
import { codeOf, ingestInto, page, SMALL, textOf, urlsOf, watchedEmbedder } from './ingest-setup.ts';
import { takeSnapshot } from './snapshot.ts';

/** An index of the small site, with its source. */
async function indexed() {
  const [store, source] = [await openStore(memoryStore()), scriptedSource(SMALL)];
  await ingestInto(store, source);
  return { store, source };
}

describe('what a run reports', () => {
  it('reports pages with one URL or with the same text', async () => {
    const store = await openStore(memoryStore());
    const source = scriptedSource({ ...SMALL, '/guide/copy': SMALL['/guide/start']! });
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
    const source = scriptedSource({ '/long': `# Long\n\n## Section\n\n${long.join(' ')}\n` });
    const embedder = watchedEmbedder(wordEmbedder(), (batch) => void texts.push(...batch));
    const report = await ingestInto(store, source, { embedder });
    expect(report.chunks).toBeGreaterThan(2);
    expect(new Set(texts).size).toBe(texts.length);
    expect(report.embedded).toEqual({ calls: 1, texts: texts.length });
    expect(texts.length).toBeLessThanOrEqual(report.chunks + 2);
  });

  it('counts the texts of refused batches once', async () => {
    const store = await openStore(memoryStore());
    const texts: string[] = [];
    const embedder = watchedEmbedder(wordEmbedder(), (batch) => {
      if (batch.length > 1) throw new IbidError('UPSTREAM_FAILED', 'Too long.', { details: { tooLong: true } });
      texts.push(...batch);
    });
    const report = await ingestInto(store, scriptedSource(SMALL), { embedder });
    expect(report.embedded.texts).toBe(texts.length);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('tells how far it is, stage after stage', async () => {
    const store = await openStore(memoryStore());
    const events: IngestProgress[] = [];
    const report = await ingestInto(store, scriptedSource(SMALL), {
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

describe('a dry run (R24)', () => {
  it('says what a dry run would add, change and remove, and writes nothing', async () => {
    await using store = await openStore(memoryStore());
    const source = scriptedSource(SMALL);
    expect(await ingestInto(store, source, { dryRun: true })).toMatchObject({ pages: { added: 4 }, generation: 0 });
    expect(await store.info()).toBeUndefined();
    await ingestInto(store, source);
    expect((await ingestInto(store, source, { dryRun: true })).unchanged).toBe(true);
    const before = await takeSnapshot(store);
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
    expect(await takeSnapshot(store)).toEqual(before);
    const real = await ingestInto(store, source);
    expect(real.changes).toEqual(report.changes);
  });

  it('says in a dry run which passages another embedder would embed again, and then does so', async () => {
    await using store = await openStore(memoryStore());
    const source = scriptedSource(SMALL);
    const { chunks, toEmbed } = await ingestInto(store, source);
    expect(toEmbed).toBe(0);
    expect(await ingestInto(store, source, { dryRun: true })).toMatchObject({ unchanged: true, toEmbed: 0 });
    const own = wordEmbedder().embedder;
    const other = { kind: 'fixed', embedder: { ...own, id: 'test/other@1' } } as const;
    const dry = { dryRun: true, embedder: other } as const;
    expect(await ingestInto(store, source, dry)).toMatchObject({
      unchanged: false,
      pages: { unchanged: 4 },
      toEmbed: chunks,
      embedder: 'test/other@1',
    });
    const fitted = await ingestInto(store, source, { dryRun: true, embedder: builtinEmbedder() });
    expect(fitted).toMatchObject({ unchanged: false, toEmbed: chunks, embedder: builtinEmbedder().family });
    expect(await ingestInto(store, source, { dryRun: true, fresh: true })).toMatchObject({ toEmbed: chunks });
    // Pages that are read again count as changes, not here.
    source.pages.set('/guide/start', page('Start', 'newer words'));
    const fewer = await ingestInto(store, source, dry);
    expect(fewer.toEmbed).toBe(chunks - (await store.getPage(scriptedUrl('/guide/start')))!.content.length);
    const real = await ingestInto(store, source, { embedder: other });
    expect(real).toMatchObject({ unchanged: false, embedder: 'test/other@1' });
    expect(real.embedded.texts).toBeGreaterThan(0);
  });
});

describe('what indexing refuses', () => {
  it('holds a build that lost more than 30 % of the pages, until it is confirmed', async () => {
    const { store, source } = await indexed();
    const before = await takeSnapshot(store);
    source.pages.delete('/guide/start');
    source.pages.delete('/guide/stop');
    expect(await codeOf(ingestInto(store, source))).toBe('BUILD_HELD');
    expect(await takeSnapshot(store)).toEqual(before);
    const dry = await ingestInto(store, source, { dryRun: true });
    expect(dry.diagnostics.map(({ rule }) => rule)).toContain('ingest:would-be-held');
    expect(await ingestInto(store, source, { allowShrink: true })).toMatchObject({ pages: { removed: 2 } });
  });

  it('holds a build whose pages lost their content, too', async () => {
    const { store, source } = await indexed();
    const before = await takeSnapshot(store);
    for (const path of ['/guide/start', '/guide/stop']) source.pages.set(path, { body: '', load: 'skip' });
    expect(await codeOf(ingestInto(store, source))).toBe('BUILD_HELD');
    expect(await takeSnapshot(store)).toEqual(before);
  });

  it('never takes an empty listing for an empty site, even when a loss is confirmed', async () => {
    await using store = await openStore(memoryStore());
    await expect(ingestInto(store, scriptedSource({}))).rejects.toThrow(/`scripted:docs` lists no pages/);
    const source = scriptedSource(SMALL);
    await ingestInto(store, source);
    source.pages.clear();
    expect(await codeOf(ingestInto(store, source, { allowShrink: true }))).toBe('SOURCE_UNAVAILABLE');
    source.unavailable = true;
    expect(await codeOf(ingestInto(store, source, { allowShrink: true }))).toBe('SOURCE_UNAVAILABLE');
    expect(await urlsOf(store)).toHaveLength(4);
  });

  it('publishes no index in which no page has text', async () => {
    await using store = await openStore(memoryStore());
    const source = scriptedSource({ '/a': { body: 'x', load: 'fail' }, '/b': { body: 'y', load: 'skip' } });
    await expect(ingestInto(store, source)).rejects.toThrow(
      /None of the 2 pages.*failed at load: The server answered 500/,
    );
    expect(await store.info()).toBeUndefined();
  });
});

describe('pages that cannot be taken in (R24)', () => {
  it('takes a page without content as skipped, and drops it when it was on show', async () => {
    await using store = await openStore(memoryStore());
    const source = scriptedSource({ ...SMALL, '/guide/draft': { body: '# Draft', load: 'skip' } });
    expect((await ingestInto(store, source)).pages).toMatchObject({ found: 5, added: 4, skipped: 1 });
    source.pages.set('/guide/start', { body: '', load: 'skip' });
    const report = await ingestInto(store, source);
    expect(report.status).toBe('complete');
    expect(report.pages).toMatchObject({ skipped: 2, removed: 1 });
    expect(await urlsOf(store)).toHaveLength(3);
  });

  it('goes on without a page that fails, keeps its old content, and tries it again next time', async () => {
    const { store, source } = await indexed();
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
    const { store, source } = await indexed();
    const before = await takeSnapshot(store);
    source.pages.set('/guide/stop', { body: 'x', load: 'fail' });
    const report = await ingestInto(store, source, { fresh: true });
    expect(report.failed).toMatchObject([{ kept: true }]);
    expect(await takeSnapshot(store)).toEqual(before);
  });

  it('counts a parser that throws as the page failing to parse', async () => {
    await using store = await openStore(memoryStore());
    const parser = {
      parse: () => Promise.reject(new Error('The parser ran out of time.')),
      close: () => Promise.resolve(),
    };
    await ingestInto(store, scriptedSource(SMALL));
    const source = scriptedSource({ ...SMALL, '/guide/new': page('New', 'words') });
    const report = await ingestInto(store, source, { parser });
    expect(report.failed).toEqual([
      { page: scriptedUrl('/guide/new'), stage: 'parse', error: 'The parser ran out of time.', kept: false },
    ]);
  });

  it('leaves out a page that the embedder refuses, or keeps its old content', async () => {
    const store = await openStore(memoryStore());
    const source = scriptedSource(SMALL);
    const refusing = watchedEmbedder(wordEmbedder(), (batch) => {
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
    const source = scriptedSource(SMALL);
    const dead = watchedEmbedder(wordEmbedder(), () => {
      throw new IbidError('UPSTREAM_FAILED', 'The embedder answered 401.');
    });
    await expect(ingestInto(store, source, { embedder: dead })).rejects.toThrow('401');
    expect(await store.info()).toBeUndefined();
    source.loads.length = 0;
    expect(await ingestInto(store, source)).toMatchObject({ status: 'complete', pages: { added: 4 } });
    expect(source.loads).toEqual([]);
  });
});
