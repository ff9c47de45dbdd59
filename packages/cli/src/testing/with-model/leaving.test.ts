/** A reader who leaves over HTTP ends the work done for them. */
import type { ModelScript, ServedRequest } from '@ibid/testkit';
import { expect, test, vi } from 'vitest';
import { openModelEngine } from './model-engine.ts';
import { PUMP_PAGES, PUMP_QUESTION, wordedAnswer, wordingModel } from './pump-pages.ts';
import { serveModel, type ServedModel } from './served-model.ts';

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

test.each<readonly [moment: string, path: string, script: ModelScript, seen: RegExp]>([
  ['before anything is sent', '/api/agent/query', () => ({ kind: 'fault', fault: 'hang-before-headers' }), /^$/u],
  [
    'in the middle of the answer',
    '/api/agent/query/stream',
    (call) => ({ kind: 'text', text: wordedAnswer(call), everyMs: 20 }),
    /90 days/u,
  ],
])('a reader who leaves %s ends the call, which is settled, and no turn is kept', async (_, path, script, seen) => {
  await using place = await openModelEngine({
    pages: PUMP_PAGES,
    answer: wordingModel,
    // Much longer than the test waits, so that nothing ends by itself.
    deadlines: { firstTokenMs: 30_000, idleMs: 30_000, totalMs: 60_000 },
  });
  await using served = await serveModel(place.engine);
  const session = await converse(served);
  const earlier = place.service.requests.length;
  const calls = (): readonly ServedRequest[] => place.service.requests.slice(earlier);
  const open = (): readonly ServedRequest[] => calls().filter(({ endedAt }) => endedAt === undefined);
  place.service.answerWith(script);

  const leaves = new AbortController();
  const received = asking(served.url + path, turnIn(session), leaves);
  await vi.waitFor(() => {
    expect(calls().some(({ replyStartedAt }) => replyStartedAt !== undefined)).toBe(true);
    expect(received()).toMatch(seen);
  }, 5_000);
  expect(open()).toHaveLength(1);
  leaves.abort();

  await vi.waitFor(async () => {
    expect(await served.metric('ibid_runs')).toBe(0);
    expect(open()).toEqual([]);
    expect((await place.budget.totals())[0]!.reserved.tokens).toBe(0);
  }, 5_000);
  expect(calls().map(({ isClosedEarly }) => isClosedEarly)).toEqual([true]);
  const { inputTokens, outputTokens } = place.service.billed;
  expect((await place.budget.totals())[0]!.settled.tokens).toBeGreaterThanOrEqual(inputTokens + outputTokens);
  expect((await served.conversations.read(session))!.turns).toHaveLength(1);
  place.service.answerWith(wordingModel);
  expect(await converse(served, session)).toBe(session);
});
