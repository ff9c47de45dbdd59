import type { AnswerEndpoint } from '../dialect.ts';
import type { DialectSubject } from '../testing/dialect-subject.ts';
import { proofs } from '../shared/answer-text.ts';
import { askDialect } from './codec.ts';

interface AskReply {
  readonly answer: string;
  readonly message: string | null;
  readonly citations: readonly { readonly source_url: string; readonly raw_text_snippet: string }[];
}

/** Adapts the dialect to the shared dialect test suite. */
export const askSubject: DialectSubject = {
  endpoint: askDialect.endpoints[0] as AnswerEndpoint,
  ends: { final: 'final', error: 'error' },
  request: { query: 'How?' },
  shown: (reply: AskReply) => reply.answer,
  streamed: (frames) => frames.map(({ data }) => (data as { text: string }).text).join(''),
  proofs,
  cited: (reply: AskReply) => reply.citations.map((one) => `${one.source_url}: ${one.raw_text_snippet}`),
  keyOf: ({ url, quote }) => `${url}: ${quote}`,
  reasons: ({ message }: AskReply) => [message],
  stable: true,
};
