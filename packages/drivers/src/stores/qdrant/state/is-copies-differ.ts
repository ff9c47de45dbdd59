import { IbidError } from '@ibid/core';

/** Whether a look at the state failed with `copiesDiffer`. */
export function isCopiesDiffer(error: unknown): boolean {
  return IbidError.is(error, 'UPSTREAM_FAILED') && error.details['copies'] === 'differ';
}
