/** Ibid's native dialect: strict, complete, streaming. The panel and the command line use it. */
import { MODEL_FAULTS } from '@ibid/core';
import { z } from 'zod';
import type { AskRequest, Decoded, Dialect } from '../dialect.ts';
import { answerEndpoints } from '../shared/answer-endpoints.ts';
import {
  notAnObject,
  numberIn,
  optionalFlag,
  optionalText,
  questionField,
  selectedField,
  textField,
  toJsonSchema,
} from '../shared/fields.ts';
import { decodeWith, LIMITS } from '../shared/read-request.ts';
import bookRequest from './__fixtures__/book/request.json' with { type: 'json' };
import bookReply from './__fixtures__/book/response.json' with { type: 'json' };
import { createStreamEncoder, encodeReply, type NativeReply } from './encode.ts';
import { feedbackEndpoint } from './feedback.ts';
import { readQuestion } from './read-question.ts';
import { searchEndpoint } from './search.ts';

/** Fits the longest history in four-byte characters, and the question. */
const MAX_BODY_BYTES = 393_216;

const selectionSchema = z.strictObject(
  {
    ...selectedField(['text'], 'The selected passage'),
    url: optionalText(LIMITS.url).meta({ description: 'Address or path of the page on which it stands' }),
    section: optionalText(LIMITS.name).meta({ description: 'Heading or anchor under which it stands' }),
    only: optionalFlag().meta({ description: 'False lets all pages answer; the passage then gives context' }),
  },
  { error: notAnObject('must be an object with `text`') },
);

const turnSchema = z.strictObject(
  {
    role: z.enum(['reader', 'assistant'], 'must be `reader` or `assistant`').meta({ description: 'Who said it' }),
    text: textField(LIMITS.turn).meta({ description: 'A question as asked, or an answer as text' }),
  },
  { error: notAnObject('must be an object with `role` and `text`') },
);

/** Unknown keys are refused. */
const requestSchema = z.strictObject(
  {
    ...questionField(['query', 'query_text']),
    selection: selectionSchema.nullish().meta({ description: 'Answer from a passage that the reader selected' }),
    page: optionalText(LIMITS.url).meta({ description: 'Only this page: its address, or its path' }),
    section: optionalText(LIMITS.name).meta({ description: 'Only the section with this heading or anchor' }),
    locale: optionalText(LIMITS.name).meta({ description: 'Only pages in this language, and those that name none' }),
    version: optionalText(LIMITS.name).meta({ description: 'Only pages of this version, and those that name none' }),
    history: z
      .array(turnSchema, 'must be a list of turns')
      .max(LIMITS.turns, `must have at most ${LIMITS.turns} turns`)
      .nullish()
      .meta({ description: 'Earlier turns, oldest first' }),
    max_citations: numberIn(1, LIMITS.citations, 'whole').meta({ description: 'Most footnotes; 12 unless given' }),
    exact: optionalFlag().meta({ description: 'Search the words as typed, also those that look misspelt' }),
    stream: optionalFlag().meta({ description: 'True replies with events, as `/api/ask/stream` does' }),
  },
  { error: notAnObject() },
);

/** Decodes a question of this dialect. `stream` is decoded by the endpoint. */
export function decode(body: unknown): Decoded<Omit<AskRequest, 'stream'>> {
  return decodeWith(requestSchema, body, readQuestion);
}

const section = {
  url: z.string(),
  anchor: z.string().meta({ description: "Id in the page; '' = its top" }),
  href: z.string().meta({ description: 'Opens the page at the section, or at the quoted words' }),
  title: z.string(),
  section: z.string(),
};

const excerptFields = {
  ...section,
  headings: z
    .array(z.string())
    .meta({ description: 'From the top of the page down to the section, its title left out' }),
};

const shown = {
  kind: z.enum(['sentence', 'step', 'code', 'row', 'item', 'header', 'label']),
  text: z.string(),
  language: z.string(),
  block: z.int().meta({ description: 'Neighbours with one number are of one paragraph, list item or table' }),
  depth: z.int().min(0).meta({ description: 'List levels above' }),
  ordinal: z.int().min(0).meta({ description: 'Number of a step on its page; 0 otherwise' }),
  lit: z.boolean().meta({ description: 'Answers the question by itself' }),
  marks: z
    .array(
      z.strictObject({
        kind: z.enum(['code', 'strong', 'emphasis', 'sub', 'sup', 'math', 'link']),
        start: z.int().min(0),
        end: z.int().min(0),
        href: z.string().meta({ description: "Target of a link, a page of the index; '' for other kinds" }),
      }),
    )
    .meta({ description: 'How the page shows the text' }),
};

