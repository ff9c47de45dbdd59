/** Dialect of the book index: questions, answered from the most similar passages or strictly from a selection, and the jobs that index the book. */
import type { Dialect } from '../dialect.ts';
import { cancelEndpoint, jobEndpoint, startEndpoint } from './jobs.ts';
import { questionEndpoints } from './question.ts';

export const queryDialect: Dialect = {
  name: 'query',
  endpoints: [...questionEndpoints, startEndpoint, jobEndpoint, cancelEndpoint],
};
