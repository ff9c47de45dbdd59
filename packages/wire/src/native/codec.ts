/** Ibid's native dialect: strict, complete, streaming. The panel and the command line use it. */
import { z } from 'zod';
import type { AskRequest, Decoded, Dialect } from '../dialect.ts';
import { answerEndpoints } from '../shared/answer-endpoints.ts';
import {
  notAnObject,
  numberIn,
  optionalFlag,
  optionalText,
  questionField,
  textField,
  toJsonSchema,
} from '../shared/fields.ts';
import { decodeWith, LIMITS } from '../shared/read-request.ts';
import bookRequest from './__fixtures__/book/request.json' with { type: 'json' };
import bookReply from './__fixtures__/book/response.json' with { type: 'json' };
import { feedbackEndpoint } from './feedback.ts';
import { readQuestion } from './read-question.ts';
import { replySchema } from './reply-schema.ts';
import { encodeReply } from './reply.ts';
import { searchEndpoint } from './search.ts';
import { createStreamEncoder } from './stream-encoder.ts';

/** Fits the longest history in four-byte characters, and the question. */
const MAX_BODY_BYTES = 393_216;

const selectionSchema = z.strictObject(
  {
    text: optionalText(LIMITS.selectionTaken),
    url: optionalText(LIMITS.url),
    section: optionalText(LIMITS.name),
    only: optionalFlag(),
  },
  { error: notAnObject('must be an object with `text`') },
);

const turnSchema = z.strictObject(
  { role: z.enum(['reader', 'assistant'], 'must be `reader` or `assistant`'), text: textField(LIMITS.turn) },
  { error: notAnObject('must be an object with `role` and `text`') },
);

/** Unknown keys are refused. */
const requestSchema = z.strictObject(
  {
    ...questionField(['query', 'query_text']),
    selection: selectionSchema.nullish(),
    page: optionalText(LIMITS.url),
    section: optionalText(LIMITS.name),
    locale: optionalText(LIMITS.name),
    version: optionalText(LIMITS.name),
    history: z
      .array(turnSchema, 'must be a list of turns')
      .max(LIMITS.turns, `must have at most ${LIMITS.turns} turns`)
      .nullish(),
    max_citations: numberIn(1, LIMITS.citations, 'whole'),
    exact: optionalFlag().meta({ description: 'Search the words as typed, also those that look misspelt' }),
    stream: optionalFlag(),
  },
  { error: notAnObject() },
);

/** Decodes a question of this dialect. `stream` is decoded by the endpoint. */
export function decode(body: unknown): Decoded<Omit<AskRequest, 'stream'>> {
  return decodeWith(requestSchema, body, readQuestion);
}

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
