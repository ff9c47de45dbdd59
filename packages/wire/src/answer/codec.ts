/**
 * Dialect of the grounded answer agent: one call builds a bundle of passages, another answers from a given bundle and nothing else. The
 * second accepts the first one's output byte for byte.
 */
import { z } from 'zod';
import type { AskRequest, Decoded, Dialect, FinishedRun, JsonSchema, WireContext } from '../dialect.ts';
import { answerEndpoints, healthEndpoint } from '../shared/endpoints.ts';
import { shownText } from '../shared/answer-text.ts';
import {
  described,
  filled,
  notAnObject,
  optionalFlag,
  questionField,
  selectedField,
  toJsonSchema,
} from '../shared/fields.ts';
import { decodedAs, decodeWith, oneOfNames, readAsked, readSelection, unknownFields } from '../shared/read-request.ts';
import { ANSWER_STATUSES, answerStatus, citedChunks, reasonWarnings, warningLines } from '../shared/replies.ts';
import answeredRequest from './__fixtures__/answered/request.json' with { type: 'json' };
import answeredReply from './__fixtures__/answered/response.json' with { type: 'json' };
import health from './__fixtures__/health/response.json' with { type: 'json' };
import refusedRequest from './__fixtures__/refused/request.json' with { type: 'json' };
import refusedReply from './__fixtures__/refused/response.json' with { type: 'json' };
import selectionRequest from './__fixtures__/selection/request.json' with { type: 'json' };
import selectionReply from './__fixtures__/selection/response.json' with { type: 'json' };
import { BUNDLE_LIMITS, bundleSchema, decodeBundle, MODES } from './bundle.ts';
import { retrieveEndpoint } from './retrieve.ts';

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

const referenceSchema = z
  .strictObject({
    chunk_id: filled.describe('A passage of the bundle'),
    source_url: filled,
    section: z.string(),
    anchor: z.string().describe("Id of the section in the page; '' = its top"),
    quotes: z.array(filled).min(1).describe('What the answer takes from it, verbatim, in order of first use'),
  })
  .meta(described('ChunkReference'));

const replySchema = z.strictObject({
  answer: filled.describe('Markdown; `[1]` is the first of `citations`. Without an answer it says so.'),
  citations: z.array(referenceSchema).describe('Cited passages in order of first use; empty without an answer'),
  used_chunks: z.array(filled).describe('The ids of `citations`'),
  status: z.enum(ANSWER_STATUSES),
  warnings: z
    .array(z.string())
    .nullable()
    .describe('`code: text`; without an answer the last one says why. Null when there are none.'),
});

/** Contains nothing specific to one run, so equal answers give equal bytes. */
function encodeReply({ answer }: FinishedRun, context: Pick<WireContext, 'notes'>): z.output<typeof replySchema> {
  const cited = citedChunks(answer.citations);
  const warnings = warningLines(context.notes, answer.warnings, reasonWarnings(answer));
  return {
    answer: shownText(answer, 'chunk'),
    citations: cited.map(({ chunkId, url, heading, anchor, quotes }) => ({
      chunk_id: chunkId,
      source_url: url,
      section: heading,
      anchor,
      quotes: [...quotes],
    })),
    used_chunks: cited.map(({ chunkId }) => chunkId),
    status: answerStatus(answer),
    warnings: warnings.length === 0 ? null : warnings,
  };
}

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
  reply: () => toJsonSchema(replySchema, 'output', 'AgentOutput'),
  examples: [
    { name: 'A question', request: answeredRequest, reply: answeredReply.body },
    { name: 'A question about a selection', request: selectionRequest, reply: selectionReply.body },
    { name: 'A bundle that is not complete', request: refusedRequest, reply: refusedReply.body },
  ],
  decode,
  encodeReply,
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
