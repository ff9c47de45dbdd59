import type { Answer, AnswerEvent, Engine } from '@ibid/core/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './call.ts';
import type { RequestReport } from './app-options.ts';
import { post } from './testing/post.ts';
import { smallEngine } from './testing/small-index.ts';
import { testApp, type TestOptions } from './testing/test-app.ts';

let engine: Engine;

function appWith(over: Partial<TestOptions> = {}): App {
  return testApp({ engine, ...over });
}

beforeAll(async () => void (engine = await smallEngine()));
afterAll(() => engine.close());

describe('streams that go wrong', () => {
  const CASES: [string, Partial<TestOptions>, string][] = [
    ['the deadline', { deadlineMs: 1 }, 'TIMED_OUT'],
    ['the end of the server', {}, 'CLOSED'],
  ];
  it.each(CASES)('end with one event after %s', async (_, over, code) => {
    const shutdown = new AbortController();
    async function* half(): AsyncGenerator<AnswerEvent> {
      yield { type: 'run-start', runId: 'x' };
      yield { type: 'retrieval-end', passages: [] };
      if (code === 'CLOSED') shutdown.abort();
      await new Promise(() => undefined);
    }
    const broken = appWith({ engine: { ...engine, ask: half }, shutdown: shutdown.signal, ...over });
    const text = await (await broken.request('/api/ask/stream', post('{"query":"x"}'))).text();
    expect(text.match(/^event: (.*)$/gmu)).toEqual(['event: run-start', 'event: retrieval-end', 'event: run-error']);
    expect(text).toContain(`"code":"${code}"`);
  });

  it('stay alive while nothing is said', async () => {
    const go = Promise.withResolvers<void>();
    async function* slow(): AsyncGenerator<AnswerEvent> {
      yield { type: 'retrieval-end', passages: [] };
      await go.promise;
      yield { type: 'run-error', code: 'UPSTREAM_FAILED', message: '' };
    }
    const silent = appWith({ engine: { ...engine, ask: slow }, heartbeatMs: 1 });
    const response = await silent.request('/api/ask/stream', post('{"query":"x"}'));
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let seen = '';
    while (!seen.includes(': still here\n\n: still here\n\n')) seen += (await reader.read()).value;
    go.resolve();
    for (let read = await reader.read(); !read.done; read = await reader.read()) seen += read.value;
    expect(seen).toMatch(/event: run-error\n.*\n\n$/u);
  });

  it('stop their run when the reader leaves', async () => {
    const stopped = Promise.withResolvers<unknown>();
    async function* watched(_: unknown, call: { signal?: AbortSignal } = {}): AsyncGenerator<AnswerEvent> {
      call.signal!.addEventListener('abort', () => stopped.resolve(call.signal!.reason));
      yield { type: 'retrieval-end', passages: [] };
      await new Promise(() => undefined);
    }
    const left = appWith({ engine: { ...engine, ask: watched } });
    const response = await left.request('/api/ask/stream', post('{"query":"x"}'));
    await response.body!.cancel();
    expect(await stopped.promise).toMatchObject({ code: 'ABORTED' });
  });
});

async function* malformed(): AsyncGenerator<AnswerEvent> {
  yield { type: 'retrieval-end', passages: [] };
  yield { type: 'run-end', answer: {} as Answer };
}

describe('a fault of the server in the middle of a stream', () => {
  it('ends it with one error, and is told to the owner (A3)', async () => {
    const reports: RequestReport[] = [];
    const broken = appWith({ engine: { ...engine, ask: malformed }, report: (entry) => reports.push(entry) });
    for (const path of ['/api/ask/stream', '/agent/ask/stream', '/query/stream']) {
      const response = await broken.request(path, post('{"query":"x"}'));
      const frames = (await response.text()).trimEnd().split('\n\n');
      expect(frames.filter((frame) => /^event: (?:run-)?error\n/u.test(frame))).toHaveLength(1);
      expect(frames.at(-1)).toMatch(/^event: (?:run-)?error\n/u);
    }
    expect(reports.map(({ code }) => code)).toEqual(['INTERNAL', 'INTERNAL', 'INTERNAL']);
    expect(reports.every(({ cause }) => cause instanceof TypeError)).toBe(true);
  });
});
