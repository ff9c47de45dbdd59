import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openNativeService, replyScript, sampleReplies } from '../testing/index.ts';
import type { PanelState } from './create-panel-store.ts';
import { type OpenedStore, openStore } from './testing/open-store.ts';

const samples = sampleReplies('https://docs.example.org');
const selection = { text: 'A topic.', url: 'https://docs.test/a', section: 'topics', place: 'Topics' };
/** Two statements have arrived, and the answer continues. */
const begun = [...replyScript(samples.answered, { stopAfter: 2 }), { do: 'hold' }] as const;

/** Asks, and resolves to the state with the complete answer. */
function answered({ store, settled }: OpenedStore, question = 'Why?'): Promise<PanelState> {
  store.ask(question);
  return settled();
}

/** Asks, and resolves when the first two statements have arrived. */
async function halfAnswered({ store, until }: OpenedStore, question = 'Why?'): Promise<void> {
  store.ask(question);
  await until(({ exchanges }) => exchanges.at(-1)?.statements.length === 2);
}

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

  test('a blank question does nothing; a long one is cut to what the API takes, and shown as it is sent', async () => {
    await using service = await openNativeService();
    using opened = openStore({ api: service.url });
    const before = opened.store.getState();
    for (const blank of ['', '   ', '\n']) opened.store.ask(blank);
    expect(opened.store.getState()).toBe(before);
    const { exchanges } = await answered(opened, '🤖'.repeat(3_000));
    expect(exchanges[0]?.question).toBe('🤖'.repeat(2_000));
    expect(service.asked[0]?.body.query).toBe('🤖'.repeat(2_000));
  });

  test('the owner of a site without a service is told on the console', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    onTestFinished(() => warned.mockRestore());
    await using service = await openNativeService({ answer: [{ do: 'status', status: 405, body: '' }] });
    using opened = openStore({ api: service.url });
    const { exchanges } = await answered(opened);
    expect(exchanges[0]).toMatchObject({ failure: { kind: 'missing' } });
    expect(warned.mock.lastCall?.[0]).toContain(`\`ibid serve\` does not answer at ${service.url}: start it`);
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
    await answered(opened, 'First?');
    service.answerWith(replyScript(samples.refused));
    await answered(opened, 'Second?');
    await answered(opened, 'Third?');
    const histories = service.asked.map(({ body }) =>
      body.history?.map(({ role, text }) => `${role}: ${text.slice(0, 7)}`),
    );
    const first = ['reader: First?', 'assistant: A topic'];
    expect(histories).toEqual([undefined, first, first]);
  });

  test('a new question ends the one in flight, which keeps what came; never are two connections open', async () => {
    await using service = await openNativeService({ answer: begun });
    using opened = openStore({ api: service.url });
    await halfAnswered(opened);
    service.answerWith(replyScript(samples.insufficient));
    opened.store.ask('Second?');
    expect(opened.store.getState().exchanges.map(({ state }) => state)).toEqual(['stopped', 'loading']);
    await expect(service.asked[0]?.closed).resolves.toBe('early');
    const { exchanges } = await opened.settled();
    expect(exchanges).toMatchObject([{ state: 'stopped' }, { state: 'insufficient' }]);
    expect(exchanges[0]?.statements).toHaveLength(2);
    service.answerWith(begun);
    for (let turn = 0; turn < 12; turn += 1) opened.store.ask(`Question ${turn}`);
    await opened.until((state) => state.exchanges.at(-1)?.state === 'streaming');
    expect(service.openReplies()).toBe(1);
  });

  test('a conversation is bounded: the oldest goes', () => {
    using opened = openStore();
    for (let turn = 1; turn <= 25; turn += 1) opened.store.ask(`Question ${turn}`);
    const { exchanges } = opened.store.getState();
    expect(exchanges).toHaveLength(20);
    expect(exchanges[0]?.question).toBe('Question 6');
  });
});

