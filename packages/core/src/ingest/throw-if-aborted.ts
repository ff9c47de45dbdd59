import { IbidError } from '../types/ibid-error.ts';

/** Throws `ABORTED` once the signal has fired. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) {
    throw new IbidError('ABORTED', 'Indexing was stopped; run it again to go on where it stopped.', {
      retryable: true,
      cause: signal.reason,
    });
  }
}
