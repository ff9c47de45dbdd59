import { openStore } from '@ibid/core';
import { builtinEmbedder } from '@ibid/drivers/embedders/builtin';
import { hashEmbedder } from '@ibid/drivers/embedders/hash';
import { memoryStore } from '@ibid/drivers/stores/memory';
import { scriptedUrl } from '@ibid/testkit';
import { describe, expect, it } from 'vitest';
import { ingestInto, sourceOf } from './ingest-setup.ts';
import { page, SMALL } from './small-site.ts';
import { takeSnapshot } from './snapshot.ts';

describe('ingest (R24)', () => {
  it('says what a dry run would add, change and remove, and writes nothing', async () => {
    await using store = await openStore(memoryStore());
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
    await using store = await openStore(memoryStore());
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
});
