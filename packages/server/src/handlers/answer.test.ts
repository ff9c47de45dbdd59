import type { AnswerEvent } from '@ibid/core/types';
import { dialects, type AnswerEndpoint } from '@ibid/wire';
import { describe, expect, it } from 'vitest';
import { postJson } from '../testing/post.ts';
import { testApp } from '../testing/test-app.ts';

const NATIVE = dialects.find(({ name }) => name === 'native')!;

describe('a stream that is closed early', () => {
  it('ends the run that it was made from', async () => {
    const ended = Promise.withResolvers<string>();
    async function* run(): AsyncGenerator<AnswerEvent> {
      try {
        yield { type: 'run-start', runId: 'r' };
        yield { type: 'retrieval-end', passages: [], warnings: [] } as never;
      } finally {
        ended.resolve('ended');
      }
    }
    const asked = NATIVE.endpoints.find(({ path }) => path === '/api/ask/stream') as AnswerEndpoint;
    // Far more frames than can be read before the client leaves.
    const frames = Array.from({ length: 100_000 }, () => 'data: {}\n\n');
    const endpoint: AnswerEndpoint = { ...asked, createStreamEncoder: () => ({ encode: () => frames }) };
    const app = testApp({ engine: { ask: run }, dialects: [{ ...NATIVE, endpoints: [endpoint] }] });
    const response = await app.request('/api/ask/stream', postJson({ query: 'Is it?' }));
    await response.body!.cancel();
    expect(await ended.promise).toBe('ended');
  });
});
