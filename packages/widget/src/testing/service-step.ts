/** One step of a scripted reply. Without `status` first, a stream is opened with 200 before the first bytes. */
export type ServiceStep =
  /** One frame of the stream. */
  | { readonly do: 'event'; readonly name: string; readonly data: unknown }
  /** Bytes of the body as they are: comments, broken frames, half characters. */
  | { readonly do: 'write'; readonly bytes: string | Uint8Array }
  | { readonly do: 'wait'; readonly ms: number }
  /** Until `release()`; one call lets one step pass. */
  | { readonly do: 'hold' }
  /** Resets the connection. */
  | { readonly do: 'cut' }
  /** Answers with this head, and with `body` ends the reply. `body` that is no string is sent as JSON. */
  | {
      readonly do: 'status';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
    };

export type ServiceScript = readonly ServiceStep[];
