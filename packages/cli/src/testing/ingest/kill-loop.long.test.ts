import { IbidError, openStore } from '@ibid/core';
import { sqliteStore } from '@ibid/drivers/stores/sqlite';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generatedSite } from './generated-site.ts';
import { ingestInto, sourceOf } from './ingest-setup.ts';
import { embedderOf, inspect, killLoop, runChild, unharmedHistory } from './kill-loop.ts';

/** Rounds of the loop in all; a release asks for 50 and more. */
const ROUNDS = Number(process.env.IBID_KILL_ROUNDS ?? 8);
const SEED = Number(process.env.IBID_KILL_SEED ?? 20_260_102);

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'ibid-kill-'))));
afterAll(async () => rm(folder, { recursive: true, force: true }));

describe('kill -9 while indexing (R24)', () => {
  it.each([
    ['builtin', SEED],
    ['hash', SEED + 1],
  ] as const)(
    'loses nothing, shows no mixture, and ends as an unharmed history: %s embedder, seed %i',
    async (embedder, seed) => {
      const figures = await killLoop({ folder, embedder, seed, pages: 40, rounds: Math.ceil(ROUNDS / 2) });
      // Printed so that a release can quote them, and a failure be repeated.
      process.stdout.write(`kill loop, ${embedder}, seed ${seed}: ${JSON.stringify(figures)}\n`);
      expect(figures.problems).toEqual([]);
      expect(figures.mixed).toBe(0);
      expect(figures.kills).toBeGreaterThan(0);
      expect(figures.completed).toBeGreaterThan(0);
    },
    30_000 + ROUNDS * 10_000,
  );

  it('catches a store that writes a page in two steps', async () => {
    const task = { pages: 12, version: 0, embedder: 'hash' as const, file: join(folder, 'planted.db') };
    await using history = await unharmedHistory(task, join(folder, 'planted-unharmed.db'));
    expect((await runChild({ ...task, dieInPage: 5 })).killed).toBe(true);
    expect((await runChild(task)).killed).toBe(false);
    const { problems } = await inspect(task.file, embedderOf(task), [undefined, await history.after(0)]);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('pages');
  }, 60_000);

  it('refuses a second run while one is under way, and takes over from a dead one', async () => {
    const task = { pages: 12, version: 0, embedder: 'hash' as const, file: join(folder, 'busy.db') };
    let second: unknown;
    const tryAlongside = async (): Promise<void> => {
      await using store = await openStore(sqliteStore({ file: task.file }));
      second = await ingestInto(store, sourceOf(generatedSite(task))).catch((error: unknown) => error);
    };
    const first = await runChild({ ...task, hangAtPage: 4 }, { line: 'hanging', after: 0 }, tryAlongside);
    expect(first.killed).toBe(true);
    expect(second).toSatisfy((error: unknown) => IbidError.is(error, 'STORE_BUSY'));
    await using store = await openStore(sqliteStore({ file: task.file }));
    const source = sourceOf(generatedSite(task));
    expect(await ingestInto(store, source)).toMatchObject({ status: 'complete', pages: { added: 12 } });
    // What the dead run had written is not read again.
    expect(source.loads).toHaveLength(12 - 3);
  }, 60_000);
});
