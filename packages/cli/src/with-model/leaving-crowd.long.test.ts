import type { Engine } from '@ibid/core/types';
import { seededRandom, type ModelScript } from '@ibid/testkit';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { comesTrue } from './comes-true-fixture.ts';
import { deafEngine } from './deaf-engine-fixture.ts';
import { leavingClient } from './leaving-client-fixture.ts';
import { LEAVING_MOMENTS } from './leaving-moments-fixture.ts';
import { openModelEngine } from './model-engine-fixture.ts';
import { PUMP_PAGES, PUMP_QUESTION, wordingModel } from './pump-pages-fixture.ts';
import { serveModel } from './served-model-fixture.ts';

const CLIENTS = 50;
const SEEDS = [1, 2, 3];
const LONGEST_STAY_MS = 600;
const PATHS = ['/api/ask', '/api/ask/stream', '/agent/ask/stream', '/query'];
const SCRIPTS: readonly ModelScript[] = [...Object.values(LEAVING_MOMENTS).map(({ script }) => script), wordingModel];

interface Crowd {
  readonly before?: (engine: Engine) => Engine;
  readonly watchedMs?: number;
  readonly firstTokenMs?: number;
}

/** What is left behind by readers who leave at random moments. */
async function leftBehind(seed: number, crowd: Crowd = {}): Promise<readonly string[]> {
  const { before = (engine) => engine, watchedMs, firstTokenMs = 30_000 } = crowd;
  const random = seededRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const found: string[] = [];
  const expects = async (otherwise: string, check: () => boolean | Promise<boolean>): Promise<void> => {
    if (!(await comesTrue(check, watchedMs))) found.push(otherwise);
  };
  await using first = await openModelEngine({ pages: PUMP_PAGES, answer: (call) => pick(SCRIPTS)(call) });
  const { service } = first;
  {
    const deadlines = { firstTokenMs, idleMs: 30_000, totalMs: 60_000 };
    await using place = await openModelEngine({ pages: {}, answer: wordingModel, beside: first, deadlines });
    await using served = await serveModel(before(place.engine));
    const stays = Array.from({ length: CLIENTS }, () => ({ ms: random() * LONGEST_STAY_MS, path: pick(PATHS) }));
    await Promise.all(
      stays.map(async ({ ms, path }) => {
        const client = leavingClient(served.url, path, { query: PUMP_QUESTION });
        await wait(ms);
        client.leave();
      }),
    );
    await expects('answers', async () => (await served.metric('ibid_runs')) === 0);
    await expects('reservations', async () => (await place.budget.totals())[0]!.reserved.tokens === 0);
    await expects('replies', () => service.openReplies() === 0);
    await service.idle();
    const { inputTokens, outputTokens } = service.billed;
    if ((await place.budget.totals())[0]!.settled.tokens < inputTokens + outputTokens) found.push('bills');
  }
  if (service.closedEarly.length < CLIENTS / 5) found.push('too few have left a call');
  return found;
}

test.each(SEEDS)(`${CLIENTS} readers who leave at random moments leave nothing behind (seed %i)`, async (seed) => {
  expect(await leftBehind(seed)).toEqual([]);
});

test('an engine that does not hear that its readers have left is found out (planted)', async () => {
  const findings = await leftBehind(1, { before: deafEngine, watchedMs: 200, firstTokenMs: 3_000 });
  expect(findings).toEqual(expect.arrayContaining(['reservations', 'replies']));
});
