import { describe, expect, test } from 'vitest';
import { openNativeService } from '../testing/native-service.ts';
import { sampleReplies } from '../testing/replies.ts';
import { replyScript } from '../testing/reply-script.ts';
import { openStore } from './testing/open-store.ts';

const samples = sampleReplies('https://docs.example.org');
const begun = [...replyScript(samples.answered, { stopAfter: 2 }), { do: 'hold' }] as const;

describe('asking', () => {
  test('shows the question at once, then what comes, then the whole answer', async () => {
    await using service = await openNativeService({ answer: [...begun, ...replyScript(samples.answered).slice(-1)] });
    using opened = openStore({ api: service.url });
    opened.store.ask('  What is a topic? ');
    expect(opened.store.getState()).toMatchObject({
      running: 'exchange-1',
      exchanges: [{ id: 'exchange-1', question: 'What is a topic?', state: 'loading', askedAt: 1_001 }],
    });
    const streaming = await opened.until(({ exchanges }) => exchanges[0]?.statements.length === 2);
    expect(streaming.exchanges[0]).toMatchObject({ state: 'streaming', requestId: 'request-answered' });
    service.release();
    const { exchanges } = await opened.settled();
    expect(exchanges[0]).toMatchObject({ state: 'answered', statements: samples.answered.statements });
    expect(service.asked[0]?.headers['x-ibid-site-key']).toBe('key-1');
  });

  test.each(['', '   ', '\n'])('a blank question (%j) does nothing', (question) => {
    using opened = openStore();
    const before = opened.store.getState();
    opened.store.ask(question);
    expect(opened.store.getState()).toBe(before);
  });

  test('a question is cut to what the API takes, and shown as it is sent', async () => {
    await using service = await openNativeService();
    using opened = openStore({ api: service.url });
    opened.store.ask('🤖'.repeat(3_000));
    await opened.settled();
    expect(opened.store.getState().exchanges[0]?.question).toBe('🤖'.repeat(2_000));
    expect(service.asked[0]?.body.query).toBe('🤖'.repeat(2_000));
  });

  test('the draft goes with the question, another draft stays', () => {
    using opened = openStore();
    opened.store.setDraft('Why? ');
    opened.store.ask('Why?');
    expect(opened.store.getState().draft).toBe('');
    opened.store.setDraft('half a');
    opened.store.ask('Suggested?');
    expect(opened.store.getState().draft).toBe('half a');
  });

  test('a follow-up carries what was answered before', async () => {
    await using service = await openNativeService();
    using opened = openStore({ api: service.url });
    opened.store.ask('First?');
    await opened.settled();
    service.answerWith(replyScript(samples.refused));
    opened.store.ask('Second?');
    await opened.settled();
    opened.store.ask('Third?');
    await opened.settled();
    const histories = service.asked.map(({ body }) =>
      body.history?.map(({ role, text }) => `${role}: ${text.slice(0, 7)}`),
    );
    expect(histories).toEqual([
      undefined,
      ['reader: First?', 'assistant: A topic'],
      ['reader: First?', 'assistant: A topic'],
    ]);
  });

  test('a new question ends the one in flight, which keeps what came; its connection is closed', async () => {
    await using service = await openNativeService({ answer: begun });
    using opened = openStore({ api: service.url });
    opened.store.ask('First?');
    await opened.until(({ exchanges }) => exchanges[0]?.statements.length === 2);
    service.answerWith(replyScript(samples.insufficient));
    opened.store.ask('Second?');
    expect(opened.store.getState().exchanges.map(({ state }) => state)).toEqual(['stopped', 'loading']);
    await expect(service.asked[0]?.closed).resolves.toBe('early');
    const { exchanges } = await opened.settled();
    expect(exchanges.map(({ state, statements }) => [state, statements.length])).toEqual([
      ['stopped', 2],
      ['insufficient', 0],
    ]);
  });

  test('never are two connections open, however fast one asks', async () => {
    await using service = await openNativeService({ answer: begun });
    using opened = openStore({ api: service.url });
    for (let turn = 0; turn < 12; turn += 1) opened.store.ask(`Question ${turn}`);
    await opened.until(({ exchanges }) => exchanges.at(-1)?.state === 'streaming');
    expect(service.openReplies()).toBe(1);
    expect(opened.store.getState().exchanges.filter(({ state }) => state === 'stopped')).toHaveLength(11);
  });

  test('a conversation is bounded: the oldest goes', () => {
    using opened = openStore();
    for (let turn = 1; turn <= 25; turn += 1) opened.store.ask(`Question ${turn}`);
    const { exchanges } = opened.store.getState();
    expect(exchanges).toHaveLength(20);
    expect(exchanges[0]?.question).toBe('Question 6');
  });
});
