import { IbidError, openStore } from '@ibid/core';
import type { IngestOptions } from '@ibid/core/ingest';
import { builtinEmbedder } from '@ibid/drivers/embedders/builtin';
import { memoryStore, scriptedSource, wordEmbedder } from '@ibid/testkit';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generatedSite } from './generated-site.ts';
import { emptyStore, ingestInto, watchedDriver, watchedEmbedder } from './ingest-setup.ts';
import { takeSnapshot, type Snapshot } from './snapshot.ts';

const OLD = generatedSite({ pages: 4, version: 0 });
/** One page changed, one removed and one added. */
const UPDATED = generatedSite({ pages: 4, version: 1 });
const NEW = generatedSite({ pages: 7, version: 2 });
/** Batches smaller than the number of texts, so that there are several calls to interrupt. */
const smallBatches = (watch: (texts: readonly string[]) => void = () => undefined) =>
  watchedEmbedder(wordEmbedder(), watch, { maxBatch: 10 });

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'ibid-faults-'))));
afterAll(async () => rm(folder, { recursive: true, force: true }));

async function cleanBuild(site: typeof OLD): Promise<Snapshot | undefined> {
  await using store = await openStore(memoryStore());
  await ingestInto(store, scriptedSource(site), { embedder: smallBatches() });
  // Awaited here, because the store is closed on return.
  return await takeSnapshot(store);
}

/** Scores differ between stores only in the last bits; everything else must be equal. */
function comparable(snapshot: Snapshot | undefined): unknown {
  return snapshot && { info: snapshot.info, pages: snapshot.pages };
}

describe('an update of an SQLite file that fails at its n-th write (R24)', () => {
  it.each(['before', 'after'] as const)(
    'shows the old or the new whole, and ends as a clean build: fault %s',
    async (when) => {
      const expected = { old: comparable(await cleanBuild(OLD)), now: comparable(await cleanBuild(UPDATED)) };
      const seen: string[] = [];
      for (let fault = 1, failed = true; failed; fault += 1) {
        let writes = Number.NEGATIVE_INFINITY;
        const fail = (operation: string): void => {
          writes += 1;
          if (writes !== fault) return;
          seen.push(operation);
          throw new Error(`The disk is full in ${operation}.`);
        };
        const store = await openStore(
          watchedDriver(emptyStore(folder), when === 'before' ? { before: fail } : { after: fail }),
        );
        const embedder = smallBatches();
        await ingestInto(store, scriptedSource(OLD), { embedder });
        writes = 0;
        failed = await ingestInto(store, scriptedSource(UPDATED), { embedder }).then(
          () => false,
          (error: unknown) => IbidError.is(error, 'UPSTREAM_FAILED'),
        );
        writes = Number.NEGATIVE_INFINITY;
        expect(await Array.fromAsync(store.check())).toEqual([]);
        const between = comparable(await takeSnapshot(store));
        expect([expected.old, expected.now]).toContainEqual(between);
        await ingestInto(store, scriptedSource(UPDATED), { embedder });
        expect(comparable(await takeSnapshot(store))).toEqual(expected.now);
        expect(await Array.fromAsync(store.check())).toEqual([]);
        await store.close();
      }
      expect(new Set(seen)).toEqual(new Set(['beginBuild', 'putPage', 'deletePages', 'putVectors', 'publish']));
    },
  );
});

