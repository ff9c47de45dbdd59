import { IbidError } from '@ibid/core';

export interface Patience {
  /** Milliseconds from the first attempt on, after which no further one begins or goes on. */
  readonly total: number;
  /** Milliseconds on a clock that never goes back. */
  readonly now: () => number;
  /** Returns early when the next attempt would be stopped anyway. */
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** 0 inclusive to 1 exclusive. */
  readonly random: () => number;
}

const FIRST_WAIT = 100;
const LONGEST_WAIT = 2_000;

/**
 * Repeats the attempt while it rejects for a passing reason and there is time, waiting longer each time and at least as long as the
 * server asks for. Rejects with the last failure: at once when a further wait would outlast the time, so that nobody waits for nothing.
 * The attempt is given the milliseconds it may take; the first one may take its time.
 */
export async function repeatWhileUseful<T>(
  attempt: (left: number) => Promise<T>,
  { total, now, sleep, random }: Patience,
): Promise<T> {
  const end = now() + total;
  for (let failures = 0; ; failures++) {
    try {
      return await attempt(failures === 0 ? Number.POSITIVE_INFINITY : Math.max(1, end - now()));
    } catch (error) {
      if (!IbidError.is(error) || !error.retryable || error.details['repeat'] === false) throw error;
      const own = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures) * (1 - random() / 2);
      const asked = error.details['retryAfterMs'];
      const wait = typeof asked === 'number' ? Math.max(own, asked * (1 + random() / 10)) : own;
      if (now() + wait >= end) throw error;
      await sleep(wait);
    }
  }
}
