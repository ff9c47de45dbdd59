/** Dialect of the book index: questions, answered from the most similar passages or strictly from a selection, and the jobs that index the book. */
import { z } from 'zod';
import type { Dialect, FinishedRun, WireContext } from '../dialect.ts';
import { answerEndpoints } from '../shared/endpoints.ts';
import { shownText } from '../shared/answer-text.ts';
import {
  described,
  filled,
  notAnObject,
  numberIn,
  optionalFlag,
  pageField,
  questionField,
  ratio,
  selectedField,
  toJsonSchema,
} from '../shared/fields.ts';
import { decodedAs, decodeWith, readAsked, unknownFields } from '../shared/read-request.ts';
import { citedChunks, measured, pageOrMarker, readerMessage, warningLines } from '../shared/replies.ts';
import answeredRequest from './__fixtures__/answered/request.json' with { type: 'json' };
import answeredReply from './__fixtures__/answered/response.json' with { type: 'json' };
import insufficientRequest from './__fixtures__/insufficient/request.json' with { type: 'json' };
import insufficientReply from './__fixtures__/insufficient/response.json' with { type: 'json' };
import selectionRequest from './__fixtures__/selection/request.json' with { type: 'json' };
import selectionReply from './__fixtures__/selection/response.json' with { type: 'json' };
import { cancelEndpoint, jobEndpoint, startEndpoint } from './jobs.ts';

const fields = {
  ...questionField(['query', 'query_text']),
  top_k: numberIn(1, 10, 'whole', 5).describe('Most passages to answer from'),
  ...selectedField(['selected_text', 'selected_text_constraint']),
  ...pageField(['filter_url', 'source_url_constraint']),
  stream: optionalFlag().describe('Answer as an event stream'),
};

const requestSchema = z.object(fields, { error: notAnObject() });

const sourceSchema = z
  .strictObject({
    url: filled.describe('Address of the page; `selected_text` for a selection that stands nowhere here'),
    title: z.string(),
    section: filled,
    score: ratio
      .nullable()
      .describe(
        'Similarity of question and passage; 1 for a passage of a selection, which the reader chose; null where none was measured',
      ),
    chunk_id: z.string(),
    anchor: z.string().describe("Id of the section in the page; '' = its top"),
    quotes: z.array(filled).min(1).describe('What the answer takes from the passage, verbatim, in order of first use'),
  })
  .meta(described('Source'));

const replySchema = z.strictObject({
  answer: filled.describe(
    'Markdown; `[1]` is the first of `sources`. Without an answer it says so and names the nearest sections.',
  ),
  sources: z.array(sourceSchema).describe('Cited passages in order of first use; empty when there is no answer'),
  message: z.string().nullable().describe('What else the reader should know; null when there is nothing'),
  outcome: z.enum(['answered', 'insufficient', 'refused']),
  warnings: z.array(z.string()).describe('`code: text`'),
});

/** Contains nothing specific to one run, so equal answers give equal bytes. */
function encodeReply({ answer }: FinishedRun, context: Pick<WireContext, 'notes'>): z.output<typeof replySchema> {
  return {
    answer: shownText(answer, 'chunk'),
    sources: citedChunks(answer.citations).map(({ url, title, heading, similarity, chunkId, anchor, quotes }) => ({
      url: pageOrMarker(url),
      title,
      section: heading,
      score: measured(similarity, answer.warnings),
      chunk_id: chunkId,
      anchor,
      quotes: [...quotes],
    })),
    message: readerMessage(answer, context.notes),
    outcome: answer.outcome,
    warnings: warningLines(context.notes, answer.warnings),
  };
}

export const queryDialect: Dialect = {
  name: 'query',
  endpoints: [
    ...answerEndpoints({
      path: '/query',
      operationId: 'query',
      tag: 'query',
      summary: 'Ask the book',
      details:
        'With `selected_text` the answer comes strictly from it. Unknown fields are ignored, and `warnings` says so.',
      request: () => toJsonSchema(requestSchema, 'input', 'QueryRequest', 'query'),
      reply: () => toJsonSchema(replySchema, 'output', 'QueryResponse'),
      examples: [
        { name: 'A question about one page', request: answeredRequest, reply: answeredReply.body },
        { name: 'A question about a selected passage', request: selectionRequest, reply: selectionReply.body },
        {
          name: 'A question that the pages do not answer',
          request: insufficientRequest,
          reply: insufficientReply.body,
        },
      ],
      decode: (body) =>
        decodeWith(requestSchema, body, (data) => {
          const { question, issues, notes } = readAsked(data, fields);
          const value = { question: { ...question, retrieval: { limit: data.top_k } } };
          return decodedAs(value, issues, { notes: [...notes, ...unknownFields(body, fields)] });
        }),
      encodeReply,
    }),
    startEndpoint,
    jobEndpoint,
    cancelEndpoint,
  ],
};
