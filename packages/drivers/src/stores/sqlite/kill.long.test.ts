import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '@ibid/core';
import type { ChunkStore } from '@ibid/core/types';
import { START, tried } from '@ibid/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sqliteStore } from '../sqlite.ts';
import { killPage, killPlan, killState, killUrl } from './testing/kill-pages.ts';

const ROUNDS = 12;
const WRITER = join(import.meta.dirname, 'testing/kill-writer.ts');

let folder: string;
let file: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ibid-kill-'));
  file = join(folder, 'site.ibid');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Lets a writer continue from `round`, kills it `delay` ms after that many acknowledgements, and returns all acknowledgements. */
async function killAfter(round: number, acknowledgements: number, delay: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, [WRITER, file, String(round)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    if (lines.push(line) !== acknowledgements + 1) continue;
    await sleep(delay);
    child.kill('SIGKILL');
  }
  await closed;
  return lines.slice(1);
}

/** Compares the whole store with the state that the acknowledgements promise; returns the live round. */
async function inspect(store: ChunkStore, acknowledged: readonly string[], before: number): Promise<number> {
  const published = acknowledged.flatMap((line) => /^published (\d+)$/.exec(line)?.[1] ?? []).map(Number);
  const shown = Number((await store.info())?.publishedAt ?? 0);
  // The process may be killed after a publish and before its acknowledgement.
  expect([0, 1]).toContain(shown - (published.at(-1) ?? before));

  const pages: [string, string][] = [];
  for await (const { url, revision } of store.listPages()) pages.push([url, revision]);
  const state = killState(shown);
  expect(new Map(pages)).toEqual(new Map([...state].map(([page, round]) => [killUrl(page), String(round)])));
  for (const [page, round] of state) {
    const written = killPage(page, round);
    expect(await store.getPage(written.url)).toMatchObject({
      text: written.text,
      content: written.chunks.map(({ chunk }) => chunk),
    });
  }
  const errors: string[] = [];
  for await (const { severity, message } of store.check()) if (severity === 'error') errors.push(message);
  expect(errors).toEqual([]);

  const build = await store.beginBuild(START);
  const revisions = new Map(build.pages.map(({ url, revision }) => [url, revision]));
  const put = acknowledged.flatMap((line) => {
    const [, page = '', round = ''] = /^put (\d+) (\d+)$/.exec(line) ?? [];
    // The round deletes one of its pages at the end.
    return Number(round) > shown && Number(page) !== killPlan(Number(round)).deleted
      ? [[killUrl(Number(page)), round]]
      : [];
  });
  expect(put.map(([url = '']) => [url, revisions.get(url)])).toEqual(put);
  for await (const { url, chunks } of store.listBuild()) {
    const page = Number(url.split('/').at(-1));
    expect(chunks).toEqual(killPage(page, Number(revisions.get(url))).chunks.map(({ chunk }) => chunk));
  }
  return shown;
}

test(
  `nothing acknowledged is lost and nothing is torn in ${ROUNDS} kills at any moment`,
  { timeout: 120_000 },
  async (context) => {
    tried(context, ROUNDS);
    let shown = 0;
    let interrupted = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const acknowledged = await killAfter(shown + 1, (round * 5) % 12, (round * 7) % 10);
      const store = await openStore(sqliteStore({ file }));
      shown = await inspect(store, acknowledged, shown);
      if (acknowledged.at(-1)?.startsWith('put') === true) interrupted++;
      await store.close();
    }
    // Otherwise the kills came too early or too late to prove anything.
    expect(shown).toBeGreaterThan(3);
    expect(interrupted).toBeGreaterThan(3);
  },
);
