import { agentDialect } from '../agent/codec.ts';
import type { AgentReply } from '../agent/agent-subject-fixture.ts';
import type { AnswerEndpoint } from '../dialect.ts';
import type { DialectSubject } from './dialect-subject.ts';

/** Adapts the agent dialect to the shared dialect test suite. */
export const agentSubject: DialectSubject = {
  endpoint: agentDialect.endpoints[0] as AnswerEndpoint,
  ends: { final: 'final', error: 'error' },
  request: { query_text: 'How?' },
  shown: (reply: AgentReply) => reply.response_text,
  streamed: (frames) => frames.map(({ data }) => (data as { text: string }).text).join(''),
  cited: (reply: AgentReply) =>
    reply.citations.flatMap(({ chunk_id, quotes }) => quotes.map((quote) => `${chunk_id}: ${quote}`)),
  keyOf: ({ chunkId, quote }) => `${chunkId}: ${quote}`,
  reasons: ({ warnings }: AgentReply) => warnings,
  stable: false,
  context: { sessionId: '0b0f3c1e-4d0e-4c8a-9f57-2f8f0c5d7a11' },
};
