import type { ErrorCode } from '@ibid/core/types';

/** An error passed from a worker, reduced to data that survive a structured clone. */
export interface Fault {
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryable: boolean;
}

const FAULT = Symbol('fault');

/** Creates an error to throw inside a worker, which does not load `IbidError` so that it starts fast. */
export function fault(code: ErrorCode, message: string, retryable = false): Error {
  return Object.assign(new Error(message), { [FAULT]: { code, message, retryable } satisfies Fault });
}

/** The data given to `fault`; `undefined` for any other error. */
export function ownFault(error: unknown): Fault | undefined {
  return (error as { readonly [FAULT]?: Fault })[FAULT];
}
