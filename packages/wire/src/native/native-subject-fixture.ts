import type { AnswerEndpoint } from '../dialect.ts';
import { answerText } from '../shared/answer-text.ts';
import type { DialectSubject } from '../testing/dialect-subject.ts';
import { nativeDialect } from './codec.ts';
import type { Statement } from '@ibid/client';
import type { NativeReply } from './reply.ts';

/** Adapts Ibid's native dialect to the shared dialect test suite. */
export const nativeSubject: DialectSubject = {
  endpoint: nativeDialect.endpoints[0] as AnswerEndpoint,
  ends: { final: 'run-end', error: 'run-error' },
  request: { query: 'How?' },
  shown: (reply: NativeReply) => (reply.outcome === 'answered' ? reply.answer : reply.message),
  streamed(frames) {
    const statements = frames.filter(({ event }) => event === 'statement-verified');
    return statements.length === 0 ? undefined : answerText(statements.map(({ data }) => data as Statement));
  },
  cited: (reply: NativeReply) => reply.citations.map(({ chunk_id, quote }) => `${chunk_id}: ${quote}`),
  keyOf: ({ chunkId, quote }) => `${chunkId}: ${quote}`,
  reasons: ({ message }: NativeReply) => [message],
  stable: false,
};
