/** Conversations, which anyone who has their id may read and end, and the names of failures in this contract. */
import type { AgentSettings, Session, SessionTurn } from '@ibid/core/types';
import { z } from 'zod';
import type { CallEndpoint, Decoded, FailureCode, FailureContext, WireFailure, WireRequest } from '../dialect.ts';
import { encodeFailureBody, type FailureBody } from '../shared/failures.ts';
import { count, described, instant, ratio, replyOf, toJsonSchema, UUID, uuid } from '../shared/fields.ts';
import { cleanText, decodedAs, decodeWith, required } from '../shared/read-request.ts';
import { ok } from '../shared/replies.ts';
import { retrievedChunk, retrievedChunkSchema } from './retrieval.ts';
import ended from './__fixtures__/session-ended/response.json' with { type: 'json' };
import session from './__fixtures__/session/response.json' with { type: 'json' };

/** Names of failures in this contract. Every other code is an `AGENT_API_ERROR`. */
const CODES: Readonly<Partial<Record<FailureCode, string>>> = {
  INVALID_REQUEST: 'AGENT_QUERY_INVALID',
  UNSUPPORTED: 'AGENT_QUERY_INVALID',
  SESSION_NOT_FOUND: 'AGENT_SESSION_NOT_FOUND',
  TURNS_EXCEEDED: 'AGENT_MAX_TURNS_EXCEEDED',
  NOT_INDEXED: 'AGENT_RETRIEVAL_FAILED',
  SOURCE_UNAVAILABLE: 'AGENT_RETRIEVAL_FAILED',
  INDEX_MISMATCH: 'AGENT_RETRIEVAL_FAILED',
  INDEX_DAMAGED: 'AGENT_RETRIEVAL_FAILED',
  STORE_BUSY: 'AGENT_RETRIEVAL_FAILED',
  BUILD_INCOMPLETE: 'AGENT_RETRIEVAL_FAILED',
  BUILD_HELD: 'AGENT_RETRIEVAL_FAILED',
  UPSTREAM_FAILED: 'AGENT_RETRIEVAL_FAILED',
  // Before passages are found, the only step that can time out is the search.
  TIMED_OUT: 'AGENT_RETRIEVAL_FAILED',
};

/** Returns the contract's name for a failure. Outside a search, a failing part is not a failed retrieval. */
export function agentFailureCode(failure: Pick<WireFailure, 'code' | 'stage'>): string {
  const code = CODES[failure.code] ?? 'AGENT_API_ERROR';
  if (code !== 'AGENT_RETRIEVAL_FAILED' || (failure.stage ?? 'retrieval') === 'retrieval') return code;
  return failure.stage === 'answer' ? 'AGENT_GENERATION_FAILED' : 'AGENT_API_ERROR';
}

/** Body of a failed question, with the reply's fields for the failed part and the conversation. */
export function questionFailureBody(failure: WireFailure, context: FailureContext): FailureBody {
  const body = agentFailureBody(failure, context);
  const { echo } = context;
  const fields = { retrieval_success: failure.stage === 'answer', error_message: body.message };
  const isKnown = echo?.['conversation_id'] !== undefined && failure.code !== 'SESSION_NOT_FOUND';
  return { ...body, ...fields, ...(isKnown ? { conversation_id: echo['conversation_id'] } : {}) };
}

/** Body of any other failure of this contract. */
export function agentFailureBody(failure: WireFailure, { requestId }: FailureContext): FailureBody {
  return encodeFailureBody(failure, requestId, agentFailureCode(failure));
}

/** Id of a conversation, in lower case; `undefined` if absent. */
export const sessionIdField: z.ZodType<string | undefined, string | null | undefined> = z
  .string('must be a string')
  .meta({ format: 'uuid' })
  .transform(cleanText)
  .refine((id) => id === '' || UUID.test(id), 'must be a UUID, such as the `conversation_id` of an earlier reply')
  .nullish()
  .transform((id) => (id === null || id === '' ? undefined : id?.toLowerCase()));

const text = z.string();
const positive = z.int().min(1);

const configuration = replyOf<[AgentSettings]>()({
  model_name: [text, ({ modelName }) => modelName],
  temperature: [ratio, ({ temperature }) => temperature],
  max_tokens: [positive, ({ maxTokens }) => maxTokens],
  system_prompt: [text, ({ systemPrompt }) => systemPrompt],
  retrieval_enabled: [z.boolean(), ({ retrievalEnabled }) => retrievalEnabled],
  max_turns: [positive.max(50), ({ maxTurns }) => maxTurns],
  score_threshold: [ratio, ({ scoreThreshold }) => scoreThreshold],
  top_k: [positive.max(10), ({ topK }) => topK],
});

const toolCall = replyOf<[SessionTurn['toolCalls'][number]]>()({
  name: [text, ({ name }) => name],
  arguments: [text.describe('As the model sent them'), ({ input }) => input],
  results: [count.describe('Passages that came back'), ({ results }) => results],
  error: [text.nullable().describe('What came back of a call that failed'), ({ error = null }) => error],
});

const turnReply = replyOf<[SessionTurn]>()({
  turn_number: [positive, (turn) => turn.number],
  user_input: [text, ({ userInput }) => userInput],
  retrieved_chunks: [
    z.array(retrievedChunkSchema.meta(described('RetrievedChunk'))),
    ({ passages }) => passages.map(retrievedChunk),
  ],
  agent_response: [text, ({ response }) => response],
  timestamp: [instant, ({ at }) => at],
  tool_calls: [z.array(toolCall.schema), ({ toolCalls }) => toolCalls.map(toolCall.encode)],
  context_used: [
    text.nullable().describe('The selection that the turn was about'),
    ({ contextUsed }) => contextUsed || null,
  ],
});

const metadataSchema = z
  .object({ agent_configuration: configuration.schema.meta(described('AgentConfiguration')) })
  .catchall(z.union([text, z.number(), z.boolean()]));

const sessionReply = replyOf<[Session]>()({
  session_id: [uuid, ({ id }) => id],
  created_at: [instant, ({ createdAt }) => createdAt],
  last_accessed: [instant, ({ lastAccessedAt }) => lastAccessedAt],
  current_turn: [positive.describe('Number of the newest turn'), ({ currentTurn }) => currentTurn],
  metadata: [
    metadataSchema as z.ZodType<object>,
    ({ metadata, settings }) => ({ ...metadata, agent_configuration: configuration.encode(settings) }),
  ],
  conversation_history: [
    z
      .array(turnReply.schema.meta(described('ConversationTurn')))
      .describe('Oldest first; the oldest of a long conversation may be gone'),
    ({ turns }) => turns.map(turnReply.encode),
  ],
});

const endedSchema = z.strictObject({ message: text, session_id: uuid, status: z.literal('ended') });

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
    reply: () => toJsonSchema(sessionReply.schema, 'output', 'AgentSession'),
    examples: [{ name: 'A conversation', reply: session.body }],
  },
  decode: decodeSession,
  encode: (found) => ok(sessionReply.encode(found)),
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
