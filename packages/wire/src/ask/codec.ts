/**
 * Dialect of the page assistant and agent API: a question with page, section and selection constraints; an answer with citations and a
 * message. The page assistant's contract is that of the agent API plus the selection.
 */
import type { Citation } from '@ibid/core/types';
import { z } from 'zod';
import type { Dialect, FinishedRun, WireContext } from '../dialect.ts';
import { answerEndpoints } from '../shared/endpoints.ts';
import { pageOrMarker, proofs, readerMessage, shownText } from '../shared/replies.ts';
import {
  anchor,
  borrowedRequest,
  described,
  failureSchema,
  filled,
  optionalFlag,
  pageField,
  questionField,
  replyOf,
  sectionField,
  selectedField,
  toJsonSchema,
} from '../shared/fields.ts';
import { encodeFailureBody } from '../shared/failures.ts';
import answeredRequest from './__fixtures__/answered/request.json' with { type: 'json' };
import answeredReply from './__fixtures__/answered/response.json' with { type: 'json' };
import insufficientRequest from './__fixtures__/insufficient/request.json' with { type: 'json' };
import insufficientReply from './__fixtures__/insufficient/response.json' with { type: 'json' };
import selectionRequest from './__fixtures__/selection/request.json' with { type: 'json' };
import selectionReply from './__fixtures__/selection/response.json' with { type: 'json' };

const request = borrowedRequest(
  {
    ...questionField(['query', 'query_text']),
    ...pageField(['source_url_constraint', 'filter_url']),
    section_constraint: sectionField(),
    ...selectedField(['selected_text_constraint', 'selected_text']),
    stream: optionalFlag().describe('Answer as an event stream'),
  },
  (_, { question }) => ({ value: { question } }),
);

const citation = replyOf<[Citation]>()({
  source_url: [
    filled.describe('Address of the page; `selected_text` for a selection that stands nowhere here'),
    ({ url }) => pageOrMarker(url),
  ],
  section: [filled, ({ heading }) => heading],
  raw_text_snippet: [filled.describe('Verbatim in the page'), ({ quote }) => quote],
  anchor: [anchor, (cited) => cited.anchor],
});
const citationSchema = citation.schema.meta(described('Citation'));

/** Contains nothing specific to one run, so equal answers give equal bytes. */
const reply = replyOf<[FinishedRun, Pick<WireContext, 'notes'>]>()({
  answer: [
    filled.describe(
      'Markdown; `[Source: url, Section: heading]` stands behind what it proves. Without an answer it says so and names the nearest sections.',
    ),
    ({ answer }) => shownText(answer, 'source'),
  ],
  citations: [
    z.array(citationSchema).describe('In order of first use; empty when there is no answer'),
    ({ answer }) => proofs(answer).map((proof) => citation.encode(proof)),
  ],
  message: [
    z.string().nullable().describe('What else the reader should know; null when there is nothing'),
    ({ answer }, { notes }) => readerMessage(answer, notes),
  ],
});

export const askDialect: Dialect = {
  name: 'ask',
  endpoints: answerEndpoints({
    path: '/agent/ask',
    operationId: 'askAgent',
    tag: 'ask',
    summary: 'Ask about the pages',
    details:
      'Also 200 when there is no answer: `citations` is empty then, and `message` says why. Unknown fields are ignored, and `message` says so.',
    request: () => ({
      ...toJsonSchema(request.schema, 'input', 'FrontendRequest', 'query'),
      description:
        'Without the selection it is the `AgentRequest` of the agent API; `query_text` may be used for `query`.',
    }),
    reply: () => toJsonSchema(reply.schema, 'output', 'FrontendResponse'),
    examples: [
      { name: 'A question about one page', request: answeredRequest, reply: answeredReply.body },
      { name: 'A question about a selected passage', request: selectionRequest, reply: selectionReply.body },
      { name: 'A question that the pages do not answer', request: insufficientRequest, reply: insufficientReply.body },
    ],
    decode: request.decode,
    encodeReply: reply.encode,
    failureBody: (failure, { requestId }) => {
      const body = encodeFailureBody(failure, requestId);
      return { ...body, answer: body.message, citations: [] };
    },
    failure: () =>
      failureSchema({ answer: z.string(), citations: z.array(citationSchema).length(0) }, 'FrontendFailure'),
    footnotesBy: 'source',
  }),
};
