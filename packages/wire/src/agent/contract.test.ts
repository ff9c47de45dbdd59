import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonSchema } from '../dialect.ts';
import { answerRuns } from '../testing/answer-runs.ts';
import { checkReply, checkRequest } from '../testing/check-structure.ts';
import { describeDialect } from '../testing/describe-dialect.ts';
import { endpointOf } from '../testing/endpoint-parts.ts';
import { agentSubject, type AgentReply } from '../testing/subjects.ts';
import { testContext } from '../testing/test-context.ts';
import { agentDialect } from './codec.ts';
import { sessionEndpoint } from './sessions.ts';
import { session, SESSION_ID } from '../testing/session.ts';

const query = endpointOf(agentDialect.endpoints, 'answer');

checkRequest('C2', 'AgentRequest', {
  schema: query.description.request!(),
  decode: (body) => query.decode({ query: new URLSearchParams(), params: {}, body }),
  valid: {
    query_text: 'Which port?',
    selected_text: 'The server listens on port 4000.',
    session_id: SESSION_ID,
    temperature: 0.2,
    max_turns: 3,
    top_k: 2,
    score_threshold: 0.7,
  },
  reads: {
    query_text: ({ question }) => question.text,
    selected_text: ({ question }) => question.selection?.text,
    session_id: ({ conversation }) => conversation?.id,
    temperature: ({ conversation }) => conversation?.settings.temperature,
    max_turns: ({ conversation }) => conversation?.maxTurns,
    top_k: ({ question }) => question.retrieval?.limit,
    score_threshold: ({ question }) => question.retrieval?.minSimilarity,
  },
  aliases: {
    query_text: ['query'],
    selected_text: ['selected_text_constraint'],
    session_id: ['conversation_id'],
  },
});

checkReply('C2', 'AgentResponse', query.description.reply(), {
  response_time_ms: { minimum: 0 },
  response_text: { minLength: 1 },
});

const sessionSchema = sessionEndpoint.description.reply();
const { metadata } = sessionSchema['properties'] as Readonly<Record<string, JsonSchema>>;
const { agent_configuration } = metadata!['properties'] as Readonly<Record<string, JsonSchema>>;

checkReply('C2', 'AgentSession', sessionSchema);
checkReply('C2', 'AgentConfiguration', agent_configuration!, {
  temperature: { minimum: 0, maximum: 1 },
  max_turns: { minimum: 1, maximum: 50 },
  score_threshold: { minimum: 0, maximum: 1 },
  top_k: { minimum: 1, maximum: 10 },
});

it('a session may have metadata in addition to its configuration, also by the published schema', () => {
  expect(metadata).toMatchObject({
    required: ['agent_configuration'],
    additionalProperties: { type: ['string', 'number', 'boolean'] },
  });
  expect(sessionEndpoint.encode(session, testContext()).body).toMatchObject({ metadata: session.metadata });
});

// Both questions have the same encoders, and streams have them too; `questions.test.ts` checks how streams decode.
describeDialect('agent', agentSubject(query));

it('numbers footnotes in the order of the citations, one for each chunk in order of first use (R13)', () => {
  fc.assert(
    fc.property(answerRuns('plain'), ({ answer, passages }) => {
      fc.pre(answer !== undefined);
      const reply = query.encodeAnswer({ answer, passages }, testContext()).body as AgentReply;
      const numbers = [...reply.response_text.matchAll(/(?<=[ \n\]])\[(\d+)\]/gu)].map(([, number]) => Number(number));
      expect([...new Set(numbers)]).toEqual(reply.citations.map((_, index) => index + 1));
      const used = answer.citations.map(({ chunkId }) => chunkId);
      expect(reply.citations.map(({ chunk_id }) => chunk_id)).toEqual([...new Set(used)]);
    }),
  );
});
