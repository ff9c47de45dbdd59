/** A reader who leaves ends the work done for them, wherever it is. */
import { refusing, type ModelScript, type ServedRequest } from '@ibid/testkit';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { openModelEngine } from './model-engine.ts';
import { PUMP_PAGES, PUMP_QUESTION, wordedAnswer, wordingModel } from './pump-pages.ts';
import { serveModel, type ServedModel } from './served-model.ts';

const SEARCH = { kind: 'tool', name: 'search_docs', arguments: '{"query_text":"pump oil"}' } as const;

interface LeavingMoment {
  readonly script: ModelScript;
  readonly streams: boolean;
  /** What the reader has received by then. */
  readonly seen?: RegExp;
  /** False if a search or a pause is in progress then, instead of a call of the model. */
  readonly isCalling: boolean;
}

const MOMENTS: Readonly<Record<string, LeavingMoment>> = {
  'before the headers': {
    script: () => ({ kind: 'fault', fault: 'hang-before-headers' }),
    streams: false,
    isCalling: true,
  },
  'in the middle of the answer': {
    script: (call) => ({ kind: 'text', text: wordedAnswer(call), everyMs: 20 }),
    streams: true,
    seen: /90 days/u,
    isCalling: true,
  },
  'in a search': {
    script: (call) => (call.toolResults.length === 0 ? SEARCH : wordingModel(call)),
    streams: false,
    isCalling: false,
  },
  'while a call waits to be repeated': {
    script: () => refusing(429, {}, { 'retry-after': '1' }),
    streams: true,
    isCalling: false,
  },
};

async function converse(served: ServedModel, session_id?: string): Promise<string> {
  const response = await served.post('/api/agent/query', turnIn(session_id));
  const { conversation_id, status } = (await response.json()) as { conversation_id: string; status: string };
  expect(status).toBe('answered');
  return conversation_id;
}

const turnIn = (session_id?: string): object => ({ query_text: PUMP_QUESTION, score_threshold: 0, session_id });

/** Asks until `leaves` aborts; returns what has been received so far. */
function asking(url: string, body: object, leaves: AbortController): () => string {
  let received = '';
  const read = async (): Promise<void> => {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal: leaves.signal });
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) received += part;
  };
  // A request that is cut off may fail in any way.
  void read().catch(() => undefined);
  return () => received;
}

test.each(Object.entries(MOMENTS))(
  'a reader who leaves %s ends the call, which is settled, and no turn is kept',
  async (_, { script, streams, seen = /^/u, isCalling }) => {
    const reached = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    await using place = await openModelEngine({
      pages: PUMP_PAGES,
      answer: wordingModel,
      // Much longer than the test waits, so that nothing ends by itself.
      deadlines: { firstTokenMs: 30_000, idleMs: 30_000, totalMs: 60_000 },
      async beforeSearch() {
        reached.resolve();
        await held.promise;
      },
      async sleep(__, signal) {
        reached.resolve();
        await wait(60_000, undefined, { signal });
      },
    });
    await using served = await serveModel(place.engine);
    const session = await converse(served);
    const earlier = place.service.requests.length;
    const calls = (): readonly ServedRequest[] => place.service.requests.slice(earlier);
    const open = (): readonly ServedRequest[] => calls().filter(({ endedAt }) => endedAt === undefined);
    place.service.answerWith(script);

    const leaves = new AbortController();
    const received = asking(`${served.url}/api/agent/query${streams ? '/stream' : ''}`, turnIn(session), leaves);
    await vi.waitFor(() => {
      expect(calls().some(({ replyStartedAt }) => replyStartedAt !== undefined)).toBe(true);
      expect(received()).toMatch(seen);
    }, 5_000);
    if (!isCalling) await reached.promise;
    const made = calls().length;
    expect(open()).toHaveLength(isCalling ? 1 : 0);
    leaves.abort();

    await vi.waitFor(async () => {
      expect(await served.metric('ibid_runs')).toBe(0);
      expect(open()).toEqual([]);
    }, 5_000);
    expect(calls().filter(({ isClosedEarly }) => isClosedEarly)).toHaveLength(isCalling ? 1 : 0);
    held.resolve();
    await vi.waitFor(async () => {
      expect((await place.budget.totals())[0]!.reserved.tokens).toBe(0);
    }, 5_000);
    const { inputTokens, outputTokens } = place.service.billed;
    expect((await place.budget.totals())[0]!.settled.tokens).toBeGreaterThanOrEqual(inputTokens + outputTokens);
    expect(calls()).toHaveLength(made);
    expect((await served.conversations.read(session))!.turns).toHaveLength(1);
    place.service.answerWith(wordingModel);
    expect(await converse(served, session)).toBe(session);
  },
);
