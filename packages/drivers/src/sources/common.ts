import { IbidError } from '@ibid/core';
import type { RawPage } from '@ibid/core/types';

/** Throws `CLOSED` if the source is closed. */
export function requireOpen(closed: boolean): void {
  if (closed) throw new IbidError('CLOSED', 'The source is closed; open a new one.');
}

/** Throws `ABORTED` if the signal is aborted. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new IbidError('ABORTED', 'Reading was aborted.', { cause: signal.reason });
}

/** Decodes a percent-encoded part of an address; returns it unchanged if it is invalid. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A page of built HTML, whose facets are in its text. */
export function htmlPage(url: string, body: string, sourceFile: string, module: string): RawPage {
  return { url, format: 'html', body, sourceFile, title: '', imports: {}, locale: '', version: '', module };
}
