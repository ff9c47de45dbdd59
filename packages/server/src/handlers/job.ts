import type { Job } from '@ibid/core/types';
import type { JobEndpoint, JobStartEndpoint } from '@ibid/wire';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { AppOptions, IngestOptions } from '../app-options.ts';
import { type EndpointCall, openCall, overLimit, toResponse } from '../call.ts';

/** Starts, reads and cancels indexing jobs. Requires the owner's token. */
export function jobHandler(
  options: AppOptions,
): (endpoint: JobStartEndpoint | JobEndpoint, call: EndpointCall) => Promise<Response> {
  return async (endpoint, { admit, ...call }) => {
    const opened = openCall(options, endpoint, call);
    const { ingest, ownerToken } = options;
    const authorization = call.request.headers.get('authorization');
    if (ownerToken === undefined) {
      const message = 'Indexing over HTTP is off: the owner of this server has set no token.';
      return opened.fail({ code: 'TOKEN_REFUSED', message });
    }
    if (authorization === null) return opened.fail({ code: 'TOKEN_MISSING', message: '' });
    if (!isOwner(authorization, ownerToken)) {
      const allowance = admit?.();
      const isOver = allowance !== undefined && allowance.waitSeconds > 0;
      return opened.fail(isOver ? overLimit(allowance) : { code: 'TOKEN_REFUSED', message: '' });
    }
    if (ingest === undefined) {
      return opened.fail({ code: 'UNSUPPORTED', message: 'This server was started without a source to index.' });
    }
    try {
      if (endpoint.kind === 'job-start') return await start(endpoint, ingest, opened);
      const decoded = await opened.decode((wire) => endpoint.decode(wire));
      if (decoded.kind === 'failed') return decoded.response;
      const { jobId } = decoded.value;
      const job: Job | undefined = await (endpoint.kind === 'job' ? ingest.jobs.get(jobId) : ingest.jobs.cancel(jobId));
      return job === undefined
        ? opened.fail({ code: 'JOB_NOT_FOUND', message: '' })
        : toResponse(endpoint.encodeJob(job, decoded.context));
    } catch (error) {
      return opened.failWith(error);
    }
  };
}

async function start(
  endpoint: JobStartEndpoint,
  { jobs, source }: IngestOptions,
  opened: ReturnType<typeof openCall>,
): Promise<Response> {
  const decoded = await opened.decode((wire) => endpoint.decode(wire));
  if (decoded.kind === 'failed') return decoded.response;
  const wanted = decoded.value.source;
  if (wanted !== undefined && wanted !== source) {
    const message = '`source` is not the one that the owner of this server has configured; leave it out.';
    return opened.fail({ code: 'INVALID_REQUEST', message, issues: [{ path: 'source', message }] });
  }
  const started = await jobs.start(decoded.value.job);
  if (started.kind === 'started') return toResponse(endpoint.encodeJob(started.job, decoded.context));
  const message = `The job \`${started.job.id}\` is ${started.job.state}; wait for its end, or cancel it.`;
  return opened.fail({ code: 'JOB_RUNNING', message });
}

/** Returns true if an `Authorization` header has the owner's token. Compares in constant time. */
export function isOwner(authorization: string, token: string): boolean {
  const given = /^Bearer +(\S+) *$/iu.exec(authorization)?.[1] ?? '';
  return timingSafeEqual(digest(given), digest(token)) && given !== '';
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
