/**
 * Dialect of the grounded answer agent: one call builds a bundle of passages, another answers from a given bundle and nothing else. The
 * second accepts the first one's output byte for byte.
 */
import type { Passage, Warning } from '@ibid/core/types';
import { z } from 'zod';
import type {
  AskRequest,
  CallEndpoint,
  Decoded,
  Dialect,
  FinishedRun,
  FinishedSearch,
  JsonSchema,
  WireContext,
} from '../dialect.ts';
import { RUN_FAILURES } from '../shared/failures.ts';
import {
  anchor,
  blankAsAbsent,
  borrowedRequest,
  count,
  described,
  filled,
  notAnObject,
  numberIn,
  optionalFlag,
  pageField,
  questionField,
  quotes,
  ratio,
  replyOf,
  sectionField,
  selectedField,
  toJsonSchema,
} from '../shared/fields.ts';
import { decodedAs, decodeWith, oneOfNames, readAsked, readSelection, unknownFields } from '../shared/read-request.ts';
import {
  ANSWER_STATUSES,
  answerStatus,
  type CitedChunk,
  citedChunks,
  listedPassages,
  measured,
  ok,
  pageOrMarker,
  reasonWarnings,
  shownText,
  tokensOf,
  warningLines,
} from '../shared/replies.ts';
import { BUNDLE_LIMITS, bundleSchema, decodeBundle, MODES } from './bundle.ts';
import { answerEndpoints, healthEndpoint } from '../shared/endpoints.ts';
import foundRequest from './__fixtures__/retrieve/request.json' with { type: 'json' };
import foundReply from './__fixtures__/retrieve/response.json' with { type: 'json' };
import selectedRequest from './__fixtures__/retrieve-selection/request.json' with { type: 'json' };
import selectedReply from './__fixtures__/retrieve-selection/response.json' with { type: 'json' };
import answeredRequest from './__fixtures__/answered/request.json' with { type: 'json' };
import answeredReply from './__fixtures__/answered/response.json' with { type: 'json' };
import health from './__fixtures__/health/response.json' with { type: 'json' };
import refusedRequest from './__fixtures__/refused/request.json' with { type: 'json' };
import refusedReply from './__fixtures__/refused/response.json' with { type: 'json' };
import selectionRequest from './__fixtures__/selection/request.json' with { type: 'json' };
import selectionReply from './__fixtures__/selection/response.json' with { type: 'json' };

const bundleRequest = borrowedRequest(
  {
    ...questionField(['query', 'query_text']),
    top_k: numberIn(1, 20, 'whole', 5).describe('Most passages'),
    score_threshold: numberIn(0, 1).describe('Passages that are less similar to the question are left out'),
    ...pageField(['source_url_constraint', 'filter_url']),
    section_constraint: sectionField(),
    ...selectedField(['selected_text', 'selected_text_constraint'], 'The passages that hold this selection'),
    mode: blankAsAbsent(z.enum(MODES, 'must be `global` or `selected_text_only`').nullish()).describe(
      '`selected_text_only` where there is a selection, else `global`, unless given',
    ),
    max_tokens: numberIn(1, BUNDLE_LIMITS.tokens, 'whole', BUNDLE_LIMITS.tokens).describe(
      'Tokens of all passages together; whole passages only',
    ),
    debug: optionalFlag().describe('Also give the vector of the question'),
  },
  (request, { question: asked }) => {
    const { top_k: limit, score_threshold: minSimilarity, max_tokens: tokens, debug } = request;
    const { selection, ...unselected } = asked;
    const isSelecting = (request.selected_text ?? request.selected_text_constraint) !== undefined;
    const mode = request.mode ?? (isSelecting ? 'selected_text_only' : 'global');
    const message = '`selected_text` is required where `mode` is `selected_text_only`';
    const retrieval = { limit, ...(minSimilarity === undefined ? {} : { minSimilarity }) };
    const question = { ...(mode === 'global' ? unselected : asked), retrieval };
    return {
      value: { question, tokens, debug: debug ?? false },
      issues: mode === 'global' || isSelecting ? [] : [{ path: 'selected_text', message }],
      echo: { mode, ...(selection === undefined ? {} : { selected_text: selection.text }) },
    };
  },
  ({ mode }) => mode !== 'global',
);

type BundleContext = Pick<WireContext, 'notes' | 'echo' | 'countTokens'>;

