/** Dialect of the book index: questions, answered from the most similar passages or strictly from a selection, and the jobs that index the book. */
import type { Answer, Job } from '@ibid/core/types';
import { z } from 'zod';
import type { CallEndpoint, Dialect, EndpointDescription, FinishedRun, WireContext } from '../dialect.ts';
import {
  anchor,
  blankAsAbsent,
  borrowedRequest,
  count,
  described,
  filled,
  instant,
  notAnObject,
  numberIn,
  optionalFlag,
  optionalText,
  pageField,
  questionField,
  quotes,
  ratio,
  replyOf,
  selectedField,
  toJsonSchema,
  UUID,
  uuid,
} from '../shared/fields.ts';
import { decodedAs, decodeWith, LIMITS } from '../shared/read-request.ts';
import {
  type CitedChunk,
  citedChunks,
  measured,
  ok,
  pageOrMarker,
  readerMessage,
  shownText,
  warningLines,
} from '../shared/replies.ts';
import { answerEndpoints } from '../shared/endpoints.ts';
import cancelledReply from './__fixtures__/ingest-cancelled/response.json' with { type: 'json' };
import partialReply from './__fixtures__/ingest-partial/response.json' with { type: 'json' };
import startRequest from './__fixtures__/ingest-queued/request.json' with { type: 'json' };
import queuedReply from './__fixtures__/ingest-queued/response.json' with { type: 'json' };
import runningReply from './__fixtures__/ingest-running/response.json' with { type: 'json' };
import answeredRequest from './__fixtures__/answered/request.json' with { type: 'json' };
import answeredReply from './__fixtures__/answered/response.json' with { type: 'json' };
import insufficientRequest from './__fixtures__/insufficient/request.json' with { type: 'json' };
import insufficientReply from './__fixtures__/insufficient/response.json' with { type: 'json' };
import selectionRequest from './__fixtures__/selection/request.json' with { type: 'json' };
import selectionReply from './__fixtures__/selection/response.json' with { type: 'json' };

const flag = blankAsAbsent(z.boolean('must be true or false').nullish().default(false));

/** All fields and the body itself are optional; unknown fields are ignored. */
const startSchema = z.object(
  {
    source: optionalText(LIMITS.url).describe('What to index; must be the source that the owner configured'),
    fresh: flag.describe('Read and embed every page again'),
    allow_shrink: flag.describe('Publish even where most pages have gone'),
  },
  { error: notAnObject('The body must be a JSON object, or be left out.') },
);

const text = z.string();
const pages = { added: count, changed: count, removed: count, unchanged: count, failed: count };

const jobReply = replyOf<[Job]>()({
  job_id: [uuid, ({ id }) => id],
  state: [
    z
      .enum(['queued', 'running', 'succeeded', 'partial', 'failed', 'cancelled'])
      .describe('`partial`: the new index is live, but some pages could not be read; `errors` says which'),
    ({ state }) => state,
  ],
  created_at: [instant, ({ createdAt }) => createdAt],
  started_at: [instant.nullable(), ({ startedAt }) => startedAt || null],
  ended_at: [instant.nullable(), ({ endedAt }) => endedAt || null],
  attempts: [
    count.describe('How often it was begun; above 1 when the server was restarted meanwhile'),
    ({ attempts }) => attempts,
  ],
  progress: [
    z.strictObject({ stage: text, done: count, total: count.nullable().describe('null while unknown') }),
    ({ progress: { stage, done, total } }) => ({ stage, done, total: total || null }),
  ],
  pages: [
    z.strictObject(pages).describe('Zero until the job has ended'),
    ({ pages: { added, changed, removed, unchanged, failed } }) => ({ added, changed, removed, unchanged, failed }),
  ],
  errors: [
    z
      .array(z.strictObject({ page: text, stage: text, error: text }))
      .describe('One for each page left out, at most 1,000'),
    ({ errors }) => errors.map(({ page, stage, error }) => ({ page, stage, error })),
  ],
  code: [text.nullable().describe('What ended a failed job; null otherwise'), ({ code }) => code || null],
  message: [text.nullable().describe('The same in words; null otherwise'), ({ message }) => message || null],
});

const ownerDescription = {
  tag: 'query',
  reply: () => toJsonSchema(jobReply.schema, 'output', 'IngestJob'),
  owner: true,
} as const satisfies Partial<EndpointDescription>;

const FAILURES = [
  'INVALID_REQUEST',
  'UNSUPPORTED',
  'TOKEN_MISSING',
  'TOKEN_REFUSED',
  // The list of jobs cannot be read or written.
  'STORE_BUSY',
  'UPSTREAM_FAILED',
  'TIMED_OUT',
] as const;

