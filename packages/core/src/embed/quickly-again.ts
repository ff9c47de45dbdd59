import { IbidError } from '../types/ibid-error.ts';
import { untilAborted } from './until-aborted.ts';
import { waitAfter } from './wait-after.ts';
import type { RetryOptions } from './with-retries.ts';

/** Both attempts together, where there are two: two seconds, less what the rest of a search takes. */
const QUICK_MS = 1_900;

/**
 * For whom a reader waits: a retryable failure is tried once more, if that can end within two seconds from the beginning; a timeout never
 * is, for the next attempt would take as long. So it all takes as long as one attempt may, or two seconds where that is more.
 */
export async function quicklyAgain<T>(
  attempt: (signal: AbortSignal) => Promise<T>,
  { retries, sleep, random, signal }: RetryOptions,
): Promise<T> {
  const over = new AbortController();
  const ended = new AbortController();
  void sleep(QUICK_MS, ended.signal).then(() => over.abort());
  try {
    return await attempt(signal).catch(async (error: unknown) => {
      signal.throwIfAborted();
      if (over.signal.aborted || retries < 1 || !mayPass(error)) throw error;
      const either = AbortSignal.any([signal, over.signal]);
      const wait = waitAfter(0, error.details['retryAfterMs'], random());
      try {
        await untilAborted(sleep(wait, either), either);
        return await untilAborted(attempt(either), either);
      } catch (again) {
        signal.throwIfAborted();
        throw over.signal.aborted ? error : again;
      }
    });
  } finally {
    ended.abort();
  }
}

function mayPass(error: unknown): error is IbidError {
  if (!IbidError.is(error) || !error.retryable || error.code === 'TIMED_OUT') return false;
  const asked = error.details['retryAfterMs'];
  return typeof asked !== 'number' || asked < QUICK_MS;
}