const chunkReply = replyOf<[Passage, readonly Warning[], BundleContext]>()({
  chunk_id: [filled, ({ chunk }) => chunk.id],
  source_url: [
    filled.describe('`selected_text` for a selection that stands nowhere here'),
    ({ chunk }) => pageOrMarker(chunk.url),
  ],
  anchor: [anchor, ({ chunk }) => chunk.anchor],
  chapter: [z.string().describe('Title of the page'), ({ chunk }) => chunk.title],
  section: [filled.describe('Heading of the section'), ({ chunk }) => chunk.heading],
  content: [filled, ({ chunk }) => chunk.text],
  relevance_score: [
    ratio
      .nullable()
      .describe(
        'Similarity of query and passage; 1 for a passage of a selection, which the reader chose; null where none was measured',
      ),
    ({ similarity }, warnings) => measured(similarity, warnings),
  ],
  rank_score: [
    z
      .number()
      .min(0)
      .describe('How the retrieval ranked the passages, and an answer ranks them again; 0 for a selection'),
    ({ score }) => score,
  ],
  token_count: [z.int().min(1), (passage, _, { countTokens }) => tokensOf(passage, countTokens)],
});

/** Contains nothing specific to one call, so equal requests to an equal index give equal bytes. */
const bundleReply = replyOf<[FinishedSearch, BundleContext]>()({
  query: [filled, ({ request }) => request.question.text],
  mode: [z.enum(MODES), (_, { echo }) => echo['mode'] as (typeof MODES)[number]], // set by the decoder
  status: [
    z
      .enum(['success', 'partial', 'no_matches'])
      .describe('`partial`: `warnings` says what was left out. A retrieval that failed is a failure, never a bundle.'),
    ({ retrieval }) => retrieval.status,
  ],
  chunks: [
    z
      .array(chunkReply.schema.meta(described('RetrievedPassage')))
      .describe(
        'Most similar first, while `rank_score` says how they were ranked; those of a selection in the order of their page, whole',
      ),
    ({ passages, retrieval }, context) =>
      listedPassages(passages).map((passage) => chunkReply.encode(passage, retrieval.warnings, context)),
  ],
  selected_text: [z.string().nullable(), (_, { echo }) => echo['selected_text'] ?? null],
  total_tokens: [
    count,
    ({ passages }, { countTokens }) => passages.reduce((sum, passage) => sum + tokensOf(passage, countTokens), 0),
  ],
  warnings: [
    z.array(z.string()).describe('`code: text`'),
    ({ retrieval }, { notes }) => warningLines(notes, retrieval.warnings),
  ],
  generation: [
    count.describe('Of the index that the passages were taken from'),
    ({ retrieval }) => retrieval.generation,
  ],
  query_embedding: [
    z.array(z.number()).nullable().optional().describe('Only with `debug`'),
    ({ request, retrieval: { vector } }) => (request.debug ? (vector === undefined ? null : [...vector]) : undefined),
  ],
});

export const retrieveEndpoint: CallEndpoint<'retrieve'> = {
  kind: 'retrieve',
  method: 'POST',
  path: '/api/retrieve',
  description: {
    operationId: 'retrieve',
    tag: 'answer',
    summary: 'Retrieve the bundle that an answer is made from',
    details:
      'The reply, byte for byte, is the `context_bundle` of `POST /api/answer`. With `selected_text` it holds the passages that hold the selection. Unknown fields are ignored, and `warnings` says so.',
    request: () => toJsonSchema(bundleRequest.schema, 'input', 'RetrieveRequest', 'query'),
    reply: () => toJsonSchema(bundleReply.schema, 'output', 'RetrieveResponse'),
    failures: RUN_FAILURES,
    examples: [
      { name: 'A question', request: foundRequest, reply: foundReply.body },
      { name: 'A question about a selection', request: selectedRequest, reply: selectedReply.body },
    ],
  },
  decode: ({ body }) => bundleRequest.decode(body),
  encode: (search, context) => ok(bundleReply.encode(search, context)),
};

const fields = {
  ...questionField(['query', 'query_text']),
  mode: z
    .enum(MODES, 'must be `global` or `selected_text_only`')
    .describe('Answer from all passages of the bundle, or strictly from the selection'),
  ...selectedField(['selected_text', 'selected_text_constraint'], 'The selection, where the bundle does not carry it'),
  stream: optionalFlag().describe('Answer as an event stream'),
};

/** All fields except the bundle, because an impossible bundle is `refused` and not `invalid`. */
const requestSchema = z.object({ ...fields, context_bundle: z.unknown().optional() }, { error: notAnObject() });

/** JSON Schema of the whole request, including the bundle. */
function requestJsonSchema(): JsonSchema {
  const whole = z.object({ ...fields, context_bundle: bundleSchema });
  return toJsonSchema(whole, 'input', 'AgentInput', 'query', 'context_bundle', 'mode');
}

