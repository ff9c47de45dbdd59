import { IbidError, openStore } from '@ibid/core';
import type { IndexInfo } from '@ibid/core/types';
import { fitCounts } from '@ibid/core/embed';
import { builtinEmbedder } from '@ibid/drivers/embedders/builtin';
import { memoryStore, scriptedSource } from '@ibid/testkit';
import { describe, expect, it } from 'vitest';
import { generatedSite } from './generated-site.ts';
import { codeOf, ingestInto, page } from './ingest-setup.ts';
import { takeSnapshot } from './snapshot.ts';

const builtin = builtinEmbedder();
const fitOf = ({ space }: IndexInfo): ReturnType<typeof fitCounts> => fitCounts(space.data);

const refitFromAThird: typeof builtin.drift = (space, counts) => {
  const { folded } = fitCounts(builtin.extend(space, counts).data);
  return { refit: folded * 3 >= counts.total, reason: `${folded} of ${counts.total} were not in the fit` };
};

describe('a fitted embedder', () => {
  const site = generatedSite({ pages: 12, version: 0 });

  it('gives the same space, vectors and results for a clean build, a fresh one and one that was interrupted', async () => {
    const embedder = builtinEmbedder();
    const clean = await openStore(memoryStore());
    expect(await ingestInto(clean, scriptedSource(site), { embedder })).toMatchObject({ refitted: true });
    const expected = await takeSnapshot(clean);
    expect(fitOf((await clean.info())!)).toEqual({ fitted: expected?.info.chunks, folded: 0 });

    await ingestInto(clean, scriptedSource(site), { embedder, fresh: true });
    expect(await takeSnapshot(clean)).toEqual(expected);

    const interrupted = await openStore(memoryStore());
    for (const stop of [
      { stage: 'pages', done: 5 },
      { stage: 'fit', done: 0 },
      { stage: 'embed', done: 1 },
    ]) {
      const controller = new AbortController();
      const run = ingestInto(interrupted, scriptedSource(site), {
        embedder,
        signal: controller.signal,
        onProgress: (event) => void (event.stage === stop.stage && event.done >= stop.done && controller.abort()),
      });
      expect(await codeOf(run)).toBe('ABORTED');
    }
    await ingestInto(interrupted, scriptedSource(site), { embedder });
    expect(await takeSnapshot(interrupted)).toEqual(expected);
  });

  it('has few new passages folded into its fit, and is fitted anew when it says that the site has moved away', async () => {
    const embedder = { ...builtinEmbedder(), drift: refitFromAThird };
    const store = await openStore(memoryStore());
    const source = scriptedSource(site);
    await ingestInto(store, source, { embedder });
    const before = (await store.info())!;
    source.pages.set('/part-0/page-000', page('Other', 'a few other words'));
    expect(await ingestInto(store, source, { embedder })).toMatchObject({ refitted: false, unchanged: false });
    const between = (await store.info())!;
    expect(between.space.id).toBe(before.space.id);
    expect(fitOf(between)).toEqual({ ...fitOf(before), folded: expect.any(Number) });
    for (const [path, body] of Object.entries(generatedSite({ pages: 30, version: 4 }))) source.pages.set(path, body);
    expect(await ingestInto(store, source, { embedder })).toMatchObject({ refitted: true });
    const now = (await store.info())!;
    expect(now.space.id).not.toBe(before.space.id);
    expect(fitOf(now)).toEqual({ fitted: now.chunks, folded: 0 });
  });

  it('fits anew when the fit that it has belongs to another version of the algorithm', async () => {
    const embedder = builtinEmbedder();
    const store = await openStore(memoryStore());
    await ingestInto(store, scriptedSource(site), { embedder });
    let refused = 0;
    const newer = {
      ...embedder,
      open: async (space: Parameters<typeof embedder.open>[0]) => {
        if ((refused += 1) === 1) throw new IbidError('INDEX_MISMATCH', 'The fit is of an older version.');
        return embedder.open(space);
      },
    };
    expect(await ingestInto(store, scriptedSource(site), { embedder: newer })).toMatchObject({ refitted: true });
  });
});
