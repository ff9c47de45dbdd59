import type { AnswerEndpoint } from '../dialect.ts';
import type { DialectSubject } from '../testing/dialect-subject.ts';
import type { RetrievedChunk } from './retrieved-chunk.ts';
import { SESSION_ID } from './session-fixture.ts';

/** Reply fields that tests read. */
export interface AgentReply {
  readonly response_text: string;
  readonly retrieved_chunks: readonly RetrievedChunk[];
  readonly conversation_id: string;
  readonly response_time_ms: number;
  readonly response_tokens: number;
  readonly retrieval_success: boolean;
  readonly error_message: string | null;
  readonly citations: readonly {
    readonly chunk_id: string;
    readonly url: string;
    readonly section: string;
    readonly quotes: readonly string[];
  }[];
  readonly status: string;
  readonly warnings: readonly string[];
}

/** Adapts one of the dialect's answering endpoints to the shared dialect test suite. */
export function agentSubject(endpoint: AnswerEndpoint): DialectSubject {
  return {
    endpoint,
    ends: { final: 'final', error: 'error' },
    request: { query_text: 'How?', conversation_id: SESSION_ID },
    shown: (reply: AgentReply) => reply.response_text,
    streamed: (frames) => frames.map(({ data }) => (data as { text: string }).text).join(''),
    cited: (reply: AgentReply) =>
      reply.citations.flatMap(({ chunk_id, quotes }) => quotes.map((quote) => `${chunk_id}: ${quote}`)),
    keyOf: ({ chunkId, quote }) => `${chunkId}: ${quote}`,
    reasons: ({ warnings }: AgentReply) => warnings,
    stable: false,
    context: { sessionId: SESSION_ID },
  };
}
