import type { EndpointDescription, JobEndpoint, JobStartEndpoint } from '../dialect.ts';
import { encodeFailure } from '../shared/encode-failure.ts';
import { toJsonSchema } from '../shared/to-json-schema.ts';
import cancelledReply from './__fixtures__/ingest-cancelled/response.json' with { type: 'json' };
import partialReply from './__fixtures__/ingest-partial/response.json' with { type: 'json' };
import startRequest from './__fixtures__/ingest-queued/request.json' with { type: 'json' };
import queuedReply from './__fixtures__/ingest-queued/response.json' with { type: 'json' };
import runningReply from './__fixtures__/ingest-running/response.json' with { type: 'json' };
import { decodeIngest } from './decode-ingest.ts';
import { decodeJob } from './decode-job.ts';
import { encodeJob } from './encode-job.ts';
import { ingestSchema } from './ingest-schema.ts';
import { jobSchema } from './job-schema.ts';

const described = {
  tag: 'query',
  reply: () => toJsonSchema(jobSchema, 'output'),
  streams: 'never',
  owner: true,
} as const satisfies Partial<EndpointDescription>;

/** The list of jobs cannot be read or written. */
const STORE_FAILURES = ['STORE_BUSY', 'UPSTREAM_FAILED'] as const;

/** Starts a job that brings the index up to date. */
export const ingestEndpoint: JobStartEndpoint = {
  kind: 'job-start',
  method: 'POST',
  path: '/ingest',
  bodyOptional: true,
  description: {
    ...described,
    operationId: 'startIngest',
    summary: 'Bring the index up to date',
    details: 'The body may be left out. One job runs at a time. `Location` is the address of the job.',
    request: () => toJsonSchema(ingestSchema, 'input'),
    replyStatus: 202,
    failures: ['INVALID_REQUEST', 'UNSUPPORTED', 'TOKEN_MISSING', 'TOKEN_REFUSED', 'JOB_RUNNING', ...STORE_FAILURES],
    examples: [{ name: 'Everything anew', request: startRequest, reply: queuedReply.body }],
  },
  decode: decodeIngest,
  encodeJob: (job) => ({ status: 202, headers: { Location: `/ingest/${job.id}` }, body: encodeJob(job) }),
  encodeFailure,
};

/** Shows a job, or cancels it. */
export function jobEndpoint(kind: JobEndpoint['kind']): JobEndpoint {
  const cancels = kind === 'job-cancel';
  return {
    kind,
    method: cancels ? 'DELETE' : 'GET',
    path: '/ingest/{job}',
    description: {
      ...described,
      operationId: cancels ? 'cancelIngest' : 'showIngest',
      summary: cancels ? 'Cancel an indexing job' : 'See how an indexing job goes',
      details: cancels
        ? 'The index on show stays as it is. A job that has ended stays as it ended.'
        : 'A page that cannot be read makes the job `partial` and never fails it.',
      request: undefined,
      replyStatus: 200,
      failures: [
        'INVALID_REQUEST',
        'UNSUPPORTED',
        'TOKEN_MISSING',
        'TOKEN_REFUSED',
        'JOB_NOT_FOUND',
        ...STORE_FAILURES,
      ],
      examples: cancels
        ? [{ name: 'Cancelled', request: undefined, reply: cancelledReply.body }]
        : [
            { name: 'Under way', request: undefined, reply: runningReply.body },
            { name: 'Some pages left out', request: undefined, reply: partialReply.body },
          ],
    },
    decode: decodeJob,
    encodeJob: (job) => ({ status: 200, headers: {}, body: encodeJob(job) }),
    encodeFailure,
  };
}
