/** What the thread is started with. */
export interface ModelSetup {
  /** Specifier of the library. */
  readonly library: string;
  readonly model: string;
  /** Where models lie, each below its name. */
  readonly folder: string;
  readonly download: boolean;
  readonly pooling: 'mean' | 'cls';
  readonly precision: string;
}

export type ModelRequest =
  | { readonly type: 'embed'; readonly id: number; readonly texts: readonly string[] }
  /** Nobody waits for it any more. */
  | { readonly type: 'drop'; readonly id: number }
  | { readonly type: 'close' };

export type ModelReply =
  | { readonly id: number; readonly vectors: readonly Float32Array[] }
  | { readonly id: number; readonly fault: ModelFailure };

/** An `IbidError` on its way between threads. */
export interface ModelFailure {
  readonly code: 'INVALID_CONFIG' | 'UPSTREAM_FAILED';
  readonly message: string;
  readonly details: Readonly<Record<string, string | number | boolean>>;
}
