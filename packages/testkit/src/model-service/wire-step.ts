/** One thing that is done to a client's connection. A reply is a list of them, so that a fault is a change of the list. */
export type WireStep =
  /** Status line and headers go out at once. `content-length` chooses the framing; chunked without. */
  | { readonly do: 'head'; readonly status: number; readonly headers: Readonly<Record<string, string>> }
  /** `tokens` are billed as output when the bytes are written. */
  | { readonly do: 'write'; readonly bytes: Uint8Array; readonly tokens?: number }
  | { readonly do: 'wait'; readonly ms: number }
  /** Writes the bytes again and again, until the client leaves or the reply's time is over. */
  | { readonly do: 'repeat'; readonly bytes: Uint8Array; readonly everyMs: number; readonly tokens?: number }
  /** Says nothing more, until the client leaves or the reply's time is over. */
  | { readonly do: 'hang' }
  /** Ends the body as HTTP has it. */
  | { readonly do: 'end' }
  /** Ends the connection (FIN) without ending the body. */
  | { readonly do: 'cut' }
  /** Resets the connection (RST), a moment after what was written. */
  | { readonly do: 'reset' };

const encoder = new TextEncoder();

export const bytesOf = (text: string): Uint8Array => encoder.encode(text);
