import type { ErrorCode } from '@ibid/core/types';

/** An error as it crosses from a worker: only what survives a structured clone. */
export interface Fault {
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryable: boolean;
}

const FAULT = Symbol('fault');

/** An error to throw inside a worker, where `IbidError` is not loaded so that the worker starts fast. */
export function fault(code: ErrorCode, message: string, retryable = false): Error {
  return Object.assign(new Error(message), { [FAULT]: { code, message, retryable } satisfies Fault });
}

/** What `fault` was given; `undefined` for any other error. */
export function ownFault(error: unknown): Fault | undefined {
  return (error as { readonly [FAULT]?: Fault })[FAULT];
}
