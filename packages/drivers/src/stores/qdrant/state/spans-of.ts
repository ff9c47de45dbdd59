/** Milliseconds for which the writer's place is believed in. */
export interface Spans {
  /** A holder that could not raise its counter for so long stops writing. */
  readonly trustMs: number;
  /** A contender waits so long for a counter that stands still; longer than `trustMs`. */
  readonly patienceMs: number;
}

/** What a holder may need beyond its requests before it stops, and a contender beyond that: timers and clocks that run a little apart. */
const SLACK_MS = 2_000;
const LEAD_MS = 8_000;

/**
 * For a holder whose single request may take `timeoutMs` and is repeated for `retryMs`. A raise that waits behind a long write may be
 * followed by one that waits behind another; and while Qdrant starts again, a write may be tried for as long as it is repeated.
 */
export function spansOf({ timeoutMs, retryMs }: { readonly timeoutMs: number; readonly retryMs: number }): Spans {
  const trustMs = Math.max(2 * timeoutMs, retryMs) + SLACK_MS;
  return { trustMs, patienceMs: trustMs + LEAD_MS };
}
