import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AskEvent } from '@ibid/client';
import { asked } from '../../../client/src/testing/asked.ts';
import { bodyFetch } from '../../../client/src/testing/body-fetch.ts';
import { transcriptOf } from '../../../client/src/testing/transcript.ts';
import { foldEvent, isRunning } from './exchange.ts';
import { arbitraryReply } from './testing/arbitrary-reply.ts';
import { askedExchange } from './testing/asked-exchange.ts';

const replies = arbitraryReply(fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.toWellFormed()));
const endings = fc.constantFrom<AskEvent>(
  { type: 'stopped' },
  { type: 'failed', failure: { kind: 'cut', message: '', retryAfter: 0, requestId: '' } },
);

const fetched = (text: string): Promise<readonly AskEvent[]> =>
  asked({ api: '', fetch: bodyFetch([new TextEncoder().encode(text)]) });

describe('the exchange', () => {
  test('is the same after the stream as after the whole reply', async () => {
    await fc.assert(
      fc.asyncProperty(replies, async (reply) => {
        const events = await fetched(transcriptOf(reply));
        const streamed = events.reduce(foldEvent, askedExchange());
        expect(streamed).toEqual(foldEvent(askedExchange(), { type: 'done', reply }));
        expect(streamed).toMatchObject({ state: reply.outcome, statements: reply.statements, requestId: 'request-1' });
      }),
    );
  });

  test('keeps what came when it is stopped or fails, and then stands still', async () => {
    await fc.assert(
      fc.asyncProperty(replies, fc.nat({ max: 30 }), endings, async (reply, length, ending) => {
        const events = (await fetched(transcriptOf(reply))).filter(({ type }) => type !== 'done');
        const before = events.slice(0, length).reduce(foldEvent, askedExchange());
        const ended = foldEvent(before, ending);
        expect(ended.statements).toBe(before.statements);
        expect(ended.citations).toBe(before.citations);
        expect(isRunning(ended)).toBe(false);
        for (const event of [...events, ending, { type: 'done', reply } as const]) {
          expect(foldEvent(ended, event)).toBe(ended);
        }
      }),
    );
  });

  test('is loading until the first statement, then streaming', async () => {
    await fc.assert(
      fc.asyncProperty(replies, async (reply) => {
        const events = (await fetched(transcriptOf(reply))).slice(0, -1);
        const first = events.findIndex(({ type }) => type === 'statement');
        const states = events.map((_, at) => events.slice(0, at + 1).reduce(foldEvent, askedExchange()).state);
        const isLoading = (at: number): boolean => first === -1 || at < first;
        expect(states).toEqual(events.map((_, at) => (isLoading(at) ? 'loading' : 'streaming')));
      }),
    );
  });

  test('keeps its id where the failure has none, and why it failed', () => {
    const started = foldEvent(askedExchange(), { type: 'started', requestId: 'request-7' });
    const failure = { kind: 'unavailable', message: 'Later.', retryAfter: 5, requestId: '' } as const;
    expect(foldEvent(started, { type: 'failed', failure })).toMatchObject({ requestId: 'request-7', failure });
  });

  test('says when the pages are quoted in place of a model', () => {
    expect(foldEvent(askedExchange(), { type: 'fallback', fault: 'too-slow' }).fault).toBe('too-slow');
  });
});
