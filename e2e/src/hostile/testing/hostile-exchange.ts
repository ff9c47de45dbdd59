import type { Exchange, ExchangeState } from '../../../../packages/widget/src/exchange/exchange.ts';
import type { Payload } from '../payload/payload.ts';
import { writePayload } from '../payload/write-payload.ts';
import { hostileReply } from './hostile-reply.ts';
import { hitId, type Sink } from './sinks.ts';

const STATES: readonly ExchangeState[] = ['answered', 'stopped', 'failed', 'insufficient', 'streaming', 'refused'];

/** What somebody has written into the history: payload number `at` in each place of a question, its scope, and what became of it. */
export function hostileExchange(payload: Payload, at: number, page: string): Exchange {
  const write = (sink: Sink): string => writePayload(payload, hitId(sink, at));
  const { statements, citations, nearest, message, warnings } = hostileReply([payload], at, page);
  const state = STATES[at % STATES.length]!;
  const text = write('failure');
  return {
    id: `${at} ${write('chunk')}`,
    question: write('question').slice(0, 2000),
    scope: {
      selection: { text: write('selection'), url: write('url'), section: write('anchor'), place: write('place') },
      onlySelection: at % 2 === 0,
      page: { url: write('url'), title: write('title') },
      section: { id: write('anchor'), title: write('heading') },
      locale: write('locale'),
      version: write('version'),
    },
    state,
    requestId: write('request'),
    statements,
    excerpts: [],
    citations,
    nearest,
    closest: [],
    corrected: [],
    message,
    warnings,
    withheld: 2,
    fault: write('fault'),
    failure:
      state === 'failed'
        ? { kind: at % 4 === 0 ? 'invalid' : 'error', message: text, retryAfter: 9, requestId: text }
        : undefined,
    feedback: { verdict: 'down', reasons: ['other'], note: text, state: 'failed' },
    askedAt: 1,
  };
}
