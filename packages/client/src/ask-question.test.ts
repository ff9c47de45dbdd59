import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { type ServiceScript, openNativeService, replyScript, sampleReplies } from '../../widget/src/testing/index.ts';
import type { AskEvent, Failure } from './wire.ts';
import { asked } from './testing/asked.ts';

const site = 'https://docs.example.org';
const samples = sampleReplies(site);
const begun = replyScript(samples.answered, { stopAfter: 2 });

async function failureOn(script: ServiceScript, options: Parameters<typeof asked>[0] = { api: '' }): Promise<Failure> {
  await using service = await openNativeService({ answer: script });
  const events = await asked({ ...options, api: service.url });
  return failureIn(events);
}

function failureIn(events: readonly AskEvent[]): Failure {
  const last = events.at(-1);
  if (last?.type !== 'failed') throw new Error(`expected a failure, not ${JSON.stringify(last)}`);
  return last.failure;
}

describe('a whole answer', () => {
  test('the request carries the question and the site key', async () => {
    await using service = await openNativeService();
    const request = { query: 'Why?', page: '/docs/a', history: [{ role: 'reader', text: 'What?' }] } as const;
    await asked({ api: service.url, siteKey: 'key-1', request });
    await asked({ api: service.url });
    const [first, second] = service.asked;
    expect(first?.body).toEqual(request);
    expect(first?.headers).toMatchObject({ 'x-ibid-site-key': 'key-1', 'content-type': 'application/json' });
    expect(second?.headers).not.toHaveProperty('x-ibid-site-key');
  });

  test('no cookie goes along, no redirect is followed, and nothing is left listening', async () => {
    const inits: RequestInit[] = [];
    const { signal } = new AbortController();
    await asked({
      api: '',
      signal,
      fetch: (_, init = {}) => {
        inits.push(init);
        return Promise.reject(new TypeError('no'));
      },
    });
    expect(inits).toMatchObject([{ method: 'POST', credentials: 'omit', redirect: 'error' }]);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('what a newer server says beside is skipped, and a kind that only it knows is shown as a sentence', async () => {
    const statements = samples.contradiction.statements.map((one) => ({ ...one, kind: 'verse' }));
    await using service = await openNativeService({
      answer: [
        { do: 'event', name: 'thinking', data: { text: 'hm' } },
        { do: 'write', bytes: 'event: odd\ndata: no json\n\n: a comment\nid: 7\nretry: x\nwhat: ever\n\n' },
        { do: 'event', name: 'run-end', data: { ...samples.contradiction, statements, mood: 'good' } },
      ],
    });
    expect(await asked({ api: service.url })).toEqual([{ type: 'done', reply: samples.contradiction }]);
    await expect(service.asked[0]?.closed).resolves.toBe('complete');
  });

  test('nothing comes after the last event, whatever the server still sends', async () => {
    await using service = await openNativeService({
      answer: [
        ...replyScript(samples.answered),
        ...replyScript(samples.refused),
        { do: 'write', bytes: 'event: run-end\ndata: {\n\n' },
      ],
    });
    const events = await asked({ api: service.url });
    await service.asked[0]?.closed;
    expect(events.filter(({ type }) => type === 'done')).toHaveLength(1);
    expect(events.at(-1)).toEqual({ type: 'done', reply: samples.answered });
  });
});

describe('stopping', () => {
  test('ends at once, and the connection is closed', async () => {
    await using service = await openNativeService({ answer: [...begun, { do: 'hold' }] });
    const leave = new AbortController();
    const onEvent = ({ type }: AskEvent): void => {
      if (type === 'statement') leave.abort();
    };
    const events = await asked({ api: service.url, signal: leave.signal, onEvent });
    expect(events.slice(-2)).toMatchObject([{ type: 'statement' }, { type: 'stopped' }]);
    await expect(service.asked[0]?.closed).resolves.toBe('early');
  });

  test('before the question is sent, sends nothing', async () => {
    await using service = await openNativeService();
    expect(await asked({ api: service.url, signal: AbortSignal.abort() })).toEqual([{ type: 'stopped' }]);
    expect(service.requests).toEqual([]);
  });

  test('works where `fetch` does not listen', async () => {
    const leave = new AbortController();
    const end = asked({ api: '', fetch: () => new Promise(() => undefined), signal: leave.signal });
    leave.abort();
    expect(await end).toEqual([{ type: 'stopped' }]);
  });
});

describe('failures', () => {
  const refusal = { error: 'Phrase', code: 'X', message: 'Words.', details: {}, request_id: 'request-9' };

  test.each([
    [422, 'invalid'],
    [429, 'rate-limited'],
    [502, 'unavailable'],
    [404, 'error'],
  ] as const)('status %i is %s, in the words of the server', async (status, kind) => {
    expect(await failureOn([{ do: 'status', status, body: refusal }])).toEqual({
      kind,
      message: 'Words.',
      retryAfter: 0,
      requestId: 'request-9',
    });
  });

  test.each([
    ['404 of a page', [{ do: 'status', status: 404, body: '<html>Not found</html>' }]],
    ['405', [{ do: 'status', status: 405, body: '' }]],
  ] as const)('a host of files has no service: %s', async (_, script) => {
    expect(await failureOn(script)).toEqual({ kind: 'missing', message: '', retryAfter: 0, requestId: '' });
  });

  test('a refusal that breaks off is still known by its status', async () => {
    const failure = await failureOn([
      { do: 'status', status: 503, headers: { 'Content-Type': 'application/json' } },
      { do: 'write', bytes: '{"message": "half' },
      { do: 'cut' },
    ]);
    expect(failure.kind).toBe('unavailable');
  });

  test('a failure within the stream keeps what came, and its id', async () => {
    const body = { ...refusal, code: 'UPSTREAM_FAILED', request_id: '' };
    await using service = await openNativeService({
      answer: [...begun, { do: 'event', name: 'run-error', data: body }],
    });
    const events = await asked({ api: service.url });
    expect(events.filter(({ type }) => type === 'statement')).toHaveLength(2);
    expect(failureIn(events)).toEqual({
      kind: 'unavailable',
      message: 'Words.',
      retryAfter: 0,
      requestId: samples.answered.request_id,
    });
  });

  test('a stream that is over too early is cut, and keeps its id', async () => {
    expect(await failureOn(begun)).toMatchObject({ kind: 'cut', requestId: samples.answered.request_id });
  });

  test('a server that is not there cannot be reached; without a network the reader is offline', async () => {
    const { url: api, close } = await openNativeService();
    await close();
    expect(failureIn(await asked({ api })).kind).toBe('unreachable');
    expect(failureIn(await asked({ api, isOnline: () => false })).kind).toBe('offline');
  });

  test('a connection that is cut before any answer cannot be reached', async () => {
    expect((await failureOn([{ do: 'cut' }])).kind).toBe('unreachable');
  });
});

describe('what is no answer of ours is an error', () => {
  const shaped: readonly (readonly [string, ServiceScript])[] = [
    [
      'a page of HTML',
      [{ do: 'status', status: 200, headers: { 'Content-Type': 'text/html' }, body: '<p>Log in</p>' }],
    ],
    ['nothing at all', [{ do: 'status', status: 204 }]],
    ['broken JSON', [{ do: 'write', bytes: 'event: run-start\ndata: {"request_id"\n\n' }]],
    ['an event without data of its shape', [{ do: 'event', name: 'run-start', data: null }]],
    [
      'a statement whose citation never came',
      [{ do: 'event', name: 'statement-verified', data: samples.answered.statements[0] }],
    ],
    [
      'a reply without the citations it names',
      [{ do: 'event', name: 'run-end', data: { ...samples.answered, citations: [] } }],
    ],
    ['deep nesting', [{ do: 'write', bytes: `event: run-end\ndata: ${'['.repeat(100_000)}\n\n` }]],
  ];
  test.each(shaped)('%s', async (_, script) => {
    expect((await failureOn(script)).kind).toBe('error');
  });

  test('an event, a stream or a refusal without end is given up on and left', async () => {
    const filler = 'x'.repeat(100_000);
    await using service = await openNativeService({
      answer: [
        { do: 'write', bytes: 'data: ' },
        ...Array.from({ length: 500 }, () => ({ do: 'write', bytes: filler }) as const),
      ],
    });
    expect(failureIn(await asked({ api: service.url })).kind).toBe('error');
    await expect(service.asked[0]?.closed).resolves.toBe('early');
    const endless = Array.from({ length: 500 }, () => ({ do: 'write', bytes: `: ${filler}\n\n` }) as const);
    service.answerWith(endless);
    expect(failureIn(await asked({ api: service.url })).kind).toBe('error');
    await expect(service.asked[1]?.closed).resolves.toBe('early');
    service.answerWith([{ do: 'status', status: 503 }, ...endless]);
    expect(failureIn(await asked({ api: service.url })).kind).toBe('unavailable');
    await expect(service.asked[2]?.closed).resolves.toBe('early');
  });
});
