import type { FailureCode } from '../dialect.ts';

/** How a question can fail at any endpoint that searches the index for it. */
export const RUN_FAILURES: readonly FailureCode[] = [
  'INVALID_REQUEST',
  'RATE_LIMITED',
  'NOT_INDEXED',
  'INDEX_MISMATCH',
  'INDEX_DAMAGED',
  'STORE_BUSY',
  'UPSTREAM_FAILED',
  'TIMED_OUT',
];
