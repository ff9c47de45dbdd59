/** Retrieval without an answer. The reply is, byte for byte, the bundle that `POST /api/answer` accepts. */
import type { Passage, Warning } from '@ibid/core/types';
import { z } from 'zod';
import type { CallEndpoint, Decoded, FinishedSearch, SearchRequest, WireContext } from '../dialect.ts';
import { RUN_FAILURES } from '../shared/failures.ts';
import {
  blankAsAbsent,
  count,
  described,
  filled,
  notAnObject,
  numberIn,
  optionalFlag,
  pageField,
  questionField,
  ratio,
  sectionField,
  selectedField,
  toJsonSchema,
} from '../shared/fields.ts';
import { decodedAs, decodeWith, readAsked, unknownFields } from '../shared/read-request.ts';
import { listedPassages, measured, ok, pageOrMarker, tokensOf, warningLines } from '../shared/replies.ts';
import foundRequest from './__fixtures__/retrieve/request.json' with { type: 'json' };
import foundReply from './__fixtures__/retrieve/response.json' with { type: 'json' };
import selectedRequest from './__fixtures__/retrieve-selection/request.json' with { type: 'json' };
import selectedReply from './__fixtures__/retrieve-selection/response.json' with { type: 'json' };
import { BUNDLE_LIMITS, MODES } from './bundle.ts';

const fields = {
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
};

const requestSchema = z.object(fields, { error: notAnObject() });

function decode(body: unknown): Decoded<SearchRequest> {
  return decodeWith(requestSchema, body, (request) => {
    const { top_k: limit, score_threshold: minSimilarity, max_tokens: tokens, debug } = request;
    const isSelecting = (request.selected_text ?? request.selected_text_constraint) !== undefined;
    const mode = request.mode ?? (isSelecting ? 'selected_text_only' : 'global');
    const selects = mode === 'selected_text_only' && isSelecting;
    const { question: asked, issues, notes } = readAsked(request, fields, selects);
    const message = '`selected_text` is required where `mode` is `selected_text_only`';
    const missing = mode === 'selected_text_only' && !isSelecting ? [{ path: 'selected_text', message }] : [];
    const { selection, ...unselected } = asked;
    const retrieval = { limit, ...(minSimilarity === undefined ? {} : { minSimilarity }) };
    const question = { ...(selects ? asked : unselected), retrieval };
    return decodedAs({ question, tokens, debug: debug ?? false }, [...issues, ...missing], {
      echo: { mode, ...(selection === undefined ? {} : { selected_text: selection.text }) },
      notes: [...notes, ...unknownFields(body, fields)],
    });
  });
}

const chunkSchema = z.strictObject({
  chunk_id: filled,
  source_url: filled.describe('`selected_text` for a selection that stands nowhere here'),
  anchor: z.string().describe("Id of the section in the page; '' = its top"),
  chapter: z.string().describe('Title of the page'),
  section: filled.describe('Heading of the section'),
  content: filled,
  relevance_score: ratio
    .nullable()
    .describe(
      'Similarity of query and passage; 1 for a passage of a selection, which the reader chose; null where none was measured',
    ),
  rank_score: z
    .number()
    .min(0)
    .describe('How the retrieval ranked the passages, and an answer ranks them again; 0 for a selection'),
  token_count: z.int().min(1),
});

const replySchema = z.strictObject({
  query: filled,
  mode: z.enum(MODES),
  status: z
    .enum(['success', 'partial', 'no_matches'])
    .describe('`partial`: `warnings` says what was left out. A retrieval that failed is a failure, never a bundle.'),
  chunks: z
    .array(chunkSchema.meta(described('RetrievedPassage')))
    .describe(
      'Most similar first, while `rank_score` says how they were ranked; those of a selection in the order of their page, whole',
    ),
  selected_text: z.string().nullable(),
  total_tokens: count,
  warnings: z.array(z.string()).describe('`code: text`'),
  generation: count.describe('Of the index that the passages were taken from'),
  query_embedding: z.array(z.number()).nullable().optional().describe('Only with `debug`'),
});

/** Contains nothing specific to one call, so equal requests to an equal index give equal bytes. */
function encodeBundle(
  { request, retrieval, passages }: FinishedSearch,
  context: Pick<WireContext, 'notes' | 'echo' | 'countTokens'>,
): z.output<typeof replySchema> {
  const { mode, selected_text } = context.echo;
  const chunks = listedPassages(passages).map((passage) => encodeChunk(passage, context, retrieval.warnings));
  return {
    query: request.question.text,
    mode: mode as (typeof MODES)[number], // set by the decoder
    status: retrieval.status,
    chunks,
    selected_text: selected_text ?? null,
    total_tokens: chunks.reduce((sum, { token_count }) => sum + token_count, 0),
    warnings: warningLines(context.notes, retrieval.warnings),
    generation: retrieval.generation,
    ...(request.debug ? { query_embedding: retrieval.vector === undefined ? null : [...retrieval.vector] } : {}),
  };
}

function encodeChunk(
  passage: Passage,
  { countTokens }: Pick<WireContext, 'countTokens'>,
  warnings: readonly Warning[],
): z.output<typeof chunkSchema> {
  const { chunk, similarity, score } = passage;
  return {
    chunk_id: chunk.id,
    source_url: pageOrMarker(chunk.url),
    anchor: chunk.anchor,
    chapter: chunk.title,
    section: chunk.heading,
    content: chunk.text,
    relevance_score: measured(similarity, warnings),
    rank_score: score,
    token_count: tokensOf(passage, countTokens),
  };
}

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
    request: () => toJsonSchema(requestSchema, 'input', 'RetrieveRequest', 'query'),
    reply: () => toJsonSchema(replySchema, 'output', 'RetrieveResponse'),
    failures: RUN_FAILURES,
    examples: [
      { name: 'A question', request: foundRequest, reply: foundReply.body },
      { name: 'A question about a selection', request: selectedRequest, reply: selectedReply.body },
    ],
  },
  decode: ({ body }) => decode(body),
  encode: (search, context) => ok(encodeBundle(search, context)),
};
