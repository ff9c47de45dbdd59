import { openStore } from '@ibid/core';
import type { ChunkStore } from '@ibid/core/types';
import { scriptedSource, scriptedUrl, wordEmbedder } from '@ibid/testkit';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyStore, ingestInto, page, SMALL, textOf, urlsOf, watchedDriver, watchedEmbedder } from './ingest-setup.ts';
import { takeSnapshot } from './snapshot.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'ibid-ingest-'))));
afterAll(async () => rm(folder, { recursive: true, force: true }));

describe('indexing into an SQLite file (R24)', () => {
  it('indexes every page of an empty index', async () => {
    await using store = await openStore(emptyStore(folder));
    const report = await ingestInto(store, scriptedSource(SMALL));
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
    await using store = await openStore(emptyStore(folder));
    const source = scriptedSource(SMALL);
    await ingestInto(store, source);
    const before = await takeSnapshot(store);
    source.loads.length = 0;
    const report = await ingestInto(store, source);
    expect(report).toMatchObject({ unchanged: true, embedded: { calls: 0, texts: 0 }, generation: 1 });
    expect(report.pages).toMatchObject({ found: 4, unchanged: 4 });
    expect(source.loads).toEqual([]);
    expect(await takeSnapshot(store)).toEqual(before);
  });

  it('reads, embeds and replaces whole only the page that changed', async () => {
    await using store = await openStore(emptyStore(folder));
    const source = scriptedSource(SMALL);
    await ingestInto(store, source);
    source.loads.length = 0;
    source.pages.set('/guide/stop', '# Stop\n\nOnly one section is left.\n');
    const texts: string[] = [];
    const embedder = watchedEmbedder(wordEmbedder(), (batch) => void texts.push(...batch));
    const report = await ingestInto(store, source, { embedder });
    expect(source.loads).toEqual([scriptedUrl('/guide/stop')]);
    expect(report.changes).toEqual({ added: [], changed: [scriptedUrl('/guide/stop')], removed: [] });
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.filter((text) => !text.includes('Stop'))).toEqual([]);
    expect(await textOf(store, '/guide/stop')).not.toContain('gateway');
    const clean = await openStore(emptyStore(folder));
    await ingestInto(clean, source);
    expect(await takeSnapshot(store)).toEqual(await takeSnapshot(clean));
    await clean.close();
  });

  it('drops a page that the source lists no more', async () => {
    await using store = await openStore(emptyStore(folder));
    const source = scriptedSource(SMALL);
    await ingestInto(store, source);
    source.pages.delete('/guide/start');
    const report = await ingestInto(store, source);
    expect(report.changes.removed).toEqual([scriptedUrl('/guide/start')]);
    expect(await urlsOf(store)).not.toContain(scriptedUrl('/guide/start'));
    expect(await Array.fromAsync(store.check())).toEqual([]);
  });

  it('shows readers the old generation, whole, until it switches', async () => {
    const seen: { readonly at: string; readonly generation: number; readonly words: boolean }[] = [];
    const watched = watchedDriver(emptyStore(folder), {
      before: async (operation) => {
        if (reader === undefined) return;
        const { generation } = (await reader.info())!;
        const found = await reader.search({ terms: [{ term: 'zebra', count: 1 }], vector: undefined, limit: 100 });
        seen.push({ at: operation, generation, words: found.candidates.length > 0 || found.generation !== generation });
      },
    });
    const store = await openStore(watched);
    let reader: ChunkStore | undefined;
    const source = scriptedSource(SMALL);
    await ingestInto(store, source);
    reader = store;
    for (const path of Object.keys(SMALL)) source.pages.set(path, page(path, 'zebra stripes'));
    await ingestInto(store, source, { fresh: true });
    expect(new Set(seen.map(({ at }) => at))).toEqual(new Set(['beginBuild', 'putPage', 'putVectors', 'publish']));
    expect(seen.filter(({ generation, words }) => generation !== 1 || words)).toEqual([]);
    const { candidates } = await store.search({ terms: [{ term: 'zebra', count: 1 }], vector: undefined, limit: 100 });
    expect(new Set(candidates.map((hit) => hit.url)).size).toBe(4);
    await store.close();
  });

  it('embeds everything again for another embedder, from the passages that it has', async () => {
    await using store = await openStore(emptyStore(folder));
    const source = scriptedSource(SMALL);
    await ingestInto(store, source);
    source.loads.length = 0;
    const report = await ingestInto(store, source, { embedder: wordEmbedder(32) });
    expect(report).toMatchObject({ unchanged: false, pages: { unchanged: 4 }, generation: 2 });
    expect(report.embedded.texts).toBeGreaterThan(4);
    expect(source.loads).toEqual([]);
    expect((await store.info())?.space.dimensions).toBe(32);
  });
});
