/** Ibid's native dialect: strict, complete, streaming. The panel and the command line use it. */
import { FEEDBACK_REASONS, MODEL_FAULTS, pathKey } from '@ibid/core';
import type { LookupRequest } from '@ibid/core/types';
import { z } from 'zod';
import type { AskRequest, CallEndpoint, Decoded, Dialect, FeedbackRequest } from '../dialect.ts';
import {
  blankAsAbsent,
  count,
  filled,
  notAnObject,
  numberIn,
  optionalFlag,
  optionalText,
  questionField,
  ratio,
  selectedField,
  textField,
  toJsonSchema,
  UUID,
} from '../shared/fields.ts';
import { cleanText, decodedAs, decodeWith, LIMITS, readPage, readScope } from '../shared/read-request.ts';
import { ok } from '../shared/replies.ts';
import {
  createStreamEncoder,
  encodeReply,
  encodeSearch,
  type NativeReply,
  type NativeSearch,
  readQuestion,
} from './messages.ts';
import { answerEndpoints } from '../shared/endpoints.ts';
import bookRequest from './__fixtures__/book/request.json' with { type: 'json' };
import bookReply from './__fixtures__/book/response.json' with { type: 'json' };
import feedbackRequest from './__fixtures__/feedback/request.json' with { type: 'json' };
import feedbackReply from './__fixtures__/feedback/response.json' with { type: 'json' };
import searchReply from './__fixtures__/search/response.json' with { type: 'json' };

