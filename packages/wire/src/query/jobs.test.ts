import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Job } from '@ibid/core/types';
import { describe, expect, it } from 'vitest';
import type { WireRequest } from '../dialect.ts';
import { testContext } from '../testing/test-context.ts';
import { replySchemaOf } from '../testing/endpoint-parts.ts';
import { cancelEndpoint, jobEndpoint, startEndpoint } from './codec.ts';

const folder = join(import.meta.dirname, '__fixtures__');
const STATES = ['cancelled', 'failed', 'partial', 'queued', 'running', 'succeeded'];
const cases = readdirSync(folder).filter((name) => name.startsWith('ingest-'));

function request(parts: Partial<WireRequest>): WireRequest {
  return { query: new URLSearchParams(), params: {}, body: undefined, ...parts };
}

function jobOf(name: string): Job {
  return JSON.parse(readFileSync(join(folder, name, 'job.json'), 'utf8')) as Job;
}

describe('indexing jobs', () => {
  it('are recorded in every state', () => {
    expect(cases.map((name) => jobOf(name).state).sort()).toEqual(STATES);
  });

  it.each(cases)('%s stays as recorded', async (name) => {
    const job = jobOf(name);
    const endpoint = { queued: startEndpoint, cancelled: cancelEndpoint }[job.state as 'queued'];
    const reply = (endpoint ?? jobEndpoint).encode(job, testContext());
    expect(replySchemaOf(jobEndpoint).parse(reply.body)).toEqual(reply.body);
    await expect(`${JSON.stringify(reply, null, 2)}\n`).toMatchFileSnapshot(join(folder, name, 'response.json'));
  });

  it('start with 202 and `Location`, and are returned with 200', () => {
    const job = jobOf('ingest-queued');
    expect(startEndpoint.encode(job, testContext())).toMatchObject({
      status: 202,
      headers: { Location: `/ingest/${job.id}` },
    });
    expect(jobEndpoint.encode(job, testContext())).toMatchObject({ status: 200, headers: {} });
  });
});

describe('requests for indexing', () => {
  const usual = { kind: 'ok', value: { job: { fresh: false, allowShrink: false }, source: undefined } };

  it.each([
    [undefined],
    [null],
    [{}],
    [{ source: null, fresh: null, allow_shrink: null }],
    [{ source: ' ' }],
    [{ other: 1 }],
  ])('decodes %j as the default job (R3)', (body) => {
    expect(startEndpoint.decode(request({ body }))).toMatchObject(usual);
  });

  it('decodes source and options', () => {
    const body = { source: ' docs ', fresh: true, allow_shrink: true };
    expect(startEndpoint.decode(request({ body }))).toMatchObject({
      value: { job: { fresh: true, allowShrink: true }, source: 'docs' },
    });
  });

  it.each<[string, unknown, string]>([
    ['a list', [], 'The body must be a JSON object, or be left out.'],
    ['a word', 'docs', 'The body must be a JSON object, or be left out.'],
    ['a word for yes', { fresh: 'true' }, '`fresh` must be true or false'],
    ['a number for yes', { allow_shrink: 1 }, '`allow_shrink` must be true or false'],
    ['a list of sources', { source: ['docs'] }, '`source` must be a string'],
    ['a long source', { source: 'x'.repeat(2001) }, '`source` must have at most 2000 characters'],
  ])('refuses %s', (_, body, message) => {
    expect(startEndpoint.decode(request({ body }))).toMatchObject({ kind: 'invalid', issues: [{ message }] });
  });

  it('reads the job id in lower case', () => {
    const job = '0B0F3C1E-4d0e-4c8a-9f57-2f8f0c5d7a11';
    expect(jobEndpoint.decode(request({ params: { job } }))).toMatchObject({
      value: { jobId: job.toLowerCase() },
    });
  });

  it.each([
    [undefined],
    [''],
    ['1'],
    ['../ready'],
    ['0b0f3c1e4d0e4c8a9f572f8f0c5d7a11'],
    ['x0b0f3c1e-4d0e-4c8a-9f57-2f8f0c5d7a11'],
  ])('refuses %j as a job', (job) => {
    const params: Record<string, string> = job === undefined ? {} : { job };
    expect(cancelEndpoint.decode(request({ params }))).toEqual({
      kind: 'invalid',
      issues: [
        { path: 'job', message: '`job` in the path must be a UUID, such as the `job_id` that `POST /ingest` gave' },
      ],
    });
  });
});