/** Starts a job that updates the index. */
export const startEndpoint: CallEndpoint<'job-start'> = {
  kind: 'job-start',
  method: 'POST',
  path: '/ingest',
  bodyOptional: true,
  description: {
    ...ownerDescription,
    operationId: 'startIngest',
    summary: 'Bring the index up to date',
    details: 'The body may be left out. One job runs at a time. `Location` is the address of the job.',
    request: () => toJsonSchema(startSchema, 'input', 'IngestRequest'),
    replyStatus: 202,
    failures: [...FAILURES, 'JOB_RUNNING'],
    examples: [{ name: 'Everything again', request: startRequest, reply: queuedReply.body }],
  },
  decode({ body }) {
    return decodeWith(startSchema, body ?? {}, ({ source, fresh, allow_shrink }) =>
      decodedAs({ job: { fresh: fresh ?? false, allowShrink: allow_shrink ?? false }, source }),
    );
  },
  encode: (job) => ({ status: 202, headers: { Location: `/ingest/${job.id}` }, body: jobReply.encode(job) }),
};

const jobBase = {
  path: '/ingest/{job}',
  decode({ params }) {
    const job = params['job'] ?? '';
    const message = '`job` in the path must be a UUID, such as the `job_id` that `POST /ingest` gave';
    return decodedAs({ jobId: job.toLowerCase() }, UUID.test(job) ? [] : [{ path: 'job', message }]);
  },
  encode: (job: Job) => ok(jobReply.encode(job)),
} as const satisfies Partial<CallEndpoint<'job'>>;

const jobDescribed = {
  ...ownerDescription,
  failures: [...FAILURES, 'JOB_NOT_FOUND'],
} as const satisfies Partial<EndpointDescription>;

export const jobEndpoint: CallEndpoint<'job'> = {
  ...jobBase,
  kind: 'job',
  method: 'GET',
  description: {
    ...jobDescribed,
    operationId: 'showIngest',
    summary: 'See how an indexing job goes',
    details: 'A page that cannot be read makes the job `partial` and never fails it.',
    examples: [
      { name: 'Under way', reply: runningReply.body },
      { name: 'Some pages left out', reply: partialReply.body },
    ],
  },
};

export const cancelEndpoint: CallEndpoint<'job-cancel'> = {
  ...jobBase,
  kind: 'job-cancel',
  method: 'DELETE',
  description: {
    ...jobDescribed,
    operationId: 'cancelIngest',
    summary: 'Cancel an indexing job',
    details: 'The live index stays as it is. A job that has ended stays as it ended.',
    examples: [{ name: 'Cancelled', reply: cancelledReply.body }],
  },
};

const request = borrowedRequest(
  {
    ...questionField(['query', 'query_text']),
    top_k: numberIn(1, 10, 'whole', 5).describe('Most passages to answer from'),
    ...selectedField(['selected_text', 'selected_text_constraint']),
    ...pageField(['filter_url', 'source_url_constraint']),
    stream: optionalFlag().describe('Answer as an event stream'),
  },
  ({ top_k: limit }, { question }) => ({ value: { question: { ...question, retrieval: { limit } } } }),
);

const source = replyOf<[CitedChunk, Answer]>()({
  url: [
    filled.describe('Address of the page; `selected_text` for a selection that stands nowhere here'),
    ({ url }) => pageOrMarker(url),
  ],
  title: [z.string(), ({ title }) => title],
  section: [filled, ({ heading }) => heading],
  score: [
    ratio
      .nullable()
      .describe(
        'Similarity of question and passage; 1 for a passage of a selection, which the reader chose; null where none was measured',
      ),
    ({ similarity }, { warnings }) => measured(similarity, warnings),
  ],
  chunk_id: [z.string(), ({ chunkId }) => chunkId],
  anchor: [anchor, (cited) => cited.anchor],
  quotes: [quotes, (cited) => [...cited.quotes]],
});

/** Contains nothing specific to one run, so equal answers give equal bytes. */
const reply = replyOf<[FinishedRun, Pick<WireContext, 'notes'>]>()({
  answer: [
    filled.describe(
      'Markdown; `[1]` is the first of `sources`. Without an answer it says so and names the nearest sections.',
    ),
    ({ answer }) => shownText(answer, 'chunk'),
  ],
  sources: [
    z
      .array(source.schema.meta(described('Source')))
      .describe('Cited passages in order of first use; empty when there is no answer'),
    ({ answer }) => citedChunks(answer.citations).map((cited) => source.encode(cited, answer)),
  ],
  message: [
    z.string().nullable().describe('What else the reader should know; null when there is nothing'),
    ({ answer }, { notes }) => readerMessage(answer, notes),
  ],
  outcome: [z.enum(['answered', 'insufficient', 'refused']), ({ answer }) => answer.outcome],
  warnings: [
    z.array(z.string()).describe('`code: text`'),
    ({ answer }, { notes }) => warningLines(notes, answer.warnings),
  ],
});

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
      request: () => toJsonSchema(request.schema, 'input', 'QueryRequest', 'query'),
      reply: () => toJsonSchema(reply.schema, 'output', 'QueryResponse'),
      examples: [
        { name: 'A question about one page', request: answeredRequest, reply: answeredReply.body },
        { name: 'A question about a selected passage', request: selectionRequest, reply: selectionReply.body },
        {
          name: 'A question that the pages do not answer',
          request: insufficientRequest,
          reply: insufficientReply.body,
        },
      ],
      decode: request.decode,
      encodeReply: reply.encode,
    }),
    startEndpoint,
    jobEndpoint,
    cancelEndpoint,
  ],
};
