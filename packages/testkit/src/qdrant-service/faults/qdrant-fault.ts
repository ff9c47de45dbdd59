/** Ways in which a Qdrant server, or what stands before it, goes wrong. */
export type QdrantFault =
  /** Never answers. */
  | { readonly kind: 'hang' }
  /** Answers well, so many milliseconds late. */
  | { readonly kind: 'slow'; readonly ms: number }
  /** 429; with `Retry-After` in seconds where given. */
  | { readonly kind: 'rate-limit'; readonly retryAfter?: number }
  /** 503, as while a shard is being recovered. */
  | { readonly kind: 'unavailable' }
  /** 500. */
  | { readonly kind: 'broken' }
  /** The HTML page of a gateway, with status 502 unless given. */
  | { readonly kind: 'gateway'; readonly status?: number }
  /** 200, and no JSON. */
  | { readonly kind: 'garbage' }
  /** 200, and JSON of another shape. */
  | { readonly kind: 'other-shape' }
  /** Applies the first half of the points that an upsert brings, or of the ids that another write names, then 500. */
  | { readonly kind: 'half-applied' }
  /** Applies, then cuts the connection without a reply. */
  | { readonly kind: 'reply-lost' }
  /** Cuts the connection before anything is done. */
  | { readonly kind: 'dropped' }
  /** Applies, then cuts the connection in the middle of the reply. */
  | { readonly kind: 'cut-reply' }
  /** `GET /` says so. */
  | { readonly kind: 'version'; readonly version: string }
  /** 202 at once, and applies later. */
  | { readonly kind: 'accepted' }
  /** 200 that says `wait_timeout`, and applies later. */
  | { readonly kind: 'wait-timeout' };

/** What of a request a plan may decide by. */
export interface FaultedRequest {
  readonly method: string;
  readonly route: string;
  readonly path: string;
  readonly body: unknown;
}

export type QdrantFaultPlan = QdrantFault & {
  /** All unless given. */
  readonly on?: string | ((request: FaultedRequest) => boolean);
  /** @default 1 */
  readonly times?: number;
};