describe('failures', () => {
  test('show why, keep what came, and say when another try makes sense', async () => {
    await using service = await openNativeService({
      answer: [{ do: 'status', status: 429, headers: { 'Retry-After': '9' }, body: { message: 'Slowly.' } }],
    });
    using opened = openStore({ api: service.url });
    const failure = { kind: 'rate-limited', message: 'Slowly.', retryAfter: 9 };
    expect((await answered(opened)).exchanges).toMatchObject([{ state: 'failed', failure }]);
    service.answerWith([...replyScript(samples.answered, { stopAfter: 3 }), { do: 'cut' }]);
    opened.store.retry('exchange-1');
    const { exchanges } = await opened.settled();
    expect(exchanges).toMatchObject([{ state: 'failed', failure: { kind: 'cut' } }]);
    expect(exchanges[0]?.statements).toHaveLength(3);
  });

  test('being offline is seen from the browser and from calls, and being back too', async () => {
    await using service = await openNativeService();
    using lost = openStore({ surroundings: { fetch: () => Promise.reject(new TypeError('no')) } });
    lost.setOnline(false);
    expect(lost.store.getState().isOnline).toBe(false);
    expect((await answered(lost)).exchanges[0]?.failure?.kind).toBe('offline');
    lost.setOnline(true);
    expect(lost.store.getState().isOnline).toBe(true);
    using wrong = openStore({ api: service.url });
    wrong.setOnline(false);
    expect(await answered(wrong)).toMatchObject({ isOnline: true, exchanges: [{ state: 'answered' }] });
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
    const first = (await answered(opened)).exchanges[0];
    const state = opened.store.getState();
    expect(opened.store.getState()).toBe(state);
    await answered(opened, 'Second?');
    expect(opened.store.getState()).not.toBe(state);
    expect(opened.store.getState().exchanges[0]).toBe(first);
    expect(state.exchanges).toHaveLength(1);
  });
});

describe('the scope of the next question', () => {
  const page = { url: 'https://docs.test/1.0/a', title: 'A' };

  test('is locale and version of the page, and follows them until the reader chooses', () => {
    using opened = openStore();
    const none = { selection: undefined, onlySelection: false, page: undefined, section: undefined };
    expect(opened.store.getState().scope).toEqual({ ...none, locale: 'en', version: '2.0' });
    opened.navigate({ locale: 'ur', version: '1.0' });
    expect(opened.store.getState().scope).toMatchObject({ locale: 'ur', version: '1.0' });
    opened.store.setScope({ version: '' });
    opened.navigate({ locale: 'de', version: '3.0' });
    opened.store.open();
    expect(opened.store.getState()).toMatchObject({ isOpen: true, scope: { locale: 'de', version: '' } });
  });

  test('a page that is chosen keeps its language and version while the reader goes elsewhere, and follows again without it', () => {
    using opened = openStore();
    opened.store.setScope({ page });
    opened.navigate({ url: 'https://docs.test/3.0/a', locale: 'ur', version: '3.0' });
    opened.store.open();
    expect(opened.store.getState().scope).toMatchObject({ page, locale: 'en', version: '2.0' });
    opened.store.setScope({ page: undefined });
    expect(opened.store.getState().scope).toMatchObject({ page: undefined, locale: 'ur', version: '3.0' });
  });

  test('choosing the page that is open takes its version, unless all are wanted', () => {
    using opened = openStore();
    opened.store.setScope({ version: '2.0' });
    opened.navigate({ url: page.url, version: '1.0' });
    opened.store.setScope({ page });
    expect(opened.store.getState().scope).toMatchObject({ page, version: '1.0' });
    opened.store.setScope({ page: undefined, version: '' });
    opened.store.setScope({ page });
    expect(opened.store.getState().scope).toMatchObject({ page, version: '' });
  });

  test('a page that says its version late is asked about in that version', () => {
    using opened = openStore();
    opened.page.version = '1.0';
    opened.store.ask('Why?');
    const scope = { version: '1.0' };
    expect(opened.store.getState()).toMatchObject({ scope, exchanges: [{ scope }] });
  });

  test('a passage comes with "only this passage", and goes with it, as a section with its page', () => {
    using opened = openStore();
    const scope = (): PanelState['scope'] => opened.store.getState().scope;
    opened.store.attach(selection);
    expect(scope()).toMatchObject({ selection, onlySelection: true });
    opened.store.setScope({ onlySelection: false });
    expect(scope()).toMatchObject({ selection, onlySelection: false });
    opened.store.attach({ ...selection, text: 'Another.' });
    expect(scope().onlySelection).toBe(true);
    opened.store.detach();
    expect(scope()).toMatchObject({ selection: undefined, onlySelection: false });
    opened.store.setScope({ onlySelection: true });
    expect(scope().onlySelection).toBe(false);
    opened.store.setScope({ page, section: { id: 'b', title: 'B' } });
    expect(scope().section).toEqual({ id: 'b', title: 'B' });
    opened.store.setScope({ page: undefined });
    expect(scope().section).toBeUndefined();
  });

  test('what is sent is what stands beside the question', async () => {
    await using service = await openNativeService();
    using opened = openStore({ api: service.url });
    opened.store.attach(selection);
    opened.store.setScope({ onlySelection: false, page: { url: '/a', title: 'A' } });
    const { scope } = opened.store.getState();
    opened.store.ask('Why?');
    opened.store.detach();
    expect((await opened.settled()).exchanges[0]?.scope).toEqual(scope);
    expect(service.asked[0]?.body).toEqual({
      query: 'Why?',
      selection: { text: 'A topic.', url: 'https://docs.test/a', section: 'topics', only: false },
      page: '/a',
      locale: 'en',
      version: '2.0',
    });
  });
});

