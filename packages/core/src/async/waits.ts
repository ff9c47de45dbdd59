import { IbidError } from '../types/ibid-error.ts';

export interface RetryOptions {
  /** Attempts after the first. Default: any number. */
  readonly retries?: number;
  /** No attempt begins later than this many milliseconds after the first. Default: at any time. */
  readonly withinMs?: number;
  /** Longest wait after the first failure; doubled after each further one. Default 500. */
  readonly firstMs?: number;
  /** Default 30,000. A service may ask for a longer wait. */
  readonly longestMs?: number;
  /** Ends at once, without rejecting, when the signal aborts. Default: `setTimeout`. */
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** 0 inclusive to 1 exclusive; shortens a wait by up to a half. */
  readonly random: () => number;
  /** Ends a wait. The attempt that follows must then reject by itself. */
  readonly signal: AbortSignal;
}

/** A service that asks for a longer wait is reported, not waited for. */
const LONGEST_ASKED = 600_000;

/** Repeats the attempt while it rejects with a retryable `IbidError`, waiting longer each time, and as long as the service asks for. */
export async function withRetries<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { retries = Infinity, withinMs, sleep = sleepUntilAborted, signal } = options;
  const start = performance.now();
  for (let failures = 0; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      if (!IbidError.is(error) || !error.retryable || failures >= retries || signal.aborted) throw error;
      const asked = askedWait(error);
      const wait = waitAfter(failures, asked, options);
      const isTooLate = withinMs !== undefined && performance.now() + wait > start + withinMs;
      if (isTooLate || asked > (withinMs ?? LONGEST_ASKED)) throw error;
      await sleep(wait, signal);
    }
  }
}

/** Both attempts together, where there are two: two seconds, less what the rest of a search takes. */
const QUICK_MS = 1_900;

/**
 * For whom a reader waits: a retryable failure is tried once more, if that can end within two seconds from the beginning; a timeout never
 * is, for the next attempt would take as long. So it all takes as long as one attempt may, or two seconds where that is more.
 */
export async function quicklyAgain<T>(attempt: (signal: AbortSignal) => Promise<T>, options: RetryOptions): Promise<T> {
  const { retries = 1, sleep = sleepUntilAborted, signal } = options;
  const over = new AbortController();
  const ended = new AbortController();
  void sleep(QUICK_MS, ended.signal).then(() => over.abort());
  try {
    return await attempt(signal).catch(async (error: unknown) => {
      signal.throwIfAborted();
      if (over.signal.aborted || retries < 1 || !mayPass(error)) throw error;
      const either = AbortSignal.any([signal, over.signal]);
      const wait = waitAfter(0, askedWait(error), options);
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
  return askedWait(error) < QUICK_MS;
}

function askedWait({ details }: IbidError): number {
  return Number(details['retryAfterMs']) || 0;
}

/** Milliseconds to wait after a failure that `failures` others preceded. `asked` is the least wait, lengthened at random by up to a tenth. */
function waitAfter(
  failures: number,
  asked: number,
  { firstMs = 500, longestMs = 30_000, random }: RetryOptions,
): number {
  const spread = random();
  const own = Math.min(longestMs, firstMs * 2 ** failures) * (1 - spread / 2);
  return Math.max(own, asked * (1 + spread / 10));
}

/** Resolves after these milliseconds, or as soon as the signal is aborted. */
export function sleepUntilAborted(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timeout);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timeout = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
  });
}

/** Settles as the promise does, or rejects with the signal's reason as soon as it is aborted. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** Resolves in a later turn of the event loop, so that others get theirs within long work. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
