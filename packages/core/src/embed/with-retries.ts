import { IbidError } from '../spec/ibid-error.ts';
import { untilAborted } from './until-aborted.ts';

export interface RetryOptions {
  /** Attempts after the first. */
  readonly retries: number;
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** 0 inclusive to 1 exclusive. */
  readonly random: () => number;
  readonly signal: AbortSignal;
  /** A service that asks for a longer wait is reported, not waited for. Ten minutes unless given. */
  readonly longestAsked?: number;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;
const LONGEST_ASKED = 600_000;

/**
 * Repeats the attempt while it rejects with a retryable `IbidError`. Waits double from half a second to half a minute, each shortened at
 * random by up to a half; a number in `details.retryAfterMs` is the least wait, lengthened at random by up to a tenth.
 */
export async function withRetries<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      options.signal.throwIfAborted();
      if (!IbidError.is(error) || !error.retryable || failures >= options.retries) throw error;
      const asked = error.details['retryAfterMs'];
      if (typeof asked === 'number' && asked > (options.longestAsked ?? LONGEST_ASKED)) throw error;
      await untilAborted(options.sleep(waitAfter(failures, asked, options.random()), options.signal), options.signal);
    }
  }
}

function waitAfter(failures: number, asked: unknown, random: number): number {
  const own = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures) * (1 - random / 2);
  return typeof asked === 'number' && asked > 0 ? Math.max(own, asked * (1 + random / 10)) : own;
}
