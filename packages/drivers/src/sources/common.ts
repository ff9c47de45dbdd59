import { IbidError } from '@ibid/core';

/** `CLOSED` for a source that was closed. */
export function requireOpen(closed: boolean): void {
  if (closed) throw new IbidError('CLOSED', 'The source is closed; open a new one.');
}

/** `ABORTED` once the signal is. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new IbidError('ABORTED', 'Reading was aborted.', { cause: signal.reason });
}

/** A percent-encoded part of an address; as it is where it cannot be decoded. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
