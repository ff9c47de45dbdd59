/**
 * The book index (contract C4): questions to the book, answered from its most similar passages or strictly from a selection,
 * and the jobs that index it.
 */
import type { Dialect } from '../dialect.ts';
import { ingestEndpoint, jobEndpoint } from './ingest-endpoints.ts';
import { questionEndpoint } from './question-endpoint.ts';

export const queryDialect: Dialect = {
  name: 'query',
  endpoints: [
    questionEndpoint('/query', undefined),
    questionEndpoint('/query/stream', true),
    ingestEndpoint,
    jobEndpoint('job'),
    jobEndpoint('job-cancel'),
  ],
  drops: ['statements', 'nearest', 'history', 'passages', 'confidence'],
};
