import type { Engine, LedgerTotals } from '@ibid/core/types';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { comesTrue } from './comes-true-fixture.ts';
import { deafEngine } from './deaf-engine-fixture.ts';
import { leavingClient } from './leaving-client-fixture.ts';
import { LEAVING_MOMENTS, type LeavingMoment } from './leaving-moments-fixture.ts';
import { openModelEngine } from './model-engine-fixture.ts';
import { PUMP_PAGES, PUMP_QUESTION, wordingModel } from './pump-pages-fixture.ts';
import { serveModel, type ServedModel } from './served-model-fixture.ts';

/** Much longer than a reader is watched, so that nothing ends by itself. */
const PATIENT = { firstTokenMs: 30_000, idleMs: 30_000, totalMs: 60_000 };
const LONGEST_MS = 1_000;

interface Asking {
  readonly moment: LeavingMoment;
  /** In a conversation, of which one turn was taken before. */
  readonly converses: boolean;
  /** Stands before the engine; for planted faults. */
  readonly before?: (engine: Engine) => Engine;
  readonly watchedMs?: number;
  readonly deadlines?: typeof PATIENT;
}

/** All that goes on although nobody reads it any more. */
async function findingsOf({
  moment,
  converses,
  before = (engine) => engine,
  watchedMs,
  deadlines = PATIENT,
}: Asking): Promise<readonly string[]> {
  const reached = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await using place = await openModelEngine({
    pages: PUMP_PAGES,
    answer: wordingModel,
    deadlines,
    async beforeSearch() {
      reached.resolve();
      await held.promise;
    },
    async sleep(_, signal) {
      reached.resolve();
      await wait(60_000, undefined, { signal });
    },
  });
  await using served = await serveModel(before(place.engine));
  const session = converses ? await converse(served, undefined) : undefined;
  const earlier = place.service.requests.length;
  const calls = (): typeof place.service.requests => place.service.requests.slice(earlier);
  place.service.answerWith(moment.script);

  const path = `${converses ? '/api/agent/query' : '/api/ask'}${moment.streams ? '/stream' : ''}`;
  const client = leavingClient(served.url, path, converses ? inSession(session) : { query: PUMP_QUESTION });
  await moment.until({ client, calls, reached: reached.promise });
  const made = calls().length;
  const isUnderWay = calls().some(({ endedAt }) => endedAt === undefined);
  const leftAt = client.leave();
  const found: string[] = [];
  if (made === 0 || isUnderWay !== moment.isCalling) found.push('the moment did not come');
  const expects = async (otherwise: string, check: () => boolean | Promise<boolean>): Promise<void> => {
    if (!(await comesTrue(check, watchedMs))) found.push(otherwise);
  };
  await expects('an answer goes on', async () => (await served.metric('ibid_runs')) === 0);
  if (moment.isCalling) {
    await expects('a call goes on', () => calls().every(({ isClosedEarly }) => isClosedEarly));
    const longest = Math.max(...calls().map(({ closedAt = leftAt }) => closedAt - leftAt));
    if (longest > LONGEST_MS) found.push(`a call ended after ${longest} ms`);
  }
  held.resolve();
  const totals = async (): Promise<LedgerTotals> => (await place.budget.totals())[0]!;
  await expects('money stays reserved', async () => (await totals()).reserved.tokens === 0);
  await place.service.idle();
  const charged = (await totals()).settled.tokens;
  const { inputTokens, outputTokens } = place.service.billed;
  if (charged < inputTokens + outputTokens) found.push(`charged ${charged} of ${inputTokens + outputTokens}`);
  if (calls().length !== made) found.push(`${calls().length - made} more calls`);
  if (session !== undefined) {
    const { turns } = (await served.conversations.read(session))!;
    if (turns.length !== 1) found.push(`${turns.length} turns are recorded`);
    place.service.answerWith(wordingModel);
    if ((await converse(served, session)) !== session) found.push('the conversation does not go on');
  }
  return found;
}

const inSession = (session_id: string | undefined): object => ({
  query_text: PUMP_QUESTION,
  score_threshold: 0,
  session_id,
});

async function converse(served: ServedModel, session: string | undefined): Promise<string> {
  const response = await served.post('/api/agent/query', inSession(session));
  const { conversation_id, status } = (await response.json()) as { conversation_id: string; status: string };
  expect(status).toBe('answered');
  return conversation_id;
}

describe.each([
  ['an answer', false],
  ['a turn of a conversation', true],
])('who leaves %s', (_, converses) => {
  test.each(Object.keys(LEAVING_MOMENTS))(
    '%s ends the call, settles what it costs and leaves nothing behind',
    async (name) => {
      expect(await findingsOf({ moment: LEAVING_MOMENTS[name]!, converses })).toEqual([]);
    },
  );
});

test('an engine that does not hear that its reader has left is found out (planted)', async () => {
  const findings = await findingsOf({
    moment: LEAVING_MOMENTS['before the first token']!,
    converses: false,
    before: deafEngine,
    watchedMs: 1_100,
    deadlines: { ...PATIENT, firstTokenMs: 4_000 },
  });
  expect(findings).toEqual(expect.arrayContaining(['a call goes on', 'money stays reserved']));
});
