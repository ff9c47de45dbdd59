import { IbidError } from '../types/ibid-error.ts';
import { untilAborted } from './until-aborted.ts';
import { waitAfter } from './wait-after.ts';

export interface RetryOptions {
  /** Attempts after the first. */
  readonly retries: number;
  /** May return early when the signal aborts. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** 0 inclusive to 1 exclusive. */
  readonly random: () => number;
  readonly signal: AbortSignal;
}

/** A service that asks for a longer wait is reported, not waited for. */
const LONGEST_ASKED = 600_000;

/** Repeats the attempt while it rejects with a retryable `IbidError`, waiting longer each time, and as long as the service asks for. */
export async function withRetries<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      options.signal.throwIfAborted();
      if (!IbidError.is(error) || !error.retryable || failures >= options.retries) throw error;
      const asked = error.details['retryAfterMs'];
      if (typeof asked === 'number' && asked > LONGEST_ASKED) throw error;
      await untilAborted(options.sleep(waitAfter(failures, asked, options.random()), options.signal), options.signal);
    }
  }
}
