import { openStore } from '@ibid/core';
import { hashEmbedder } from '@ibid/drivers/embedders/hash';
import { memoryStore } from '@ibid/drivers/stores/memory';
import { describe, expect, it } from 'vitest';
import { codeOf } from './code-of.ts';
import { ingestInto, sourceOf } from './ingest-setup.ts';
import { urlsOf } from './shown-pages.ts';
import { SMALL } from './small-site.ts';
import { takeSnapshot } from './snapshot.ts';

describe('what indexing refuses', () => {
  it('holds a build that lost more than 30 % of the pages, until it is confirmed', async () => {
    await using store = await openStore(memoryStore());
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
    await using store = await openStore(memoryStore());
    const source = sourceOf(SMALL);
    await ingestInto(store, source);
    const before = await takeSnapshot(store, hashEmbedder());
    for (const path of ['/guide/start', '/guide/stop']) source.pages.set(path, { body: '', load: 'skip' });
    expect(await codeOf(ingestInto(store, source))).toBe('BUILD_HELD');
    expect(await takeSnapshot(store, hashEmbedder())).toEqual(before);
  });

  it('never takes an empty listing for an empty site, even when a loss is confirmed', async () => {
    await using store = await openStore(memoryStore());
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
    await using store = await openStore(memoryStore());
    const source = sourceOf({ '/a': { body: 'x', load: 'fail' }, '/b': { body: 'y', load: 'skip' } });
    await expect(ingestInto(store, source)).rejects.toThrow(
      /None of the 2 pages.*failed at load: The server answered 500/,
    );
    expect(await store.info()).toBeUndefined();
  });
});
