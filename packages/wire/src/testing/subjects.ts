/** Each dialect with an answering endpoint of its own, as the shared test suite reads it. */
import type { Reply, Statement } from '@ibid/client';
import type { RetrievedChunk } from '../agent/retrieval.ts';
import { answerDialect } from '../answer/codec.ts';
import { askDialect } from '../ask/codec.ts';
import type { AnswerEndpoint } from '../dialect.ts';
import { nativeDialect } from '../native/codec.ts';
import { queryDialect } from '../query/codec.ts';
import { answerText, proofs } from '../shared/replies.ts';
import type { DialectSubject } from './dialect-subject.ts';
import { endpointOf } from './endpoint-parts.ts';
import type { Frame } from './parse-frames.ts';
import { SESSION_ID } from './session.ts';

interface Quoted {
  readonly chunk_id: string;
  readonly quotes: readonly string[];
}

function quotesOf(cited: readonly Quoted[]): readonly string[] {
  return cited.flatMap(({ chunk_id, quotes }) => quotes.map((quote) => `${chunk_id}: ${quote}`));
}

function tokensOf(frames: readonly Frame[]): string {
  return frames.map(({ event, data }) => (event === 'token' ? (data as { text: string }).text : '')).join('');
}

const borrowed = {
  ends: { final: 'final', error: 'error' },
  request: { query: 'How?' },
  streamed: tokensOf,
  keyOf: ({ chunkId, quote }) => `${chunkId}: ${quote}`,
  stable: true,
} as const satisfies Partial<DialectSubject>;

export const nativeSubject: DialectSubject = {
  ...borrowed,
  endpoint: endpointOf(nativeDialect.endpoints, 'answer'),
  ends: { final: 'run-end', error: 'run-error' },
  shown: (reply: Reply) => (reply.outcome === 'answered' ? reply.answer : reply.message),
  streamed(frames) {
    const statements = frames.filter(({ event }) => event === 'statement-verified');
    return statements.length === 0 ? undefined : answerText(statements.map(({ data }) => data as Statement));
  },
  cited: (reply: Reply) => reply.citations.map(({ chunk_id, quote }) => `${chunk_id}: ${quote}`),
  reasons: ({ message }: Reply) => [message],
  stable: false,
};

interface AskReply {
  readonly answer: string;
  readonly message: string | null;
  readonly citations: readonly { readonly source_url: string; readonly raw_text_snippet: string }[];
}

export const askSubject: DialectSubject = {
  ...borrowed,
  endpoint: endpointOf(askDialect.endpoints, 'answer'),
  shown: (reply: AskReply) => reply.answer,
  proofs,
  cited: (reply: AskReply) => reply.citations.map((one) => `${one.source_url}: ${one.raw_text_snippet}`),
  keyOf: ({ url, quote }) => `${url}: ${quote}`,
  reasons: ({ message }: AskReply) => [message],
};

/** Reply fields that tests read. */
export interface AgentReply {
  readonly response_text: string;
  readonly retrieved_chunks: readonly RetrievedChunk[];
  readonly conversation_id: string;
  readonly response_time_ms: number;
  readonly response_tokens: number;
  readonly retrieval_success: boolean;
  readonly error_message: string | null;
  readonly citations: readonly (Quoted & { readonly url: string; readonly section: string })[];
  readonly status: string;
  readonly warnings: readonly string[];
}

export function agentSubject(endpoint: AnswerEndpoint): DialectSubject {
  return {
    ...borrowed,
    endpoint,
    request: { query_text: 'How?', conversation_id: SESSION_ID },
    shown: (reply: AgentReply) => reply.response_text,
    cited: ({ citations }: AgentReply) => quotesOf(citations),
    reasons: ({ warnings }: AgentReply) => warnings,
    stable: false,
    context: { sessionId: SESSION_ID },
  };
}

export interface AnswerReply {
  readonly answer: string;
  readonly citations: readonly (Quoted & { readonly source_url: string })[];
  readonly used_chunks: readonly string[];
  readonly status: string;
  readonly warnings: readonly string[] | null;
}

export const answerSubject: DialectSubject = {
  ...borrowed,
  endpoint: endpointOf(answerDialect.endpoints, 'answer'),
  request: {
    query: 'How?',
    mode: 'global',
    context_bundle: {
      status: 'success',
      chunks: [{ chunk_id: 'a', source_url: 'https://docs.example.org/a', content: 'So.' }],
    },
  },
  shown: (reply: AnswerReply) => reply.answer,
  cited: ({ citations }: AnswerReply) => quotesOf(citations),
  reasons: ({ warnings }: AnswerReply) => warnings ?? [],
};

interface QueryReply {
  readonly answer: string;
  readonly message: string | null;
  readonly sources: readonly Quoted[];
}

export const querySubject: DialectSubject = {
  ...borrowed,
  endpoint: endpointOf(queryDialect.endpoints, 'answer'),
  shown: (reply: QueryReply) => reply.answer,
  cited: ({ sources }: QueryReply) => quotesOf(sources),
  reasons: ({ message }: QueryReply) => [message],
};
