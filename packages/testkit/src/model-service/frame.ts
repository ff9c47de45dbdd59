import { bytesOf, type WireStep } from './wire-step.ts';

/** One event of a stream, before it is bytes. A fault of a stream is a change of a list of these. */
export interface Frame {
  /** `open`: before the content; `delta`: content; `close`: repeats of the whole; `end`: why it ended; `done`: `[DONE]`. */
  readonly part: 'open' | 'delta' | 'close' | 'end' | 'usage' | 'done';
  /** Responses name their events; Chat Completions do not. */
  readonly event: string | undefined;
  /** Sent as JSON; a string as it is. */
  readonly data: unknown;
  /** Output tokens that are billed once it is sent. */
  readonly tokens: number;
}

export function frameText({ event, data }: Frame): string {
  const name = event === undefined ? '' : `event: ${event}\n`;
  return `${name}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}

export function frameStep(frame: Frame): WireStep {
  return { do: 'write', bytes: bytesOf(frameText(frame)), tokens: frame.tokens };
}

/** Shares of `total` for each piece, by length; whole numbers that add up to it. */
export function tokenShares(pieces: readonly string[], total: number): readonly number[] {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  let read = 0;
  let given = 0;
  return pieces.map((piece) => {
    read += piece.length;
    const upTo = length === 0 ? 0 : Math.round((total * read) / length);
    const share = upTo - given;
    given = upTo;
    return share;
  });
}
