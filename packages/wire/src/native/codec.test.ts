import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnswerEvent } from '@ibid/core/types';
import { describe, expect, it } from 'vitest';
import type { AnswerEndpoint } from '../dialect.ts';
import { describeDialect } from '../testing/describe-dialect.ts';
import { testContext } from '../testing/test-context.ts';
import { nativeDialect } from './codec.ts';
import { nativeSubject } from './native-subject-fixture.ts';
import { replySchema } from './reply-schema.ts';

const folder = join(import.meta.dirname, '__fixtures__');
const context = testContext({ requestId: 'req-1' });
const endpoint = nativeDialect.endpoints[0] as AnswerEndpoint;

function events(name: string): AnswerEvent[] {
  const lines = readFileSync(join(folder, name, 'events.jsonl'), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as AnswerEvent);
}

describeDialect('native', nativeSubject);

describe('native transcripts', () => {
  for (const name of readdirSync(folder)) {
    it(`${name}: reply and stream stay as recorded`, async () => {
      const body: unknown = JSON.parse(readFileSync(join(folder, name, 'request.json'), 'utf8'));
      const decoded = endpoint.decode({ headers: new Headers(), query: new URLSearchParams(), params: {}, body });
      const notes = decoded.kind === 'ok' ? decoded.notes : [];

      const encoder = endpoint.createStreamEncoder({ ...context, notes });
      const stream = events(name).flatMap((event) => encoder.encode(event));
      await expect(stream.join('')).toMatchFileSnapshot(join(folder, name, 'stream.txt'));

      const last = events(name).at(-1)!;
      const reply =
        last.type === 'run-end'
          ? endpoint.encodeAnswer({ answer: last.answer, passages: [] }, { ...context, notes })
          : endpoint.encodeFailure(last as { code: 'INDEX_DAMAGED'; message: string }, context);
      const misfit = last.type === 'run-end' ? replySchema.safeParse(reply.body).error : undefined;
      expect(misfit).toBeUndefined();
      await expect(JSON.stringify(reply, null, 2)).toMatchFileSnapshot(join(folder, name, 'response.json'));
    });
  }
});

describe('native pins', () => {
  it('has these endpoints', () => {
    expect(nativeDialect.endpoints.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/ask',
      'POST /api/ask/stream',
      'GET /api/search',
      'POST /api/feedback',
    ]);
  });
});