/** Decodes a request. A malformed request is `invalid`; a well-formed one whose bundle cannot be genuine is `refused`. */
function decode(body: unknown): Decoded<Omit<AskRequest, 'stream'>> {
  return decodeWith(requestSchema, body, (request) => {
    const { query, query_text, selected_text, selected_text_constraint, mode, context_bundle } = request;
    const asked = readAsked({ query, query_text }, { query, query_text });
    const selected = oneOfNames({ selected_text, selected_text_constraint });
    const issues = [...asked.issues, ...selected.issues];
    if (context_bundle === undefined || context_bundle === null) {
      const message = '`context_bundle` is required: the bundle of a retrieval, such as `POST /api/retrieve` gives';
      issues.push({ path: 'context_bundle', message });
    }
    if (issues.length > 0) return { kind: 'invalid', issues };
    const read = decodeBundle(context_bundle);
    if (read.kind !== 'ok') return read;

    const { context, selectedText } = read.value;
    const selectionOnly = mode === 'selected_text_only';
    const passage = oneOfNames({ selected_text: selected.value, 'context_bundle.selected_text': selectedText });
    const { selection, notes } = readSelection({ text: selectionOnly ? passage.value : undefined });
    const supplied = { ...context, selectionOnly };
    const question = { ...asked.question, supplied, ...(selection === undefined ? {} : { selection }) };
    return decodedAs({ question }, selectionOnly ? passage.issues : [], {
      notes: [...notes, ...unknownFields(body, requestSchema.shape), ...read.notes],
    });
  });
}

const reference = replyOf<[CitedChunk]>()({
  chunk_id: [filled.describe('A passage of the bundle'), ({ chunkId }) => chunkId],
  source_url: [filled, ({ url }) => url],
  section: [z.string(), ({ heading }) => heading],
  anchor: [anchor, (cited) => cited.anchor],
  quotes: [quotes, (cited) => [...cited.quotes]],
});

/** Contains nothing specific to one run, so equal answers give equal bytes. */
const reply = replyOf<[FinishedRun, Pick<WireContext, 'notes'>]>()({
  answer: [
    filled.describe('Markdown; `[1]` is the first of `citations`. Without an answer it says so.'),
    ({ answer }) => shownText(answer, 'chunk'),
  ],
  citations: [
    z
      .array(reference.schema.meta(described('ChunkReference')))
      .describe('Cited passages in order of first use; empty without an answer'),
    ({ answer }) => citedChunks(answer.citations).map((cited) => reference.encode(cited)),
  ],
  used_chunks: [
    z.array(filled).describe('The ids of `citations`'),
    ({ answer }) => citedChunks(answer.citations).map(({ chunkId }) => chunkId),
  ],
  status: [z.enum(ANSWER_STATUSES), ({ answer }) => answerStatus(answer)],
  warnings: [
    z
      .array(z.string())
      .nullable()
      .describe('`code: text`; without an answer the last one says why. Null when there are none.'),
    ({ answer }, { notes }) => {
      const lines = warningLines(notes, answer.warnings, reasonWarnings(answer));
      return lines.length === 0 ? null : lines;
    },
  ],
});

const answering = answerEndpoints({
  path: '/api/answer',
  operationId: 'answer',
  tag: 'answer',
  summary: 'Answer from a bundle',
  details:
    'Nothing is retrieved. Passages that this index does not have are quoted with the warning `unverified_context`; a passage that claims an id of this index and differs from what the index holds, or a bundle that is malformed, is refused with 422. With `selected_text_only` all evidence lies in the selection.',
  streamDetails:
    'Server-sent events: `state` with the states of the agent (`Idle`, `Processing`, `Generating`, `Complete`), `token` with a piece of the text, then exactly one of `final` (the whole reply) and `error`. A run that fails is never `Complete`.',
  maxBodyBytes: BUNDLE_LIMITS.bytes,
  failures: ['CONTEXT_REFUSED'],
  request: requestJsonSchema,
  reply: () => toJsonSchema(reply.schema, 'output', 'AgentOutput'),
  examples: [
    { name: 'A question', request: answeredRequest, reply: answeredReply.body },
    { name: 'A question about a selection', request: selectionRequest, reply: selectionReply.body },
    { name: 'A bundle that is not complete', request: refusedRequest, reply: refusedReply.body },
  ],
  decode,
  encodeReply: reply.encode,
  hasStates: true,
});

const parts = { tag: 'answer', needs: ['index', 'embedder'], example: health.body } as const;

export const answerDialect: Dialect = {
  name: 'answer',
  endpoints: [
    ...answering,
    retrieveEndpoint,
    healthEndpoint({
      ...parts,
      path: '/api/health/answer',
      operationId: 'answerHealth',
      summary: 'Whether the parts behind answers work',
      reportsModel: true,
    }),
    healthEndpoint({
      ...parts,
      path: '/api/health/retrieval',
      operationId: 'retrievalHealth',
      summary: 'Whether the parts behind retrieval work',
      reportsModel: false,
    }),
  ],
};
