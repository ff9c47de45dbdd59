import { IbidError, openStore } from '@ibid/core';
import { hashEmbedder } from '@ibid/drivers/embedders/hash';
import { memoryStore } from '@ibid/drivers/stores/memory';
import { scriptedUrl } from '@ibid/testkit';
import { describe, expect, it } from 'vitest';
import { ingestInto, sourceOf, watchedEmbedder } from './ingest-setup.ts';
import { textOf, urlsOf } from './shown-pages.ts';
import { page, SMALL } from './small-site.ts';
import { takeSnapshot } from './snapshot.ts';

describe('ingest (R24)', () => {
  it('takes a page without content as skipped, and drops it when it was live', async () => {
    await using store = await openStore(memoryStore());
    const source = sourceOf({ ...SMALL, '/guide/draft': { body: '# Draft', load: 'skip' } });
    expect((await ingestInto(store, source)).pages).toMatchObject({ found: 5, added: 4, skipped: 1 });
    source.pages.set('/guide/start', { body: '', load: 'skip' });
    const report = await ingestInto(store, source);
    expect(report.status).toBe('complete');
    expect(report.pages).toMatchObject({ skipped: 2, removed: 1 });
    expect(await urlsOf(store)).toHaveLength(3);
  });

  it('goes on without a page that fails, keeps its old content, and tries it again next time', async () => {
    await using store = await openStore(memoryStore());
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
    await using store = await openStore(memoryStore());
    const source = sourceOf(SMALL);
    await ingestInto(store, source);
    const before = await takeSnapshot(store, hashEmbedder());
    source.pages.set('/guide/stop', { body: 'x', load: 'fail' });
    const report = await ingestInto(store, source, { fresh: true });
    expect(report.failed).toMatchObject([{ kept: true }]);
    expect(await takeSnapshot(store, hashEmbedder())).toEqual(before);
  });

  it('counts a parser that throws as the page failing to parse', async () => {
    await using store = await openStore(memoryStore());
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
});

describe('ingest', () => {
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
});
