import type { AskedScope, Exchange } from './exchange.ts';

/** A question on its way, nothing of whose answer has come. */
export function newExchange(asked: {
  readonly id: string;
  readonly question: string;
  readonly scope: AskedScope;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  readonly askedOn?: string | undefined;
  readonly exact?: boolean | undefined;
}): Exchange {
  return {
    ...asked,
    state: 'loading',
    requestId: '',
    statements: [],
    excerpts: [],
    citations: [],
    nearest: [],
    closest: [],
    corrected: [],
    message: '',
    warnings: [],
    withheld: 0,
    fault: '',
    failure: undefined,
    feedback: undefined,
  };
}
