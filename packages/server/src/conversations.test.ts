import { createConversations, IbidError } from '@ibid/core';
import type { Conversations, Engine, ErrorCode, SessionDriver } from '@ibid/core/types';
import { memoryState } from '@ibid/drivers/state/state';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { App } from './call.ts';
import { postJson } from './testing/post.ts';
import { smallEngine } from './testing/small-index.ts';
import { testApp } from './testing/test-app.ts';

const ASK = '/api/agent/query';
let engine: Engine;
let conversations: Conversations;
let driver: SessionDriver;
let app: App;

interface Reply {
  readonly response_text: string;
  readonly conversation_id: string;
  readonly retrieved_chunks: readonly { readonly chunk_id: string }[];
  readonly code?: string;
}

async function sendTo(to: App, body: object, path = ASK): Promise<Response> {
  return to.request(path, postJson(body));
}

async function post(body: object): Promise<{ status: number; body: Reply }> {
  const response = await sendTo(app, body);
  return { status: response.status, body: (await response.json()) as Reply };
}

/** Every chunk is allowed, so that small test pages answer whatever their vectors are. */
const open = { score_threshold: 0 };

beforeAll(async () => {
  engine = await smallEngine();
});
afterAll(() => engine.close());
beforeEach(async () => {
  driver = memoryState().sessions;
  conversations = createConversations({
    driver,
    now: () => new Date('2026-01-02T03:04:05.678Z'),
    newId: randomUUID,
    countTokens: (text) => text.length / 4,
  });
  app = testApp({ engine, conversations });
});

