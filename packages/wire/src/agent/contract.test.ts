import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonSchema, WireReply } from '../dialect.ts';
import { checkStructure } from '../testing/check-structure.ts';
import { transcriptsIn } from '../testing/check-transcripts.ts';
import { endpointOf } from '../testing/endpoint-parts.ts';
import { testContext } from '../testing/test-context.ts';
import { toJsonSchema } from '../shared/fields.ts';
import type { AgentReply } from '../testing/subjects.ts';
import { encodeFailure } from '../shared/failures.ts';
import { agentDialect } from './codec.ts';
import { retrievedChunkSchema } from './retrieved-chunk.ts';
import { session, SESSION_ID } from '../testing/session.ts';
import { sessionEndpoint } from './sessions.ts';

const query = endpointOf(agentDialect.endpoints, 'answer');
const folder = join(import.meta.dirname, '__fixtures__');
const replies = transcriptsIn(folder).flatMap((name) => {
  const reply = JSON.parse(readFileSync(join(folder, name, 'response.json'), 'utf8')) as WireReply;
  return reply.status === 200 ? [{ name, body: reply.body as AgentReply }] : [];
});
const full: WireReply = encodeFailure(
  { code: 'TURNS_EXCEEDED', message: '', maxTurns: 3 },
  testContext({ sessionId: SESSION_ID }),
  agentDialect.endpoints[0],
);

checkStructure('C2', 'AgentRequest', {
  request: {
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
  },
});

checkStructure('C2', 'AgentResponse', {
  reply: {
    schema: query.description.reply(),
    samples: [...replies, { name: 'turns-exceeded', body: full.body }],
    also: { response_time_ms: { minimum: 0 }, response_text: { minLength: 1 } },
  },
});

checkStructure('C2', 'RetrievedChunk', {
  reply: {
    schema: toJsonSchema(retrievedChunkSchema, 'output'),
    samples: replies.flatMap(({ name, body }) =>
      body.retrieved_chunks.map((chunk, index) => ({ name: `${name} ${index}`, body: chunk })),
    ),
    also: { chunk_index: { minimum: 0 }, total_chunks: { minimum: 1 }, token_count: { minimum: 1 } },
  },
});

interface SessionReply {
  readonly metadata: { readonly agent_configuration: object };
  readonly conversation_history: readonly { readonly turn_number: number }[];
}

const sessionReply = sessionEndpoint.encode(session, testContext()).body as SessionReply;
const sessionJsonSchema = sessionEndpoint.description.reply();

function at(schema: JsonSchema, ...path: readonly (string | number)[]): JsonSchema {
  let found: unknown = schema;
  for (const part of path) found = (found as Record<string | number, unknown>)[part];
  return found as JsonSchema;
}

checkStructure('C2', 'AgentSession', {
  reply: { schema: sessionJsonSchema, samples: [{ name: 'two turns', body: sessionReply }] },
});

checkStructure('C2', 'ConversationTurn', {
  reply: {
    schema: at(sessionJsonSchema, 'properties', 'conversation_history', 'items'),
    samples: sessionReply.conversation_history.map((body) => ({ name: `turn ${body.turn_number}`, body })),
    also: { turn_number: { minimum: 1 } },
  },
});

checkStructure('C2', 'AgentConfiguration', {
  reply: {
    schema: at(sessionJsonSchema, 'properties', 'metadata', 'properties', 'agent_configuration'),
    samples: [{ name: 'as of the newest turn', body: sessionReply.metadata.agent_configuration }],
    also: {
      temperature: { minimum: 0, maximum: 1 },
      max_turns: { minimum: 1, maximum: 50 },
      score_threshold: { minimum: 0, maximum: 1 },
      top_k: { minimum: 1, maximum: 10 },
    },
  },
});

describe('agent replies, as our rules add', () => {
  it('leave room for metadata of the session’s own beside its configuration, also by the published schema', () => {
    expect(at(sessionJsonSchema, 'properties', 'metadata')).toMatchObject({
      required: ['agent_configuration'],
      additionalProperties: { type: ['string', 'number', 'boolean'] },
    });
    expect(sessionReply.metadata).toMatchObject(session.metadata);
  });
});
