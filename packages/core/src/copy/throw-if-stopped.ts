import { IbidError } from '../types/ibid-error.ts';

/** Throws `ABORTED` once the signal has fired. */
export function throwIfStopped(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  throw new IbidError('ABORTED', 'Copying was stopped; run it again to go on where it stopped.', {
    retryable: true,
    cause: signal.reason,
  });
}