/** Schema of every native reply; the API description is generated from it. */
const replySchema: z.ZodType<NativeReply> = z.strictObject({
  request_id: z.string(),
  outcome: z.enum(['answered', 'insufficient', 'refused']),
  asked: z.string().meta({ description: 'The question as it was searched for' }),
  answer: z.string().meta({ description: "Markdown without footnote numbers; '' unless answered" }),
  message: z.string(),
  statements: z.array(
    z.strictObject({
      ...shown,
      citations: z.array(z.int().min(1)).min(1).meta({ description: 'Footnote numbers' }),
      side: z.int().min(0).meta({ description: 'Side of a contradiction, from 1; 0 otherwise' }),
      excerpt: z
        .int()
        .min(0)
        .nullable()
        .meta({ description: 'Which excerpt it belongs to; null for words of a model' }),
    }),
  ),
  excerpts: z
    .array(z.strictObject(excerptFields))
    .meta({ description: 'Stretches of sections that the answer quotes' }),
  citations: z.array(
    z.strictObject({
      index: z.int().min(1),
      ...section,
      quote: z.string().min(1).meta({ description: 'Verbatim in the passage' }),
      start: z.int().min(0),
      end: z.int().min(0),
      chunk_id: z.string(),
      similarity: z.number().min(0).max(1).meta({
        description: 'Of question and passage; 1 for a passage of a selection, which the reader chose',
      }),
    }),
  ),
  nearest: z.array(z.strictObject(section)),
  closest: z
    .array(z.strictObject({ ...excerptFields, statements: z.array(z.strictObject(shown)) }))
    .meta({ description: 'Passages that come close where the outcome is insufficient; nothing in them is cited' }),
  corrected: z
    .array(z.strictObject({ from: z.string(), to: z.string() }))
    .meta({ description: 'Words of the question that were searched in another spelling' }),
  warnings: z.array(
    z.strictObject({
      code: z.string().meta({ description: 'Such as `selection_cut`' }),
      text: z.string().meta({ description: 'For people' }),
    }),
  ),
  withheld: z.int().min(0).meta({ description: 'Statements that could not be proved and are not shown' }),
  confidence: z.number().min(0).max(1),
  answerer: z.string(),
  model: z
    .strictObject({
      name: z.string().meta({ description: "Last one called; '' where none was" }),
      calls: z.int().min(0),
      input_tokens: z.int().min(0),
      output_tokens: z.int().min(0),
      cost: z.number().min(0).nullable(),
      currency: z.string().nullable(),
      fault: z
        .enum(MODEL_FAULTS)
        .nullable()
        .meta({ description: 'Why the pages are quoted instead, or from there on' }),
    })
    .nullable()
    .meta({ description: 'What models did; null where none was asked' }),
  generation: z.int().min(0),
});

export const nativeDialect: Dialect = {
  name: 'native',
  endpoints: [
    ...answerEndpoints({
      path: '/api/ask',
      operationId: 'ask',
      tag: 'native',
      summary: 'Ask',
      details: 'Unknown fields are refused.',
      streamDetails:
        'Server-sent events: `run-start`, `retrieval-end`, `excerpt-start`, `citation-verified`, `statement-verified`, then exactly one of `run-end` (the whole reply) and `run-error`.',
      maxBodyBytes: MAX_BODY_BYTES,
      request: () => toJsonSchema(requestSchema, 'input', 'AskRequest', 'query'),
      reply: () => toJsonSchema(replySchema, 'output', 'AskResponse'),
      examples: [{ name: 'A question', request: bookRequest, reply: bookReply.body }],
      decode,
      encodeReply: ({ answer }, context) => encodeReply(answer, context),
      createStreamEncoder,
    }),
    searchEndpoint,
    feedbackEndpoint,
  ],
};
