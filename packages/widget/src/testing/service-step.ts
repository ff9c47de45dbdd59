/** One step of a scripted reply. Unless `status` comes first, the stream is opened with 200 before the first bytes. */
export type ServiceStep =
  /** One frame of the stream. */
  | { readonly do: 'event'; readonly name: string; readonly data: unknown }
  /** Bytes of the body, unchanged: comments, broken frames, half characters. */
  | { readonly do: 'write'; readonly bytes: string | Uint8Array }
  | { readonly do: 'wait'; readonly ms: number }
  /** Waits for `release()`; each call continues one step. */
  | { readonly do: 'hold' }
  /** Resets the connection. */
  | { readonly do: 'cut' }
  /** Sends this status and headers; with `body` the reply ends. A `body` that is not a string is sent as JSON. */
  | {
      readonly do: 'status';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
    };

export type ServiceScript = readonly ServiceStep[];