describe('conversations (R19)', () => {
  it('begins, continues, returns and ends a conversation', async () => {
    const first = await post({ query_text: 'What is the default for retries?', ...open });
    expect(first).toMatchObject({ status: 200, body: { response_text: expect.stringContaining('retries | 3') } });
    const session_id = first.body.conversation_id;
    const second = await post({ query_text: 'How do I install it?', session_id, temperature: 0.1, ...open });
    expect(second.body.conversation_id).toBe(session_id);

    const shown = await (await app.request(`/api/agent/session/${session_id}`)).json();
    expect(shown).toMatchObject({
      session_id,
      current_turn: 2,
      created_at: '2026-01-02T03:04:05.678Z',
      last_accessed: '2026-01-02T03:04:05.678Z',
      metadata: { agent_configuration: { temperature: 0.1, score_threshold: 0, top_k: 5, max_turns: 10 } },
      conversation_history: [
        {
          turn_number: 1,
          user_input: 'What is the default for retries?',
          agent_response: first.body.response_text,
          retrieved_chunks: first.body.retrieved_chunks,
          tool_calls: [],
          context_used: null,
        },
        { turn_number: 2, user_input: 'How do I install it?' },
      ],
    });

    const ended = await app.request(`/api/agent/session/${session_id}`, { method: 'DELETE' });
    expect(await ended.json()).toMatchObject({ session_id, status: 'ended' });
    expect((await app.request(`/api/agent/session/${session_id}`)).status).toBe(404);
    expect(await post({ query_text: 'And now?', session_id })).toMatchObject({
      status: 404,
      body: { code: 'AGENT_SESSION_NOT_FOUND' },
    });
  });

  it('saves the turn of a stream before its last event', async () => {
    const response = await sendTo(app, { query_text: 'What is the default for retries?', ...open }, `${ASK}/stream`);
    const frames = (await response.text()).trimEnd().split('\n\n');
    const final = frames.at(-1)!;
    expect(final).toMatch(/^event: final\n/u);
    const { conversation_id } = JSON.parse(final.split('\ndata: ')[1]!) as Reply;
    expect(await conversations.read(conversation_id)).toMatchObject({ currentTurn: 1 });
  });

  it('answers a full conversation with a failure that can be displayed', async () => {
    const { body } = await post({ query_text: 'What is the default for retries?', ...open });
    const full = await post({ query_text: 'And the timeout?', session_id: body.conversation_id, max_turns: 1 });
    expect(full).toMatchObject({
      status: 400,
      body: {
        code: 'AGENT_MAX_TURNS_EXCEEDED',
        conversation_id: body.conversation_id,
        response_text: expect.stringContaining('1'),
        retrieved_chunks: [],
      },
    });
    // The turn is released, so a request with a higher limit succeeds.
    expect((await post({ query_text: 'And the timeout?', session_id: body.conversation_id })).status).toBe(200);
  });

  it('ends a conversation after the current turn, even if that exceeds the deadline of answers', async () => {
    const { body } = await post({ query_text: 'What is the default for retries?', ...open });
    const id = body.conversation_id;
    const turn = await conversations.begin({ id, maxTurns: 10 });
    const hurried = testApp({ engine, conversations, deadlineMs: 1 });
    const ending = hurried.request(`/api/agent/session/${id}`, { method: 'DELETE' });
    await setTimeout(50);
    if (turn.kind === 'ready') turn.conversation.release();
    expect((await ending).status).toBe(200);
  });

  it('sends `Retry-After` if a conversation or its store is busy', async () => {
    const { body } = await post({ query_text: 'What is the default for retries?', ...open });
    const session_id = body.conversation_id;
    const busy = {
      begin: refusing('RATE_LIMITED', { waiting: 8 }),
      read: refusing('STORE_BUSY'),
      end: refusing('CLOSED'),
    };
    app = testApp({ engine, conversations: { ...conversations, ...busy } });
    const ask = postJson({ query: 'x' });
    const waits = async (path: string, init: RequestInit): Promise<unknown> => {
      const response = await app.request(path, init);
      const { details } = (await response.json()) as { readonly details: object };
      return [response.status, response.headers.get('retry-after'), details];
    };
    const session = `/api/agent/session/${session_id}`;
    expect(await waits(ASK, ask)).toEqual([429, '1', { retry_after_seconds: 1 }]);
    expect(await waits(session, {})).toEqual([503, '1', { retry_after_seconds: 1 }]);
    expect(await waits(session, { method: 'DELETE' })).toEqual([503, '5', { retry_after_seconds: 5 }]);
    // A database with no free connection is not the client's mistake.
    const full = { begin: refusing('RATE_LIMITED'), read: refusing('UPSTREAM_FAILED') };
    app = testApp({ engine, conversations: { ...conversations, ...full } });
    expect(await waits(ASK, ask)).toEqual([503, '5', { retry_after_seconds: 5 }]);
    expect(await waits(session, {})).toEqual([503, '5', { retry_after_seconds: 5 }]);
    // The same applies when the first turn of a new conversation is saved.
    const keepsNone: Conversations['begin'] = async (request, options) => {
      const begun = await conversations.begin(request, options);
      if (begun.kind !== 'ready') return begun;
      return { ...begun, conversation: { ...begun.conversation, append: refusing('RATE_LIMITED') } };
    };
    app = testApp({ engine, conversations: { ...conversations, begin: keepsNone } });
    expect(await waits(ASK, ask)).toEqual([503, '5', { retry_after_seconds: 5 }]);
  });

  it('saves nothing of a failed run, and lets the next turn begin', async () => {
    const { body } = await post({ query_text: 'What is the default for retries?', ...open });
    const broken = testApp({ engine: { ...engine, ask: failing }, conversations });
    const request = { query_text: 'And the timeout?', session_id: body.conversation_id };
    const failed = await sendTo(broken, request);
    expect(failed.status).toBe(503);
    expect(await failed.json()).toMatchObject({ code: 'AGENT_RETRIEVAL_FAILED' });
    expect(await conversations.read(body.conversation_id)).toMatchObject({ currentTurn: 1 });
    expect((await post(request)).status).toBe(200);
  });

  it('lets the next turn begin if the reader leaves during a stream, and saves nothing of the turn', async () => {
    const { body } = await post({ query_text: 'What is the default for retries?', ...open });
    const session_id = body.conversation_id;
    const slow = testApp({ engine: { ...engine, ask: hanging }, conversations });
    const response = await sendTo(slow, { query_text: 'And the timeout?', session_id, ...open }, `${ASK}/stream`);
    await response.body!.cancel();
    expect(await post({ query_text: 'And the timeout?', session_id, ...open })).toMatchObject({ status: 200 });
    const session = await conversations.read(session_id);
    expect(session?.turns.map(({ number }) => number)).toEqual([1, 2]);
  });

  it('fails a run whose turn cannot be saved, and sends no final event (R19)', async () => {
    const { body } = await post({ query_text: 'What is the default for retries?', ...open });
    const stolen = { query_text: 'And the timeout?', session_id: body.conversation_id, ...open };
    const losing = testApp({ engine: { ...engine, ask: losingItsSession(body.conversation_id) }, conversations });
    const response = await sendTo(losing, stolen, `${ASK}/stream`);
    const text = await response.text();
    expect(text).toContain('event: error\n');
    expect(text).not.toContain('event: final\n');
    expect(JSON.parse(text.trimEnd().split('data: ').at(-1)!)).toMatchObject({ code: 'AGENT_GENERATION_FAILED' });
  });

  it('answers a follow-up on the topic of the conversation', async () => {
    const { body } = await post({ query_text: 'How do I install Parrot from npm?', ...open });
    const next = await post({ query_text: 'What about from source?', session_id: body.conversation_id, ...open });
    expect(next.body.response_text).toContain('Clone the repository');
  });
});

/** Finds passages, then sends nothing until stopped. */
async function* hanging(...[question, call]: Parameters<Engine['ask']>): ReturnType<Engine['ask']> {
  for await (const event of engine.ask(question, call)) {
    yield event;
    if (event.type === 'retrieval-end')
      await new Promise((resolve) => call?.signal?.addEventListener('abort', resolve));
  }
}

/** Another process ends the conversation while this one answers. */
function losingItsSession(id: string): Engine['ask'] {
  return async function* ask(question, call) {
    for await (const event of engine.ask(question, call)) {
      if (event.type === 'run-end') await driver.delete(id);
      yield event;
    }
  };
}

function refusing(code: ErrorCode, details = {}): () => Promise<never> {
  return () => Promise.reject(new IbidError(code, 'CANARY', { retryable: true, details }));
}

async function* failing(): AsyncGenerator<never> {
  yield* [];
  throw new Error('CANARY');
}
