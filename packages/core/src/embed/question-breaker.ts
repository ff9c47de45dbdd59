/**
 * Spares readers the wait for a service that is down: after three failures in a row, questions are told so at once for half a minute. Then
 * one failure more is enough for the next half minute.
 */
import { IbidError } from '../types/ibid-error.ts';
import type { RetryOptions } from './with-retries.ts';

export interface QuestionBreaker {
  /** Throws what failed last while it is open. */
  check(): void;
  succeeded(): void;
  /** Counts what may pass by itself; anything else is no sign of an outage. */
  failed(error: unknown): void;
}

const FAILURES = 3;
const REST_MS = 30_000;

/** `sleep` measures the rest; aborting `signal` ends it. */
export function questionBreaker(sleep: RetryOptions['sleep'], signal: AbortSignal): QuestionBreaker {
  let failures = 0;
  let reason: IbidError | undefined;
  async function rest(): Promise<void> {
    await sleep(REST_MS, signal);
    reason = undefined;
    failures = FAILURES - 1;
  }
  return {
    check() {
      if (reason !== undefined) throw reason;
    },
    succeeded() {
      failures = 0;
    },
    failed(error) {
      if (!IbidError.is(error) || !error.retryable) return;
      failures += 1;
      if (failures < FAILURES || reason !== undefined) return;
      reason = error;
      void rest();
    },
  };
}
