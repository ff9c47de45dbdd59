import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type IbidError } from '@ibid/core';
import type { ChunkStore, IndexedPage, LegQuery } from '@ibid/core/types';
import { putPages, show, sketchPage, SPACE, START, unitVector } from '@ibid/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sqliteStore } from '../sqlite.ts';

let folder: string;
let store: ChunkStore;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ibid-serving-'));
  store = await openStore(sqliteStore({ file: join(folder, 'site.ibid') }));
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const PUBLISH = { space: SPACE, publishedAt: '2026-01-01T00:00:00.000Z' };
const QUERY: LegQuery = {
  terms: [
    { term: 'common', count: 1 },
    { term: 'word7', count: 2 },
  ],
  vector: unitVector('q', SPACE.dimensions),
  limit: 7,
};

function manyPages(count: number, revision: string): IndexedPage[] {
  return Array.from({ length: count }, (_, i) =>
    sketchPage({
      path: `/page/${i}`,
      revision,
      module: `part${i % 3}`,
      passages: Array.from({ length: 1 + (i % 5) }, (__, k) => ({
        heading: `Heading ${k}`,
        text: `common word${i % 11} ${revision} ${'x '.repeat(i % 7)}`,
      })),
    }),
  );
}

test('searches are answered while a generation is being published', async () => {
  const { generation } = await show(store, manyPages(60, 'first'));
  await store.beginBuild(START);
  await putPages(store, manyPages(150, 'second'));
  const order: string[] = [];
  const publishing = store.publish(PUBLISH).then((info) => {
    order.push('published');
    return info;
  });
  const searching = store.search(QUERY).then((result) => {
    order.push('searched');
    return result;
  });
  const [next, result] = await Promise.all([publishing, searching]);
  expect(order).toEqual(['searched', 'published']);
  expect(next.generation).toBeGreaterThan(generation);
  const chunks = await store.getChunks(result.candidates.map(({ id }) => id));
  expect(chunks).not.toContain(undefined);
});

test('refuses more calls than it can queue, and serves the rest', async () => {
  await show(store, manyPages(3, 'queue'));
  const outcomes = await Promise.allSettled(Array.from({ length: 2000 }, () => store.search(QUERY)));
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason as IbidError);
  expect(refused.length).toBeGreaterThan(500);
  expect(refused.length).toBeLessThan(1200);
  expect(refused.every((error) => error.code === 'STORE_BUSY' && error.retryable)).toBe(true);
  expect((await store.search(QUERY)).passages).toBe(6);
});

test('the event loop turns between the answers to few calls and those to the next, however fast they come', async () => {
  await show(store, manyPages(3, 'turns'));
  await store.search(QUERY);
  let turn = 0;
  let counting: NodeJS.Immediate;
  const count = (): void => {
    turn += 1;
    counting = setImmediate(count);
  };
  count();
  const answersIn = new Map<number, number>();
  const searchOnce = async (): Promise<void> => {
    await store.search(QUERY);
    answersIn.set(turn, (answersIn.get(turn) ?? 0) + 1);
    // Meanwhile the thread answers all calls that were sent to it.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30);
  };
  await Promise.all(Array.from({ length: 20 }, searchOnce));
  clearImmediate(counting!);
  expect(Math.max(...answersIn.values())).toBeLessThanOrEqual(4);
  expect([...answersIn.values()].reduce((sum, answers) => sum + answers)).toBe(20);
});

test('an aborted call in the queue never runs', async () => {
  await store.beginBuild(START);
  const controller = new AbortController();
  const writing = Promise.allSettled(
    manyPages(40, 'queued').map((page, i) => store.putPage(page, i === 0 ? {} : { signal: controller.signal })),
  );
  controller.abort();
  const [first, ...others] = await writing;
  expect(first?.status).toBe('fulfilled');
  expect(others.map((outcome) => outcome.status === 'rejected' && (outcome.reason as IbidError).code)).toEqual(
    others.map(() => 'ABORTED'),
  );
  const { pages } = await store.beginBuild(START);
  expect(pages).toEqual([{ url: 'https://docs.example.org/page/0', revision: 'queued' }]);
});

test('close lets the call under way finish and refuses what waits', async () => {
  await store.beginBuild(START);
  const writes = manyPages(20, 'closing').map((page) =>
    store.putPage(page).then(
      () => page.url,
      (error: IbidError) => error.code,
    ),
  );
  await store.close();
  const outcomes = await Promise.all(writes);
  expect(new Set(outcomes.slice(1))).toEqual(new Set(['CLOSED']));
  expect(outcomes[0]).toBe('https://docs.example.org/page/0');
});

test('close works while more reads run than are sent at once, and those sent are answered', async () => {
  await show(store, manyPages(3, 'closing'));
  const reads = Array.from({ length: 6 }, () =>
    store.info().then(
      () => 'answered',
      (error: IbidError) => error.code,
    ),
  );
  await store.close();
  expect(await Promise.all(reads)).toEqual([...Array.from({ length: 4 }, () => 'answered'), 'CLOSED', 'CLOSED']);
});

test('an idle open store does not keep a process alive', () => {
  const script = `
    import { openStore } from '@ibid/core';
    import { sqliteStore } from '@ibid/drivers/stores/sqlite';
    const store = await openStore(sqliteStore({ file: ${JSON.stringify(join(folder, 'idle.ibid'))} }));
    console.log(await store.info());`;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
    timeout: 20_000,
  });
  expect({ status, stdout }).toEqual({ status: 0, stdout: 'undefined\n' });
});
