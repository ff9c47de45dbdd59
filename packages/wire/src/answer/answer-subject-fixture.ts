import type { AnswerEndpoint } from '../dialect.ts';
import type { DialectSubject } from '../testing/dialect-subject.ts';
import { answerDialect } from './codec.ts';

export interface AnswerReply {
  readonly answer: string;
  readonly citations: readonly {
    readonly chunk_id: string;
    readonly source_url: string;
    readonly quotes: readonly string[];
  }[];
  readonly used_chunks: readonly string[];
  readonly status: string;
  readonly warnings: readonly string[] | null;
}

/** Adapts the dialect to the shared dialect test suite. */
export const answerSubject: DialectSubject = {
  endpoint: answerDialect.endpoints[0] as AnswerEndpoint,
  ends: { final: 'final', error: 'error' },
  request: {
    query: 'How?',
    mode: 'global',
    context_bundle: {
      status: 'success',
      chunks: [{ chunk_id: 'a', source_url: 'https://docs.example.org/a', content: 'So.' }],
    },
  },
  shown: (reply: AnswerReply) => reply.answer,
  streamed: (frames) =>
    frames.map(({ event, data }) => (event === 'token' ? (data as { text: string }).text : '')).join(''),
  cited: (reply: AnswerReply) =>
    reply.citations.flatMap(({ chunk_id, quotes }) => quotes.map((quote) => `${chunk_id}: ${quote}`)),
  keyOf: ({ chunkId, quote }) => `${chunkId}: ${quote}`,
  reasons: ({ warnings }: AnswerReply) => warnings ?? [],
  stable: true,
};
