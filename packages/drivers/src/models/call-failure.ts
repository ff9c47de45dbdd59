import type { ModelFault } from '@ibid/core';

/** Why one call of a model gave no reply. Nothing in it was written by the service or by a reader. */
export interface CallFailure {
  readonly fault: ModelFault;
  /** For the owner's log: what failed and what to do. */
  readonly message: string;
  /** Whether the same call may go well a moment later. */
  readonly isRetryable: boolean;
  /** `always`: only the owner can mend it. `new`: the same, unless the model has answered before, when it is this one request that displeases. */
  readonly isConfiguration: 'no' | 'new' | 'always';
  /** Whether the tools that were offered may be all that displeased. */
  readonly mayBeTools: boolean;
  /** Whether it says something about the health of the service. */
  readonly countsAgainst: boolean;
  /** Whether the service certainly has done nothing that costs. */
  readonly isFree: boolean;
  readonly retryAfterMs: number | undefined;
  /** Of the reply, where there was one. */
  readonly status: number | undefined;
}

const FAILURE = Symbol('call failure');

const PLAIN: Omit<CallFailure, 'fault' | 'message'> = {
  isRetryable: false,
  isConfiguration: 'no',
  mayBeTools: false,
  countsAgainst: true,
  isFree: false,
  retryAfterMs: undefined,
  status: undefined,
};

export function callFailure(
  fault: ModelFault,
  message: string,
  more: Partial<Omit<CallFailure, 'fault' | 'message'>> = {},
): CallFailure {
  return { ...PLAIN, ...more, fault, message };
}

/** For ways that can only be left by throwing; `thrownFailure` finds it again below whatever was wrapped around it. */
export function throwable(failure: CallFailure): Error {
  return Object.assign(new Error(failure.message), { [FAILURE]: failure });
}

export function thrownFailure(error: unknown): CallFailure | undefined {
  return causes(error)
    .map((cause) => cause[FAILURE] as CallFailure | undefined)
    .find((failure) => failure !== undefined);
}

const DEEPEST = 8;

/** The error and what caused it, outermost first. */
export function causes(error: unknown): readonly Readonly<Record<PropertyKey, unknown>>[] {
  const found: Record<PropertyKey, unknown>[] = [];
  for (let at = error; typeof at === 'object' && at !== null && found.length < DEEPEST;) {
    const cause = at as Record<PropertyKey, unknown>;
    found.push(cause);
    at = cause['cause'];
  }
  return found;
}
