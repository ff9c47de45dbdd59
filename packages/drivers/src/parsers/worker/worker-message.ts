import type { RawPage } from '@ibid/core';

export interface WorkerRequest {
  readonly payload: unknown;
}

/** `ready` comes once, before anything else; then one reply for each request, in order. */
export type WorkerReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly reason: string };

export type ParseJob =
  | { readonly kind: 'page'; readonly raw: RawPage }
  | { readonly kind: 'links'; readonly html: string; readonly url: string };
