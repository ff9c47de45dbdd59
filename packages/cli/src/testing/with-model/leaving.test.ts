import type { Engine, LedgerTotals } from '@ibid/core/types';
import { refusing, type ModelScript, type ServedRequest } from '@ibid/testkit';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openModelEngine } from './model-engine.ts';
import { PUMP_PAGES, PUMP_QUESTION, wordedAnswer, wordingModel } from './pump-pages.ts';
import { serveModel, type ServedModel } from './served-model.ts';

/** The moment at which a reader leaves. */
interface LeavingMoment {
  readonly script: ModelScript;
  /** Resolves when the moment has come. `reached`: a search or a pause has begun. */
  readonly until: (sight: {
    readonly client: LeavingClient;
    readonly calls: () => readonly ServedRequest[];
    readonly reached: Promise<void>;
  }) => Promise<unknown>;
  /** True if a call of the model is in progress then. */
  readonly isCalling: boolean;
  readonly streams: boolean;
}

const SEARCH = { kind: 'tool', name: 'search_docs', arguments: '{"query_text":"pump oil"}' } as const;

const isAnswering = ({ replyStartedAt }: ServedRequest): boolean => replyStartedAt !== undefined;

const LEAVING_MOMENTS: Readonly<Record<string, LeavingMoment>> = {
  'before the headers': {
    script: () => ({ kind: 'fault', fault: 'hang-before-headers' }),
    until: ({ calls }) => comesTrue(() => calls().some(isAnswering)),
    isCalling: true,
    streams: false,
  },
  'before the first token': {
    script: () => ({ kind: 'fault', fault: 'hang-after-headers' }),
    async until({ client, calls }) {
      await client.seen(/^200/u);
      await comesTrue(() => calls().some(isAnswering));
    },
    isCalling: true,
    streams: true,
  },
  'in the middle of the answer': {
    script: (call) => ({ kind: 'text', text: wordedAnswer(call), everyMs: 20 }),
    until: ({ client }) => client.seen(/90 days/u),
    isCalling: true,
    streams: true,
  },
  'in a search': {
    script: (call) => (call.toolResults.length === 0 ? SEARCH : wordingModel(call)),
    until: async ({ reached }) => reached,
    isCalling: false,
    streams: false,
  },
  'while a call waits to be repeated': {
    script: () => refusing(429, {}, { 'retry-after': '1' }),
    until: async ({ reached }) => reached,
    isCalling: false,
    streams: true,
  },
};

/** Much longer than a reader is observed, so that nothing ends by itself. */
const PATIENT = { firstTokenMs: 30_000, idleMs: 30_000, totalMs: 60_000 };
const LONGEST_MS = 1_000;

interface Asking {
  readonly moment: LeavingMoment;
  /** Asks in a conversation that already has one turn. */
  readonly converses: boolean;
  /** Wraps the engine; for planted faults. */
  readonly before?: (engine: Engine) => Engine;
  readonly watchedMs?: number;
  readonly deadlines?: typeof PATIENT;
}

/** Returns everything that continues although the reader has left. */
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
  const client = leavingClient(served.url + path, converses ? inSession(session) : { query: PUMP_QUESTION });
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
    deadlines: { ...PATIENT, firstTokenMs: 3_000 },
  });
  expect(findings).toEqual(expect.arrayContaining(['a call goes on', 'money stays reserved']));
});

/** One question by a client that may leave at any time. */
interface LeavingClient {
  /** Resolves when the reply so far matches, or when it has ended. */
  seen(pattern: RegExp): Promise<unknown>;
  /** Closes the connection at once, and returns the time. */
  leave(): number;
}

function leavingClient(url: string, body: object): LeavingClient {
  const leaves = new AbortController();
  let received = '';
  let isOver = false;
  const read = async (): Promise<void> => {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal: leaves.signal });
    received = `${response.status}\n`;
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) received += part;
  };
  // A request that is cut off may fail in any way.
  void read()
    .catch(() => undefined)
    .finally(() => (isOver = true));
  return {
    seen: (pattern) => comesTrue(() => isOver || pattern.test(received)),
    leave() {
      leaves.abort();
      return performance.now();
    },
  };
}

/** Resolves to true if `check` becomes true within the given time. */
async function comesTrue(check: () => boolean | Promise<boolean>, withinMs = 5_000): Promise<boolean> {
  const endAt = performance.now() + withinMs;
  for (;;) {
    if (await check()) return true;
    if (performance.now() > endAt) return false;
    await wait(10);
  }
}

/** An engine that does not notice when its reader leaves: a planted fault. */
function deafEngine(engine: Engine): Engine {
  return { ...engine, ask: (question, { payer } = {}) => engine.ask(question, payer === undefined ? {} : { payer }) };
}
