import type { AnswerEndpoint } from '../dialect.ts';
import type { DialectSubject } from '../testing/dialect-subject.ts';
import { queryDialect } from './codec.ts';

interface QueryReply {
  readonly answer: string;
  readonly message: string | null;
  readonly sources: readonly { readonly chunk_id: string; readonly quotes: readonly string[] }[];
}

/** Adapts the dialect to the shared dialect test suite. */
export const querySubject: DialectSubject = {
  endpoint: queryDialect.endpoints[0] as AnswerEndpoint,
  ends: { final: 'final', error: 'error' },
  request: { query: 'How?' },
  shown: (reply: QueryReply) => reply.answer,
  streamed: (frames) => frames.map(({ data }) => (data as { text: string }).text).join(''),
  cited: (reply: QueryReply) =>
    reply.sources.flatMap(({ chunk_id, quotes }) => quotes.map((quote) => `${chunk_id}: ${quote}`)),
  keyOf: ({ chunkId, quote }) => `${chunkId}: ${quote}`,
  reasons: ({ message }: QueryReply) => [message],
  stable: true,
};