describe('stopping, asking again, clearing, ending', () => {
  test('stop keeps what came and closes the connection', async () => {
    await using service = await openNativeService({ answer: begun });
    using opened = openStore({ api: service.url });
    await halfAnswered(opened);
    opened.store.stop();
    expect(opened.store.getState()).toMatchObject({ running: undefined, exchanges: [{ state: 'stopped' }] });
    expect(opened.store.getState().exchanges[0]?.statements).toHaveLength(2);
    await expect(service.asked[0]?.closed).resolves.toBe('early');
  });

  test('asking again does so in place, with the scope of then and what came before it', async () => {
    await using service = await openNativeService();
    using opened = openStore({ api: service.url });
    await answered(opened, 'First?');
    service.answerWith([{ do: 'status', status: 503 }]);
    opened.store.attach(selection);
    await answered(opened, 'Second?');
    opened.store.detach();
    service.answerWith(replyScript(samples.answered));
    const { exchanges } = await answered(opened, 'Third?');
    expect(exchanges.map(({ state }) => state)).toEqual(['answered', 'failed', 'answered']);
    opened.store.retry('exchange-2');
    expect(opened.store.getState().exchanges[1]).toMatchObject({ state: 'loading', failure: undefined });
    expect((await opened.settled()).exchanges.map(({ id, state }) => `${id} ${state}`)).toEqual([
      'exchange-1 answered',
      'exchange-2 answered',
      'exchange-3 answered',
    ]);
    const last = service.asked.at(-1)?.body;
    expect(last?.selection).toMatchObject({ text: 'A topic.' });
    expect(last?.history?.filter(({ role }) => role === 'reader')).toEqual([{ role: 'reader', text: 'First?' }]);
  });

  test('asking again while it runs begins anew; an unknown one does nothing', async () => {
    await using service = await openNativeService({ answer: begun });
    using opened = openStore({ api: service.url });
    await halfAnswered(opened);
    opened.store.retry('exchange-1');
    const anew = { state: 'loading', statements: [] };
    expect(opened.store.getState()).toMatchObject({ running: 'exchange-1', exchanges: [anew] });
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
    await halfAnswered(opened);
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
    await halfAnswered(opened);
    opened.store.subscribe(() => (told += 1));
    expect(opened.listening()).toBe(7);
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

describe('rating', () => {
  test('shows at once, goes to the server with the request and the page on which was asked, and says how it went', async () => {
    await using service = await openNativeService();
    using opened = openStore({ api: service.url });
    await answered(opened);
    opened.navigate({ url: 'https://docs.test/private' });
    opened.store.retry('exchange-1');
    await opened.settled();
    opened.store.rate('exchange-1', 'down', ['wrong', 'outdated'], ` ${'x'.repeat(600)}`);
    expect(opened.store.getState().exchanges[0]?.feedback).toMatchObject({ verdict: 'down', state: 'sending' });
    await opened.until(({ exchanges }) => exchanges[0]?.feedback?.state === 'sent');
    expect(service.feedback.map(({ body }) => body)).toEqual([
      {
        request_id: 'request-answered',
        verdict: 'down',
        reasons: ['wrong', 'outdated'],
        note: 'x'.repeat(500),
        question: 'Why?',
        page: 'https://docs.test/a',
      },
    ]);
  });

  test('a later rating takes the place of an earlier one, whichever the server answers first', async () => {
    const answers: ((response: Response) => void)[] = [];
    await using service = await openNativeService();
    const rated: typeof fetch = (url, init) =>
      String(url).endsWith('/api/feedback') ? new Promise((resolve) => answers.push(resolve)) : fetch(url, init);
    using opened = openStore({ api: service.url, surroundings: { fetch: rated } });
    await answered(opened);
    opened.store.rate('exchange-1', 'up', [], '');
    opened.store.rate('exchange-1', 'down', ['wrong'], '');
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.(new Response(null, { status: 503 }));
    await opened.until(({ exchanges }) => exchanges[0]?.feedback?.state === 'failed');
    answers[0]?.(new Response(null, { status: 204 }));
    await new Promise(setImmediate);
    expect(opened.store.getState().exchanges[0]?.feedback).toMatchObject({ verdict: 'down', state: 'failed' });
  });

  test('what is not finished, unknown, or never reached the server is not rated', async () => {
    await using service = await openNativeService({ answer: begun });
    using opened = openStore({ api: service.url });
    opened.store.rate('exchange-9', 'up', [], '');
    await halfAnswered(opened);
    opened.store.rate('exchange-1', 'up', [], '');
    service.answerWith([{ do: 'status', status: 502 }]);
    await answered(opened);
    opened.store.rate('exchange-2', 'up', [], '');
    expect(opened.store.getState().exchanges.map(({ feedback }) => feedback)).toEqual([undefined, undefined]);
    expect(service.feedback).toEqual([]);
  });
});
