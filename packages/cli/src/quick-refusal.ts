import { IbidError, type Spending } from '@ibid/core';

export interface QuickRefusalOptions {
  readonly spending: Spending;
  /** Milliseconds from any fixed point. */
  readonly now: () => number;
  /** A failure that took this long, in milliseconds, is one that others need not wait for too; default 1,000. */
  readonly slowMs?: number;
  /** Milliseconds from such a failure until the ledger is asked again; default 5,000. */
  readonly pauseMs?: number;
}

/**
 * A ledger that hangs keeps one question waiting, not all: after a call that failed slowly the next ones are refused at once for
 * a while, and then one alone tries again. What fails at once costs nobody time and is asked each time.
 */
export function quickRefusal({ spending, now, slowMs = 1_000, pauseMs = 5_000 }: QuickRefusalOptions): Spending {
  let failure: { readonly error: unknown; readonly until: number } | undefined;
  let isTrying = false;
  return {
    async reserve(request, call) {
      if (failure !== undefined && (isTrying || now() < failure.until)) throw refusal(failure.error);
      const isTrial = failure !== undefined;
      if (isTrial) isTrying = true;
      const from = now();
      try {
        const reservation = await spending.reserve(request, call);
        failure = undefined;
        return reservation;
      } catch (error) {
        const at = now();
        // Who left has not seen whether it fails.
        const isSlow = call?.signal?.aborted !== true && at - from >= slowMs;
        if (isSlow) failure = { error, until: at + pauseMs };
        else if (isTrial && call?.signal?.aborted !== true) failure = undefined;
        throw error;
      } finally {
        if (isTrial) isTrying = false;
      }
    },
  };
}

function refusal(cause: unknown): IbidError {
  return new IbidError('UPSTREAM_FAILED', 'The ledger did not answer a moment ago, so it is not asked just now', {
    retryable: true,
    cause,
  });
}
