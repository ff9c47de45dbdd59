/** Dead connections and answers of gateways, read from a raw socket. */
import { expect, test } from 'vitest';
import { chatStreamTroubles, chatText, eventsOf } from '../stream-troubles-fixture.ts';
import type { ConnectionFault } from './connection-faults.ts';
import { ECHOED_KEY, type HttpFault } from './http-faults.ts';
import {
  QUIET,
  faultyService,
  limited,
  post,
  refused,
  shown,
  streamOf,
  useFaultyService,
  whole,
} from './fault-fixture.ts';

useFaultyService();

/** One entry for each mode, which the compiler holds. */
const SEEN: Readonly<Record<ConnectionFault | HttpFault, () => Promise<void>>> = {
  'accept-then-close': async () => {
    expect(await shown({ fault: 'accept-then-close' })).toMatchObject({ status: undefined, connection: 'ended' });
  },
  'reset-before-headers': async () => {
    expect(await shown({ fault: 'reset-before-headers' })).toMatchObject({ status: undefined, connection: 'reset' });
  },
  'hang-before-headers': async () => {
    expect(await shown({ fault: 'hang-before-headers' }, { quietMs: 100 })).toMatchObject({
      status: undefined,
      connection: 'open',
    });
  },
  'hang-after-headers': async () => {
    const raw = await shown({ fault: 'hang-after-headers' }, { quietMs: 100, until: '\r\n\r\n' });
    expect(raw).toMatchObject({ status: 200, text: '', isBodyEnded: false, connection: 'open' });
  },
  'stall-after-first-token': async () => {
    const raw = await shown({ fault: 'stall-after-first-token' }, { quietMs: 100, until: 'Topics' });
    expect(raw).toMatchObject({ isBodyEnded: false, connection: 'open' });
    expect(chatText(raw.text)).toBe('Topics');
    const json = await shown(
      { fault: 'stall-after-first-token' },
      { stream: false, quietMs: 100, until: 'chat.completion' },
    );
    expect(json).toMatchObject({ isBodyEnded: false, connection: 'open' });
    expect(json.body.length).toBe(Math.floor(Number(json.headers['content-length']) / 2));
  },
  drip: async () => {
    const of = { kind: 'text', text: 'Yes. [p1]' } as const;
    expect(chatStreamTroubles((await shown({ fault: 'drip', of, ...QUIET })).text)).toEqual([]);
    const json = await shown({ fault: 'drip', of, ...QUIET }, { stream: false });
    expect(json.isBodyEnded).toBe(true);
  },
  'keep-alive-comments': async () => {
    const raw = await shown({ fault: 'keep-alive-comments', ...QUIET }, { leaveAfterBytes: 400 });
    expect(raw.text).toMatch(/^(?:: keep-alive\n\n){2,}/u);
    expect(eventsOf(raw.text)).toEqual([]);
    expect(raw.connection).toBe('open');
  },
  'cut-clean': async () => {
    const raw = await shown({ fault: 'cut-clean', afterBytes: 500 });
    expect(raw).toMatchObject({ isBodyEnded: true, connection: 'ended' });
    expect(raw.body.length).toBe(500);
    expect(await shown({ fault: 'cut-clean', afterBytes: 100 }, { stream: false })).toMatchObject({
      isBodyEnded: true,
    });
  },
  'cut-connection': async () => {
    const raw = await shown({ fault: 'cut-connection', afterBytes: 500 });
    expect(raw).toMatchObject({ isBodyEnded: false, connection: 'ended' });
    expect(raw.body.length).toBe(500);
    expect(await shown({ fault: 'cut-connection', afterBytes: 9 }, { stream: false })).toMatchObject({
      isBodyEnded: false,
    });
  },
  'cut-reset': async () => {
    const raw = await shown({ fault: 'cut-reset', afterBytes: 500 });
    expect(raw).toMatchObject({ isBodyEnded: false, connection: 'reset' });
    expect(raw.body.length).toBeLessThanOrEqual(500);
  },
  'html-200': async () => {
    const raw = await shown({ fault: 'html-200' });
    expect(raw).toMatchObject({ status: 200, isBodyEnded: true });
    expect(raw.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(raw.text).toContain('<!doctype html>');
  },
  'empty-body': async () => {
    expect(await shown({ fault: 'empty-body' }, { stream: false })).toMatchObject({
      status: 200,
      text: '',
      isBodyEnded: true,
    });
    const raw = await shown({ fault: 'empty-body' });
    expect(raw).toMatchObject({ status: 200, text: '', isBodyEnded: true });
    expect(raw.headers['content-type']).toContain('event-stream');
  },
  'empty-stream': async () => {
    expect((await streamOf('empty-stream')).text).toBe('data: [DONE]\n\n');
  },
  'json-for-stream': async () => {
    const raw = await shown({ fault: 'json-for-stream' });
    expect(raw.headers['content-type']).toBe('application/json');
    expect(JSON.parse(raw.text)).toMatchObject({ object: 'chat.completion' });
  },
  'stream-for-json': async () => {
    const raw = await shown({ fault: 'stream-for-json' }, { stream: false });
    expect(raw.headers['content-type']).toContain('event-stream');
    whole(raw);
  },
  'wrong-content-type': async () => {
    const raw = await shown({ fault: 'wrong-content-type' });
    expect(raw.headers['content-type']).toBe('text/plain');
    expect(chatStreamTroubles(raw.text)).toEqual([]);
  },
  'huge-headers': async () => {
    const { headers } = await shown({ fault: 'huge-headers' });
    expect(Object.values(headers).join('').length).toBeGreaterThan(128_000);
    await expect(fetch(`${faultyService().url}/chat/completions`, post())).rejects.toThrow('fetch failed');
  },
  'redirect-elsewhere': async () => {
    const raw = await shown({ fault: 'redirect-elsewhere' });
    expect(raw.status).toBe(307);
    expect(new URL(raw.headers['location'] ?? '').hostname).toBe('localhost');
    const seen = faultyService().requests.length;
    const followed = await fetch(`${faultyService().url}/chat/completions`, post());
    expect(await followed.text()).toContain('a host that nobody configured');
    expect(
      faultyService()
        .requests.slice(seen)
        .map(({ isElsewhere }) => isElsewhere),
    ).toEqual([false, true]);
  },
  '400-context-length': async () => void (await refused('400-context-length', 400, 'context_length_exceeded')),
  '400-unsupported-parameter': async () => {
    const raw = await refused('400-unsupported-parameter', 400, 'unsupported_parameter');
    expect(raw.text).toContain(ECHOED_KEY);
    expect(raw.text).toContain('What are topics?');
  },
  '400-flat-error': async () => {
    const raw = await shown({ fault: '400-flat-error' });
    expect(raw.status).toBe(400);
    expect(JSON.parse(raw.text)).toMatchObject({ object: 'error', code: 400 });
  },
  '400-no-tools': async () => {
    whole(await shown({ fault: '400-no-tools' }));
    const tools = [{ type: 'function', function: { name: 'search_docs', parameters: { type: 'object' } } }];
    const raw = await fetch(`${faultyService().url}/chat/completions`, post({ tools }));
    expect(raw.status).toBe(400);
    expect(await raw.text()).toContain('does not support tools');
  },
  '401': async () => void (await refused('401', 401, 'invalid_api_key')),
  '403': async () => void (await refused('403', 403, 'unsupported_country_region_territory')),
  '404-model': async () => void (await refused('404-model', 404, 'model_not_found')),
  '429-seconds': async () => void (await limited('429-seconds', 'retry-after', '1')),
  '429-date': async () => {
    const said = Date.parse(await limited('429-date', 'retry-after', expect.stringContaining('GMT') as string));
    expect(Math.abs(said - Date.now())).toBeLessThan(60_000);
  },
  '429-milliseconds': async () => void (await limited('429-milliseconds', 'retry-after-ms', '300')),
  '429-too-long': async () => void (await limited('429-too-long', 'retry-after', '3600')),
  '429-nonsense': async () => void (await limited('429-nonsense', 'retry-after', 'soon')),
  '429-negative': async () => void (await limited('429-negative', 'retry-after', '-5')),
  '429-none': async () => {
    const { headers } = await refused('429-none', 429, 'rate_limit_exceeded');
    expect(Object.keys(headers).filter((name) => name.startsWith('retry'))).toEqual([]);
  },
  '429-quota': async () => void (await refused('429-quota', 429, 'insufficient_quota')),
  '429-gemini': async () => {
    const raw = await shown({ fault: '429-gemini' });
    expect([raw.status, raw.headers['retry-after']]).toEqual([429, undefined]);
    expect(JSON.parse(raw.text)).toMatchObject([{ error: { code: 429, details: [{ retryDelay: '34s' }] } }]);
  },
  '500': async () => void (await refused('500', 500, null)),
  '502-html': async () => {
    const raw = await shown({ fault: '502-html' });
    expect(raw.status).toBe(502);
    expect(raw.text).toContain('<h1>502 Bad Gateway</h1>');
  },
  '503': async () => void (await refused('503', 503, 'overloaded')),
  '529': async () => void (await refused('529', 529, 'overloaded')),
};

test.each(Object.entries(SEEN))('%s is on the wire', async (_, seen) => {
  expect.hasAssertions();
  await seen();
});
