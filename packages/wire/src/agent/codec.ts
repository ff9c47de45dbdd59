/**
 * Dialect of the agent with sessions: questions with tuning, conversations, and retrieved passages. Unknown fields are ignored with a note;
 * failures have their own names.
 */
import type { Answer, Passage } from '@ibid/core/types';
import { z } from 'zod';
import type { Dialect, Issue, JsonSchema, WireContext } from '../dialect.ts';
import {
  anchor,
  blankAsAbsent,
  borrowedRequest,
  count,
  described,
  failureSchema,
  filled,
  namedField,
  optionalFlag,
  pageField,
  questionField,
  quotes,
  replyOf,
  sectionField,
  selectedField,
  toJsonSchema,
} from '../shared/fields.ts';
import { oneOfNames, unknownFields } from '../shared/read-request.ts';
import {
  ANSWER_STATUSES,
  answerStatus,
  type CitedChunk,
  citedChunks,
  listedPassages,
  pageOrMarker,
  reasonWarnings,
  shownText,
  warningLines,
} from '../shared/replies.ts';
import {
  keptPassage,
  LONGEST_QUERY,
  modelTrouble,
  readTuning,
  retrievalResult,
  retrievedChunk,
  retrievedChunkSchema,
  toolSchemas,
  TUNING_DEFAULTS,
  type TuningDefaults,
  tuningFields,
  withDefaults,
} from './retrieval.ts';
import { answerEndpoints, type AnswerSpec, healthEndpoint } from '../shared/endpoints.ts';
import {
  agentFailureBody,
  questionFailureBody,
  sessionEndEndpoint,
  sessionEndpoint,
  sessionIdField,
} from './sessions.ts';
import bookRequest from './__fixtures__/book/request.json' with { type: 'json' };
import bookReply from './__fixtures__/book/response.json' with { type: 'json' };
import conversationRequest from './__fixtures__/conversation/request.json' with { type: 'json' };
import conversationReply from './__fixtures__/conversation/response.json' with { type: 'json' };
import health from './__fixtures__/health/response.json' with { type: 'json' };

const fields = {
  ...questionField(['query_text', 'query'], LONGEST_QUERY),
  ...selectedField(['selected_text', 'selected_text_constraint']),
  ...namedField(['session_id', 'conversation_id'], sessionIdField, 'The conversation to go on with'),
  ...pageField(['source_url_constraint', 'filter_url']),
  section_constraint: sectionField(),
  ...tuningFields,
  parameters: blankAsAbsent(z.object(tuningFields, 'must be an object').nullish()).describe(
    'The four settings may also be in here',
  ),
  stream: optionalFlag(),
};

/** Tells if a request must name a conversation. */
type Conversation = 'new-or-named' | 'named';

function requestOf(conversation: Conversation, tuning: TuningDefaults) {
  return borrowedRequest(fields, ({ session_id, conversation_id, parameters, ...flat }, asked, body) => {
    const { value: id, issues: sessionIssues } = oneOfNames({ session_id, conversation_id });
    const { settings, issues: tuningIssues } = readTuning(flat, parameters ?? {}, tuning);
    const issues: Issue[] = [...sessionIssues, ...tuningIssues];
    if (conversation === 'named' && id === undefined && sessionIssues.length === 0) {
      const message =
        '`conversation_id` is required here; `POST /api/agent/query` begins a conversation and returns one';
      issues.push({ path: 'conversation_id', message });
    }
    const { temperature, maxTurns, topK, scoreThreshold } = settings;
    const retrieval = { limit: topK, minSimilarity: scoreThreshold, mostSimilar: true as const };
    const question = { ...asked.question, retrieval, temperature };
    const echo = {
      query_text: question.text,
      top_k: String(topK),
      ...(id === undefined ? {} : { conversation_id: id }),
    };
    const notes = unknownFields(body.parameters, tuningFields, 'parameters.');
    return { value: { question, conversation: { id, maxTurns, settings } }, issues, echo, notes };
  });
}

function requestJsonSchema(request: z.ZodType, conversation: Conversation, tuning: TuningDefaults): JsonSchema {
  const schema = withDefaults(toJsonSchema(request, 'input'), tuning);
  if (conversation === 'new-or-named') return { ...schema, ...described('AgentRequest', 'query_text') };
  const conversation_id = { type: 'string', format: 'uuid', description: 'The conversation to go on with' };
  const properties = { ...(schema['properties'] as object), conversation_id };
  return { ...schema, properties, ...described('AgentConversationRequest', 'query_text', 'conversation_id') };
}

const citation = replyOf<[CitedChunk]>()({
  chunk_id: [z.string(), ({ chunkId }) => chunkId],
  url: [z.string(), ({ url }) => pageOrMarker(url)],
  anchor: [anchor, (cited) => cited.anchor],
  section: [z.string(), ({ heading }) => heading],
  quotes: [quotes, (cited) => [...cited.quotes]],
});

interface Run {
  readonly answer: Pick<Answer, 'outcome' | 'message' | 'statements' | 'citations' | 'nearest' | 'warnings' | 'asked'>;
  readonly passages: readonly Passage[];
}

