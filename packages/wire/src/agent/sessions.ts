/** Conversations, which anyone who has their id may read and end. */
import type { AgentSettings, Session, SessionTurn } from '@ibid/core/types';
import { z } from 'zod';
import type { CallEndpoint, Decoded, WireRequest } from '../dialect.ts';
import { described, toJsonSchema, UUID } from '../shared/fields.ts';
import { cleanText, decodedAs, decodeWith, required } from '../shared/read-request.ts';
import { ok } from '../shared/replies.ts';
import ended from './__fixtures__/session-ended/response.json' with { type: 'json' };
import session from './__fixtures__/session/response.json' with { type: 'json' };
import { agentFailureBody } from './failures.ts';
import { retrievedChunk, retrievedChunkSchema } from './retrieved-chunk.ts';

/** Id of a conversation, in lower case; `undefined` if absent. */
export const sessionIdField: z.ZodType<string | undefined, string | null | undefined> = z
  .string('must be a string')
  .meta({ format: 'uuid' })
  .transform(cleanText)
  .refine((id) => id === '' || UUID.test(id), 'must be a UUID, such as the `conversation_id` of an earlier reply')
  .nullish()
  .transform((id) => (id === null || id === '' ? undefined : id?.toLowerCase()));

const instant = z.string().meta({ format: 'date-time' });

const configurationSchema = z.strictObject({
  model_name: z.string(),
  temperature: z.number().min(0).max(1),
  max_tokens: z.int().min(1),
  system_prompt: z.string(),
  retrieval_enabled: z.boolean(),
  max_turns: z.int().min(1).max(50),
  score_threshold: z.number().min(0).max(1),
  top_k: z.int().min(1).max(10),
});

const turnSchema = z.strictObject({
  turn_number: z.int().min(1),
  user_input: z.string(),
  retrieved_chunks: z.array(retrievedChunkSchema.meta(described('RetrievedChunk'))),
  agent_response: z.string(),
  timestamp: instant,
  tool_calls: z.array(
    z.strictObject({
      name: z.string(),
      arguments: z.string().meta({ description: 'As the model sent them' }),
      results: z.int().min(0).meta({ description: 'Passages that came back' }),
      error: z.string().nullable().meta({ description: 'What came back of a call that failed' }),
    }),
  ),
  context_used: z.string().nullable().meta({ description: 'The selection that the turn was about' }),
});

const sessionSchema = z.strictObject({
  session_id: z.string().meta({ format: 'uuid' }),
  created_at: instant,
  last_accessed: instant,
  current_turn: z.int().min(1).meta({ description: 'Number of the newest turn' }),
  metadata: z
    .object({ agent_configuration: configurationSchema.meta(described('AgentConfiguration')) })
    .catchall(z.union([z.string(), z.number(), z.boolean()])),
  conversation_history: z
    .array(turnSchema.meta(described('ConversationTurn')))
    .meta({ description: 'Oldest first; the oldest of a long conversation may be gone' }),
});

const endedSchema = z.strictObject({
  message: z.string(),
  session_id: z.string().meta({ format: 'uuid' }),
  status: z.literal('ended'),
});

function encodeSession(found: Session): Omit<z.output<typeof sessionSchema>, 'metadata'> & { metadata: object } {
  return {
    session_id: found.id,
    created_at: found.createdAt,
    last_accessed: found.lastAccessedAt,
    current_turn: found.currentTurn,
    metadata: { ...found.metadata, agent_configuration: encodeSettings(found.settings) },
    conversation_history: found.turns.map(encodeTurn),
  };
}

function encodeTurn(turn: SessionTurn): z.output<typeof turnSchema> {
  return {
    turn_number: turn.number,
    user_input: turn.userInput,
    retrieved_chunks: turn.passages.map(retrievedChunk),
    agent_response: turn.response,
    timestamp: turn.at,
    tool_calls: turn.toolCalls.map(({ name, input, results, error = null }) => ({
      name,
      arguments: input,
      results,
      error,
    })),
    context_used: turn.contextUsed === '' ? null : turn.contextUsed,
  };
}

function encodeSettings(settings: AgentSettings): z.output<typeof configurationSchema> {
  return {
    model_name: settings.modelName,
    temperature: settings.temperature,
    max_tokens: settings.maxTokens,
    system_prompt: settings.systemPrompt,
    retrieval_enabled: settings.retrievalEnabled,
    max_turns: settings.maxTurns,
    score_threshold: settings.scoreThreshold,
    top_k: settings.topK,
  };
}

const paramsSchema = z.object({ session_id: sessionIdField });

/** Decodes the conversation id in a path. */
function decodeSession({ params }: Pick<WireRequest, 'params'>): Decoded<{ readonly sessionId: string }> {
  return decodeWith(paramsSchema, params, ({ session_id: sessionId = '' }) =>
    decodedAs({ sessionId }, sessionId === '' ? [required('session_id')] : []),
  );
}

/** There is no retrieval here, so any failure is one of the conversation store. */
const failureBody: CallEndpoint<'session'>['failureBody'] = (failure, context) =>
  agentFailureBody({ ...failure, stage: 'conversation' }, context);

const sessionCall = {
  tag: 'agent',
  failures: [
    'INVALID_REQUEST',
    'UNSUPPORTED',
    'SESSION_NOT_FOUND',
    'STORE_BUSY',
    'INDEX_DAMAGED',
    'UPSTREAM_FAILED',
    'TIMED_OUT',
  ],
} as const;

export const sessionEndpoint: CallEndpoint<'session'> = {
  kind: 'session',
  method: 'GET',
  path: '/api/agent/session/{session_id}',
  description: {
    ...sessionCall,
    operationId: 'readAgentSession',
    summary: 'Read a conversation',
    details: 'Whoever knows the id may read it.',
    reply: () => toJsonSchema(sessionSchema, 'output', 'AgentSession'),
    examples: [{ name: 'A conversation', reply: session.body }],
  },
  decode: decodeSession,
  encode: (found) => ok(encodeSession(found)),
  failureBody,
};

export const sessionEndEndpoint: CallEndpoint<'session-end'> = {
  kind: 'session-end',
  method: 'DELETE',
  path: '/api/agent/session/{session_id}',
  description: {
    ...sessionCall,
    operationId: 'endAgentSession',
    summary: 'End a conversation and delete its turns',
    details: 'It waits for the turn under way, however many wait for the conversation.',
    reply: () => toJsonSchema(endedSchema, 'output'),
    examples: [{ name: 'Ended', reply: ended.body }],
  },
  decode: decodeSession,
  encode(sessionId) {
    const message = 'The conversation has ended and its turns are deleted.';
    const body: z.output<typeof endedSchema> = { message, session_id: sessionId, status: 'ended' };
    return ok(body);
  },
  failureBody,
};