describe('a run that is stopped (R24)', () => {
  it('rejects with ABORTED wherever it is stopped, and goes on with at most one batch embedded twice', async () => {
    const expected = comparable(await cleanBuild(NEW));
    let total = 0;
    await using counted = await openStore(memoryStore());
    await ingestInto(counted, scriptedSource(NEW), { onProgress: () => void (total += 1), embedder: smallBatches() });
    for (let stop = 1; stop < total; stop += 1) {
      const store = await openStore(memoryStore());
      const texts: string[] = [];
      const embedder = smallBatches((batch) => void texts.push(...batch));
      const source = scriptedSource(NEW);
      const controller = new AbortController();
      let events = 0;
      const run = ingestInto(store, source, {
        embedder,
        signal: controller.signal,
        onProgress: () => void ((events += 1) === stop && controller.abort()),
      });
      await expect(run).rejects.toSatisfy((error: unknown) => IbidError.is(error, 'ABORTED'));
      expect(await store.info()).toBeUndefined();
      await ingestInto(store, source, { embedder });
      expect(comparable(await takeSnapshot(store))).toEqual(expected);
      const repeated = texts.length - new Set(texts).size;
      expect(repeated).toBeLessThanOrEqual(10);
      await store.close();
    }
  });

  it('goes on after an embedder that failed at its n-th call, with that call repeated and no other', async () => {
    const expected = comparable(await cleanBuild(NEW));
    for (let fault = 1, failed = true; failed; fault += 1) {
      const store = await openStore(memoryStore());
      const sent: string[] = [];
      let calls = 0;
      const failing = smallBatches((batch) => {
        calls += 1;
        if (calls === fault) throw new IbidError('UPSTREAM_FAILED', 'The embedder answered 500.', { retryable: true });
        sent.push(...batch);
      });
      failed = await ingestInto(store, scriptedSource(NEW), { embedder: failing, embedding: { retries: 0 } }).then(
        () => false,
        (error: unknown) => IbidError.is(error, 'UPSTREAM_FAILED'),
      );
      await ingestInto(store, scriptedSource(NEW), { embedder: smallBatches((batch) => void sent.push(...batch)) });
      expect(comparable(await takeSnapshot(store))).toEqual(expected);
      expect(sent).toHaveLength(new Set(sent).size);
      await store.close();
    }
  });

  it('keeps the vectors that a stopped change of embedder had made already', async () => {
    await using store = await openStore(memoryStore());
    const source = scriptedSource(NEW);
    await ingestInto(store, source, { embedder: wordEmbedder(32) });
    const sent: string[] = [];
    const embedder = smallBatches((batch) => void sent.push(...batch));
    const controller = new AbortController();
    const onProgress: IngestOptions['onProgress'] = ({ stage, done }) =>
      void (stage === 'embed' && done > 0 && controller.abort());
    const stopped = ingestInto(store, source, { embedder, onProgress, signal: controller.signal });
    await expect(stopped).rejects.toMatchObject({ code: 'ABORTED' });
    expect(sent.length).toBeGreaterThan(0);
    expect((await ingestInto(store, source, { embedder })).pages).toMatchObject({ unchanged: 7 });
    expect(sent).toHaveLength(new Set(sent).size);
    expect((await store.info())?.space.id).toBe(wordEmbedder().embedder.id);
  });

  it('rejects with ABORTED before anything is done when the signal has fired already', async () => {
    await using store = await openStore(memoryStore());
    const source = scriptedSource(NEW);
    await expect(ingestInto(store, source, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'ABORTED' });
    expect(source.loads).toEqual([]);
  });

  it('stops a fit that is under way', async () => {
    await using store = await openStore(memoryStore());
    const controller = new AbortController();
    const run = ingestInto(store, scriptedSource(OLD), {
      embedder: builtinEmbedder(),
      signal: controller.signal,
      onProgress: ({ stage }) => void (stage === 'fit' && controller.abort()),
    });
    await expect(run).rejects.toMatchObject({ code: 'ABORTED' });
    expect(await ingestInto(store, scriptedSource(OLD), { embedder: builtinEmbedder() })).toMatchObject({
      refitted: true,
    });
  });

  it('lets a source that hangs in a load be left', async () => {
    await using store = await openStore(memoryStore());
    const source = scriptedSource(OLD);
    const controller = new AbortController();
    source.beforeLoad = () =>
      new Promise((_, reject) => {
        controller.signal.addEventListener('abort', () => reject(new Error('stopped')));
        setTimeout(() => controller.abort(), 5);
      });
    await expect(ingestInto(store, source, { signal: controller.signal })).rejects.toMatchObject({ code: 'ABORTED' });
  }, 60_000);
});