const LONGEST_NOTE = 500;
const NO_ID = 'must be the `request_id` of a reply, a UUID';
const NO_REASON = `must be one of ${FEEDBACK_REASONS.map((reason) => `\`${reason}\``).join(', ')}`;

const requestId = z
  .string(NO_ID)
  .meta({ format: 'uuid', description: 'Of the reply that is judged' })
  .transform(cleanText)
  .refine((id) => UUID.test(id), NO_ID)
  .transform((id) => id.toLowerCase());

/** Unknown keys are refused. */
const feedbackSchema = z.strictObject(
  {
    request_id: requestId,
    verdict: z.enum(['up', 'down'], 'must be `up` or `down`'),
    reasons: blankAsAbsent(
      z
        .array(z.enum(FEEDBACK_REASONS, NO_REASON), 'must be a list of reasons')
        .max(FEEDBACK_REASONS.length, `must have at most ${FEEDBACK_REASONS.length} reasons`)
        .nullish(),
    ),
    note: optionalText(LONGEST_NOTE).describe("In the reader's own words"),
    question: optionalText(LIMITS.query).describe('What was asked; kept where the owner says so'),
    page: optionalText(LIMITS.url).describe('Address of the page on which it is given'),
  },
  { error: notAnObject() },
);

const keptSchema = z.strictObject({
  request_id: z.string(),
  status: z.literal('kept'),
  known: z.boolean().describe('Whether this server has answered that request of late'),
});

/** Decodes a reader's feedback. Only the path of the page is kept, because query and hash may contain private data. */
export function decodeFeedback(body: unknown): Decoded<FeedbackRequest> {
  return decodeWith(feedbackSchema, body, ({ request_id, verdict, reasons, note = '', question = '', ...given }) => {
    const { page, issues } = readPage({ page: given.page }, false);
    const value = {
      requestId: request_id,
      verdict,
      reasons: FEEDBACK_REASONS.filter((reason) => reasons?.includes(reason) === true),
      note,
      question,
      page: page === undefined ? '' : pathKey(page),
    };
    return decodedAs(value, issues);
  });
}

function kept(id: string, known: boolean): z.output<typeof keptSchema> {
  return { request_id: id, status: 'kept', known };
}

export const feedbackEndpoint: CallEndpoint<'feedback'> = {
  kind: 'feedback',
  method: 'POST',
  path: '/api/feedback',
  description: {
    operationId: 'giveFeedback',
    tag: 'native',
    summary: 'Say whether an answer was good',
    details:
      'One verdict for each reply: a later one takes its place. Unknown fields are refused. Nothing is kept of who says it.',
    request: () => toJsonSchema(feedbackSchema, 'input', 'FeedbackRequest'),
    reply: () => toJsonSchema(keptSchema, 'output', 'FeedbackResponse'),
    failures: ['INVALID_REQUEST', 'UNSUPPORTED', 'RATE_LIMITED', 'STORE_BUSY', 'UPSTREAM_FAILED'],
    examples: [{ name: 'Thumbs down', request: feedbackRequest, reply: feedbackReply.body }],
  },
  decode: ({ body }) => decodeFeedback(body),
  encode: ({ requestId: id, isKnown }) => ok(kept(id, isKnown)),
};

const MOST_PAGES = 20;
const WANTED = `must be a whole number from 1 to ${MOST_PAGES}`;

/** Query parameters; unknown ones are refused. */
const querySchema = z.strictObject({
  q: textField(LIMITS.searched, 'is required').describe(
    'Text of the search box; its last word may be unfinished. Without words nothing is found',
  ),
  limit: blankAsAbsent(z.coerce.number(WANTED).int(WANTED).min(1, WANTED).max(MOST_PAGES, WANTED).optional()).describe(
    'Most pages; 8 unless given',
  ),
  locale: optionalText(LIMITS.name),
  version: optionalText(LIMITS.name),
});

function decodeSearch(query: URLSearchParams): Decoded<LookupRequest> {
  return decodeWith(querySchema, Object.fromEntries(query), ({ q, limit, locale, version }) => {
    // White space after the last word means that the word is complete.
    const text = q + (/\s$/u.test(query.getAll('q').at(-1) ?? '') ? ' ' : '');
    return decodedAs({
      text,
      where: readScope({ locale, version }) ?? {},
      ...(limit === undefined ? {} : { limit }),
    });
  });
}

const textSchema = z.strictObject({
  text: z.string().describe('Verbatim'),
  lit: z
    .array(z.strictObject({ start: count, end: z.int().min(1) }))
    .describe('Words that match, by their offsets in `text`, UTF-16 units'),
});

const sectionSchema = z.strictObject({
  url: z.string(),
  anchor: z.string().describe("Id in the page; '' = its top"),
  href: z.string().describe('Opens the page at the section, or at the words of `snippet`'),
  headings: z.array(textSchema).describe('From the top of the page down to the section, the title left out'),
  kind: z.enum(['page', 'heading', 'text', 'code']).describe('Where the words were found'),
  snippet: textSchema.describe('The line or sentence with the most of the words'),
});

const searchReplySchema: z.ZodType<NativeSearch> = z.strictObject({
  request_id: z.string(),
  pages: z.array(
    z.strictObject({
      url: z.string(),
      title: textSchema,
      locale: z.string(),
      version: z.string(),
      sections: z.array(sectionSchema).min(1).max(4).describe('Best first'),
    }),
  ),
  corrected: z
    .array(z.strictObject({ from: z.string(), to: z.string() }))
    .describe('Words that the index does not have, and what was found instead'),
  generation: count,
});

export const searchEndpoint: CallEndpoint<'search'> = {
  kind: 'search',
  method: 'GET',
  path: '/api/search',
  description: {
    operationId: 'search',
    tag: 'native',
    summary: 'Search while a reader types',
    details:
      'Pages by words alone, also by their beginnings and with slips; nothing is answered, and no model or embedder is called.',
    query: () => toJsonSchema(querySchema, 'input'),
    reply: () => toJsonSchema(searchReplySchema, 'output', 'SearchResponse'),
    failures: ['INVALID_REQUEST', 'NOT_INDEXED', 'STORE_BUSY', 'INDEX_DAMAGED', 'UPSTREAM_FAILED', 'TIMED_OUT'],
    examples: [{ name: 'A heading that is being typed', reply: searchReply.body }],
  },
  decode: ({ query }) => decodeSearch(query),
  encode: (lookup, context) => ok(encodeSearch(lookup, context)),
};

/** Fits the longest history in four-byte characters, and the question. */
const MAX_BODY_BYTES = 393_216;

const selectionSchema = z.strictObject(
  {
    ...selectedField(['text'], 'The selected passage'),
    url: optionalText(LIMITS.url).describe('Address or path of the page on which it stands'),
    section: optionalText(LIMITS.name).describe('Heading or anchor under which it stands'),
    only: optionalFlag().describe('False lets all pages answer; the passage then gives context'),
  },
  { error: notAnObject('must be an object with `text`') },
);

const turnSchema = z.strictObject(
  {
    role: z.enum(['reader', 'assistant'], 'must be `reader` or `assistant`').describe('Who said it'),
    text: textField(LIMITS.turn).describe('A question as asked, or an answer as text'),
  },
  { error: notAnObject('must be an object with `role` and `text`') },
);

/** Unknown keys are refused. */
const requestSchema = z.strictObject(
  {
    ...questionField(['query', 'query_text']),
    selection: selectionSchema.nullish().describe('Answer from a passage that the reader selected'),
    page: optionalText(LIMITS.url).describe('Only this page: its address, or its path'),
    section: optionalText(LIMITS.name).describe('Only the section with this heading or anchor'),
    locale: optionalText(LIMITS.name).describe('Only pages in this language, and those that name none'),
    version: optionalText(LIMITS.name).describe('Only pages of this version, and those that name none'),
    history: z
      .array(turnSchema, 'must be a list of turns')
      .max(LIMITS.turns, `must have at most ${LIMITS.turns} turns`)
      .nullish()
      .describe('Earlier turns, oldest first'),
    max_citations: numberIn(1, LIMITS.citations, 'whole').describe('Most footnotes; 12 unless given'),
    exact: optionalFlag().describe('Search the words as typed, also those that look misspelt'),
    stream: optionalFlag().describe('True replies with events, as `/api/ask/stream` does'),
  },
  { error: notAnObject() },
);

/** Decodes a question of this dialect. `stream` is decoded by the endpoint. */
export function decode(body: unknown): Decoded<Omit<AskRequest, 'stream'>> {
  return decodeWith(requestSchema, body, readQuestion);
}

const section = {
  url: z.string(),
  anchor: z.string().describe("Id in the page; '' = its top"),
  href: z.string().describe('Opens the page at the section, or at the quoted words'),
  title: z.string(),
  section: z.string(),
};

const excerptFields = {
  ...section,
  headings: z.array(z.string()).describe('From the top of the page down to the section, its title left out'),
};

const shown = {
  kind: z.enum(['sentence', 'step', 'code', 'row', 'item', 'header', 'label']),
  text: z.string(),
  language: z.string(),
  block: z.int().describe('Neighbours with one number are of one paragraph, list item or table'),
  depth: count.describe('List levels above'),
  ordinal: count.describe('Number of a step on its page; 0 otherwise'),
  lit: z.boolean().describe('Answers the question by itself'),
  marks: z
    .array(
      z.strictObject({
        kind: z.enum(['code', 'strong', 'emphasis', 'sub', 'sup', 'math', 'link']),
        start: count,
        end: count,
        href: z.string().describe("Target of a link, a page of the index; '' for other kinds"),
      }),
    )
    .describe('How the page shows the text'),
};

/** Schema of every native reply; the API description is generated from it. */
const replySchema: z.ZodType<NativeReply> = z.strictObject({
  request_id: z.string(),
  outcome: z.enum(['answered', 'insufficient', 'refused']),
  asked: z.string().describe('The question as it was searched for'),
  answer: z.string().describe("Markdown without footnote numbers; '' unless answered"),
  message: z.string(),
  statements: z.array(
    z.strictObject({
      ...shown,
      citations: z.array(z.int().min(1)).min(1).describe('Footnote numbers'),
      side: count.describe('Side of a contradiction, from 1; 0 otherwise'),
      excerpt: count.nullable().describe('Which excerpt it belongs to; null for words of a model'),
    }),
  ),
  excerpts: z.array(z.strictObject(excerptFields)).describe('Stretches of sections that the answer quotes'),
  citations: z.array(
    z.strictObject({
      index: z.int().min(1),
      ...section,
      quote: filled.describe('Verbatim in the passage'),
      start: count,
      end: count,
      chunk_id: z.string(),
      similarity: ratio.describe('Of question and passage; 1 for a passage of a selection, which the reader chose'),
    }),
  ),
  nearest: z.array(z.strictObject(section)),
  closest: z
    .array(z.strictObject({ ...excerptFields, statements: z.array(z.strictObject(shown)) }))
    .describe('Passages that come close where the outcome is insufficient; nothing in them is cited'),
  corrected: z
    .array(z.strictObject({ from: z.string(), to: z.string() }))
    .describe('Words of the question that were searched in another spelling'),
  warnings: z.array(
    z.strictObject({
      code: z.string().describe('Such as `selection_cut`'),
      text: z.string().describe('For people'),
    }),
  ),
  withheld: count.describe('Statements that could not be proved and are not shown'),
  confidence: ratio,
  answerer: z.string(),
  model: z
    .strictObject({
      name: z.string().describe("Last one called; '' where none was"),
      calls: count,
      input_tokens: count,
      output_tokens: count,
      cost: z.number().min(0).nullable(),
      currency: z.string().nullable(),
      fault: z.enum(MODEL_FAULTS).nullable().describe('Why the pages are quoted instead, or from there on'),
    })
    .nullable()
    .describe('What models did; null where none was asked'),
  generation: count,
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
