import type { IbidError } from '@ibid/core';
import type { ErrorCode } from '@ibid/core/types';

/** An error passed from a worker, reduced to data that survive a structured clone. */
export interface Fault {
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryable: boolean;
  readonly details?: IbidError['details'];
}

const FAULT = Symbol('fault');

/** Creates an error to throw inside a worker, which does not load `IbidError` so that it starts fast. */
export function fault(code: ErrorCode, message: string, retryable = false, details: Fault['details'] = {}): Error {
  return Object.assign(new Error(message), { [FAULT]: { code, message, retryable, details } satisfies Fault });
}

/** The data given to `fault`; `undefined` for any other error. */
export function ownFault(error: unknown): Fault | undefined {
  return (error as { readonly [FAULT]?: Fault })[FAULT];
}
