import { describe, expect, test } from 'vitest';
import type { PageContext } from '../config/host-page.ts';
import type { CapturedSelection } from '../exchange/exchange.ts';
import { openNativeService } from '../testing/native-service.ts';
import { sampleReplies } from '../testing/replies.ts';
import { replyScript } from '../testing/reply-script.ts';
import { createPanelStore } from './create-panel-store.ts';
import { openStore } from './testing/open-store.ts';

const samples = sampleReplies('https://docs.example.org');
const begun = [...replyScript(samples.answered, { stopAfter: 2 }), { do: 'hold' }] as const;
const selection: CapturedSelection = {
  text: 'A topic.',
  url: 'https://docs.test/a',
  section: 'topics',
  place: 'Topics',
};

const silent = (): (() => void) => () => undefined;

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

  test('earlier questions are counted beside the question, can be left out, and stay out of what follows on from it', async () => {
    await using service = await openNativeService();
    using opened = openStore({ api: service.url });
    for (const question of ['First?', 'Second?']) {
      opened.store.ask(question);
      await opened.settled();
    }
    opened.store.setScope({ earlier: 0 });
    opened.store.ask('Third?');
    expect(opened.store.getState().scope.earlier).toBeUndefined();
    await opened.settled();
    opened.store.retry('exchange-3');
    await opened.settled();
    opened.store.ask('Fourth?');
    await opened.settled();
    const sent = service.asked.map(({ body }) =>
      (body.history ?? []).filter(({ role }) => role === 'reader').map(({ text }) => text),
    );
    expect(sent).toEqual([[], ['First?'], [], [], ['Third?']]);
    expect(opened.store.getState().exchanges.map(({ scope }) => scope.earlier)).toEqual([0, 1, 0, 1]);
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

describe('stopping, asking again, clearing, ending', () => {
  test('stop keeps what came and closes the connection', async () => {
    await using service = await openNativeService({ answer: begun });
    using opened = openStore({ api: service.url });
    opened.store.ask('Why?');
    await opened.until(({ exchanges }) => exchanges[0]?.statements.length === 2);
    opened.store.stop();
    expect(opened.store.getState()).toMatchObject({ running: undefined, exchanges: [{ state: 'stopped' }] });
    expect(opened.store.getState().exchanges[0]?.statements).toHaveLength(2);
    await expect(service.asked[0]?.closed).resolves.toBe('early');
  });

  test('asking again does so in place, with the scope of then and what came before it', async () => {
    await using service = await openNativeService();
    using opened = openStore({ api: service.url });
    opened.store.ask('First?');
    await opened.settled();
    service.answerWith([{ do: 'status', status: 503 }]);
    opened.store.attach(selection);
    opened.store.ask('Second?');
    await opened.settled();
    opened.store.detach();
    service.answerWith(replyScript(samples.answered));
    opened.store.ask('Third?');
    await opened.settled();
    expect(opened.store.getState().exchanges.map(({ state }) => state)).toEqual(['answered', 'failed', 'answered']);
    opened.store.retry('exchange-2');
    expect(opened.store.getState().exchanges[1]).toMatchObject({ state: 'loading', failure: undefined });
    await opened.settled();
    expect(opened.store.getState().exchanges.map(({ id, state }) => [id, state])).toEqual([
      ['exchange-1', 'answered'],
      ['exchange-2', 'answered'],
      ['exchange-3', 'answered'],
    ]);
    const last = service.asked.at(-1)?.body;
    expect(last?.selection).toMatchObject({ text: 'A topic.' });
    expect(last?.history?.filter(({ role }) => role === 'reader')).toEqual([{ role: 'reader', text: 'First?' }]);
  });

  test('asking again while it runs begins anew; an unknown one does nothing', async () => {
    await using service = await openNativeService({ answer: begun });
    using opened = openStore({ api: service.url });
    opened.store.ask('Why?');
    await opened.until(({ exchanges }) => exchanges[0]?.statements.length === 2);
    opened.store.retry('exchange-1');
    expect(opened.store.getState()).toMatchObject({
      running: 'exchange-1',
      exchanges: [{ state: 'loading', statements: [] }],
    });
    await opened.until(({ exchanges }) => exchanges[0]?.statements.length === 2);
    expect(service.openReplies()).toBe(1);
    opened.store.stop();
    const before = opened.store.getState().exchanges;
    opened.store.retry('exchange-9');
    expect(opened.store.getState().exchanges).toBe(before);
  });

  test('clear forgets all at once, and nothing of a running answer comes back', async () => {
    await using service = await openNativeService({ answer: begun });
    using opened = openStore({ api: service.url });
    opened.store.ask('Why?');
    await opened.until(({ exchanges }) => exchanges[0]?.statements.length === 2);
    opened.store.clear();
    expect(opened.store.getState()).toMatchObject({ running: undefined, exchanges: [] });
    await expect(service.asked[0]?.closed).resolves.toBe('early');
    await new Promise(setImmediate);
    expect(opened.store.getState().exchanges).toEqual([]);
  });

  test('after its end a store is silent, holds no connection and asks nothing', async () => {
    await using service = await openNativeService({ answer: begun });
    const opened = openStore({ api: service.url });
    let told = 0;
    opened.store.ask('Why?');
    await opened.until(({ exchanges }) => exchanges[0]?.statements.length === 2);
    opened.store.subscribe(() => (told += 1));
    expect(opened.listening()).toBe(5);
    opened.store.dispose();
    expect(opened.listening()).toBe(0);
    await expect(service.asked[0]?.closed).resolves.toBe('early');
    opened.store.ask('More?');
    opened.store.retry('exchange-1');
    opened.setOnline(false);
    opened.navigate({ version: '1.0' });
    await new Promise(setImmediate);
    expect([told, service.asked.length]).toEqual([0, 1]);
    opened.store.dispose();
  });
});

describe('failures', () => {
  test('show why, keep what came, and say when another try makes sense', async () => {
    await using service = await openNativeService({
      answer: [{ do: 'status', status: 429, headers: { 'Retry-After': '9' }, body: { message: 'Slowly.' } }],
    });
    using opened = openStore({ api: service.url });
    opened.store.ask('Why?');
    await opened.settled();
    expect(opened.store.getState().exchanges[0]).toMatchObject({
      state: 'failed',
      failure: { kind: 'rate-limited', message: 'Slowly.', retryAfter: 9 },
    });
    service.answerWith([...replyScript(samples.answered, { stopAfter: 3 }), { do: 'cut' }]);
    opened.store.retry('exchange-1');
    await opened.settled();
    expect(opened.store.getState().exchanges[0]).toMatchObject({ state: 'failed', failure: { kind: 'cut' } });
    expect(opened.store.getState().exchanges[0]?.statements).toHaveLength(3);
  });

  test('being offline is seen from the browser and from calls, and being back too', async () => {
    await using service = await openNativeService();
    using opened = openStore({
      api: 'http://127.0.0.1:9',
      surroundings: { fetch: () => Promise.reject(new TypeError('no')) },
    });
    opened.setOnline(false);
    expect(opened.store.getState().isOnline).toBe(false);
    opened.store.ask('Why?');
    await opened.settled();
    expect(opened.store.getState().exchanges[0]?.failure?.kind).toBe('offline');
    opened.setOnline(true);
    expect(opened.store.getState().isOnline).toBe(true);
    using wrong = openStore({ api: service.url });
    wrong.setOnline(false);
    wrong.store.ask('Why?');
    await wrong.settled();
    expect(wrong.store.getState()).toMatchObject({ isOnline: true, exchanges: [{ state: 'answered' }] });
  });
});

describe('listeners', () => {
  test('are told at once of what the reader does', () => {
    using opened = openStore();
    const drafts: string[] = [];
    const stop = opened.store.subscribe(() => drafts.push(opened.store.getState().draft));
    opened.store.setDraft('a');
    opened.store.setDraft('ab');
    stop();
    opened.store.setDraft('abc');
    expect(drafts).toEqual(['a', 'ab']);
  });

  test('are told once in a frame of all that the network brings', async () => {
    const frames: (() => void)[] = [];
    const nextFrame = (callback: () => void): (() => void) => {
      frames.push(callback);
      return () => undefined;
    };
    await using service = await openNativeService({ answer: replyScript(samples.long) });
    using opened = openStore({ api: service.url, surroundings: { nextFrame } });
    let told = 0;
    opened.store.subscribe(() => (told += 1));
    opened.store.ask('Why?');
    expect(told).toBe(1);
    await expect.poll(() => opened.store.getState().exchanges[0]?.state).toBe('answered');
    expect([told, frames.length]).toEqual([1, 1]);
    frames[0]?.();
    expect(told).toBe(2);
  });

  test('get the same state while nothing changes, and the same exchanges where they have not changed', async () => {
    await using service = await openNativeService();
    using opened = openStore({ api: service.url });
    opened.store.ask('First?');
    const first = (await opened.settled()).exchanges[0];
    const state = opened.store.getState();
    expect(opened.store.getState()).toBe(state);
    opened.store.ask('Second?');
    await opened.settled();
    expect(opened.store.getState()).not.toBe(state);
    expect(opened.store.getState().exchanges[0]).toBe(first);
    expect(state.exchanges).toHaveLength(1);
  });
});

describe('the scope of the next question', () => {
  test('is locale and version of the page, and follows them until the reader chooses', () => {
    using opened = openStore();
    expect(opened.store.getState().scope).toEqual({
      selection: undefined,
      onlySelection: false,
      page: undefined,
      section: undefined,
      locale: 'en',
      version: '2.0',
    });
    opened.navigate({ locale: 'ur', version: '1.0' });
    expect(opened.store.getState().scope).toMatchObject({ locale: 'ur', version: '1.0' });
    opened.store.setScope({ version: '' });
    opened.navigate({ locale: 'de', version: '3.0' });
    opened.store.open();
    expect(opened.store.getState()).toMatchObject({ isOpen: true, scope: { locale: 'de', version: '' } });
  });

  test('a page that is chosen keeps its language and version while the reader goes elsewhere, and follows again without it', () => {
    using opened = openStore();
    const page = { url: 'https://docs.test/a', title: 'A' };
    opened.store.setScope({ page });
    opened.navigate({ url: 'https://docs.test/1.0/a', locale: 'ur', version: '1.0' });
    opened.store.open();
    expect(opened.store.getState().scope).toMatchObject({ page, locale: 'en', version: '2.0' });
    opened.store.setScope({ page: undefined });
    expect(opened.store.getState().scope).toMatchObject({ page: undefined, locale: 'ur', version: '1.0' });
  });

  test('choosing the page that is open takes its version, unless all are wanted', () => {
    using opened = openStore();
    const page = { url: 'https://docs.test/1.0/a', title: 'A' };
    opened.store.setScope({ version: '2.0' });
    opened.navigate({ url: page.url, version: '1.0' });
    opened.store.setScope({ page });
    expect(opened.store.getState().scope).toMatchObject({ page, version: '1.0' });
    opened.store.setScope({ page: undefined, version: '' });
    opened.store.setScope({ page });
    expect(opened.store.getState().scope).toMatchObject({ page, version: '' });
  });

  test('a page that says its version late is asked about in that version', () => {
    let version = '2.0';
    const current = (): PageContext => ({ url: '/a', title: 'A', section: undefined, locale: 'en', version });
    const store = createPanelStore({
      config: { api: 'http://127.0.0.1:9', siteKey: '', storageKey: '' },
      current,
      surroundings: {
        storages: [],
        isOnline: () => true,
        onNetworkChange: silent,
        onLeave: silent,
        onReturn: silent,
        onKeptElsewhere: silent,
        nextFrame: silent,
      },
    });
    version = '1.0';
    store.ask('Why?');
    expect(store.getState()).toMatchObject({ scope: { version }, exchanges: [{ scope: { version } }] });
    store.dispose();
  });

  test('a passage comes with "only this passage", and goes with it', () => {
    using opened = openStore();
    opened.store.attach(selection);
    expect(opened.store.getState().scope).toMatchObject({ selection, onlySelection: true });
    opened.store.setScope({ onlySelection: false });
    expect(opened.store.getState().scope).toMatchObject({ selection, onlySelection: false });
    opened.store.attach({ ...selection, text: 'Another.' });
    expect(opened.store.getState().scope.onlySelection).toBe(true);
    opened.store.detach();
    expect(opened.store.getState().scope).toMatchObject({ selection: undefined, onlySelection: false });
    opened.store.setScope({ onlySelection: true });
    expect(opened.store.getState().scope.onlySelection).toBe(false);
  });

  test('a section goes with its page', () => {
    using opened = openStore();
    const page = { url: '/a', title: 'A' };
    opened.store.setScope({ page, section: { id: 'b', title: 'B' } });
    expect(opened.store.getState().scope.section).toEqual({ id: 'b', title: 'B' });
    opened.store.setScope({ page: undefined });
    expect(opened.store.getState().scope.section).toBeUndefined();
  });

  test('what is sent is what stands beside the question', async () => {
    await using service = await openNativeService();
    using opened = openStore({ api: service.url });
    opened.store.attach(selection);
    opened.store.setScope({ onlySelection: false, page: { url: '/a', title: 'A' } });
    const { scope } = opened.store.getState();
    opened.store.ask('Why?');
    opened.store.detach();
    await opened.settled();
    expect(opened.store.getState().exchanges[0]?.scope).toEqual({ ...scope, earlier: 0 });
    expect(service.asked[0]?.body).toEqual({
      query: 'Why?',
      selection: { text: 'A topic.', url: 'https://docs.test/a', section: 'topics', only: false },
      page: '/a',
      locale: 'en',
      version: '2.0',
    });
  });
});