const reply = replyOf<[Run, WireContext]>()({
  response_text: [
    filled.describe('Markdown; `[n]` names the n-th of `citations`'),
    ({ answer }) => shownText(answer, 'chunk'),
  ],
  retrieved_chunks: [
    z
      .array(retrievedChunkSchema.meta(described('RetrievedChunk')))
      .describe(
        'What the answer was made from, most similar first; passages of a selection in the order of their page',
      ),
    ({ answer, passages }, context) =>
      listedPassages(passages, Number(context.echo['top_k'] ?? Infinity), answer.citations).map((passage) =>
        retrievedChunk(keptPassage(passage, context)),
      ),
  ],
  conversation_id: [
    z.string().describe('Send it as `session_id` to go on with the conversation'),
    (_, { sessionId }) => sessionId,
  ],
  response_time_ms: [z.number().min(0), (_, { elapsedMs }) => Math.max(0, Math.round(elapsedMs() * 100) / 100)],
  query_tokens: [
    count.describe('Of the query as it was sent'),
    ({ answer }, { countTokens, echo }) => countTokens(echo['query_text'] ?? answer.asked),
  ],
  response_tokens: [
    count.describe('Of `response_text`'),
    ({ answer }, { countTokens }) => countTokens(shownText(answer, 'chunk')),
  ],
  retrieval_success: [
    z.boolean().describe('Also true when nothing matched; false when nothing was found because a part failed'),
    ({ answer, passages }) => retrievalResult(passages, answer.warnings).success,
  ],
  error_message: [
    z.string().nullable().describe('What failed although there is a reply; else null'),
    ({ answer, passages }) => retrievalResult(passages, answer.warnings).trouble ?? modelTrouble(answer.warnings),
  ],
  citations: [
    z.array(citation.schema).describe('One for each cited chunk, in order of first use; empty unless answered'),
    ({ answer }) => citedChunks(answer.citations).map((cited) => citation.encode(cited)),
  ],
  status: [z.enum(ANSWER_STATUSES), ({ answer }) => answerStatus(answer)],
  warnings: [
    z.array(z.string()).describe('`code: text`; without an answer the last one says why'),
    ({ answer }, { notes }) => warningLines(notes, answer.warnings, reasonWarnings(answer)),
  ],
});

/** A conversation that is full fails with a whole reply, other failures with the members that say what failed. */
const failureFields = {
  ...reply.schema.partial().shape,
  retrieval_success: reply.schema.shape.retrieval_success,
  error_message: z.string(),
};

const NOTHING = { statements: [], citations: [], nearest: [], warnings: [], asked: '' };

/**
 * Body of a question in a conversation without turns left. It serves two kinds of clients: programs find a failure in it, and a chat panel
 * finds a reply to display.
 */
function fullConversationBody(maxTurns: number, context: WireContext): object {
  const turns = maxTurns === 1 ? '1 turn' : `${maxTurns} turns`;
  const message = `This conversation has reached its limit of ${turns}. To go on, begin a new one: ask again without \`session_id\`, by \`POST /api/agent/query\`.`;
  const body = agentFailureBody({ code: 'TURNS_EXCEEDED', message }, context);
  const refusal = reply.encode({ answer: { ...NOTHING, outcome: 'refused', message }, passages: [] }, context);
  return { ...body, details: { max_turns: maxTurns }, ...refusal, retrieval_success: false, error_message: message };
}

const { query, ...further } = conversationRequest;

/** Creates the agent dialect. `defaults` has the owner's defaults for settings that a request leaves out. */
export function createAgentDialect(defaults: Partial<TuningDefaults> = {}): Dialect {
  const tuning = { ...TUNING_DEFAULTS, ...defaults };
  /** Common parts of the question endpoints. */
  const asking = (conversation: Conversation): Omit<AnswerSpec, 'path' | 'operationId' | 'summary' | 'examples'> => {
    const request = requestOf(conversation, tuning);
    return {
      tag: 'agent',
      details: 'The reply says in `conversation_id` which conversation the turn belongs to.',
      request: () => requestJsonSchema(request.schema, conversation, tuning),
      reply: () => toJsonSchema(reply.schema, 'output', 'AgentResponse'),
      failures: ['UNSUPPORTED', 'TURNS_EXCEEDED', 'SESSION_NOT_FOUND'],
      decode: request.decode,
      encodeReply: reply.encode,
      failureBody: (failure, context) =>
        failure.maxTurns === undefined
          ? questionFailureBody(failure, context)
          : fullConversationBody(failure.maxTurns, context as WireContext), // the request was decoded
      failure: () => failureSchema(failureFields, 'AgentFailure'),
    };
  };
  return {
    name: 'agent',
    endpoints: [
      ...answerEndpoints({
        ...asking('new-or-named'),
        path: '/api/agent/query',
        operationId: 'queryAgent',
        summary: 'Ask the agent',
        examples: [{ name: 'A question', request: bookRequest, reply: bookReply.body }],
      }),
      ...answerEndpoints({
        ...asking('named'),
        path: '/api/agent/conversation',
        operationId: 'continueAgentConversation',
        summary: 'Go on with a conversation',
        examples: [
          { name: 'A further question', request: { query_text: query, ...further }, reply: conversationReply.body },
        ],
      }),
      sessionEndpoint,
      sessionEndEndpoint,
      healthEndpoint({
        path: '/api/agent/health',
        operationId: 'agentHealth',
        tag: 'agent',
        summary: 'Whether the parts behind the agent work',
        needs: ['index', 'embedder', 'sessions'],
        reportsModel: true,
        example: health.body,
        failureBody: agentFailureBody,
      }),
    ],
    schemas: () => toolSchemas(tuning),
  };
}

export const agentDialect: Dialect = createAgentDialect();
