/** Rejects when `signal` is aborted. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

/** Spaces out the requests to one host, whoever makes them. */
export interface Pace {
  /** Resolves when the next request may start. */
  turn(signal?: AbortSignal): Promise<void>;
  /** No request starts for this many milliseconds from now. */
  pause(ms: number): void;
  /** Requests start at least this far apart from now on; never shortens what was set before. */
  slowDown(delayMs: number): void;
}

export function createPace(options: { readonly now: () => number; readonly sleep: Sleep }): Pace {
  const { now, sleep } = options;
  let delay = 0;
  let free = 0;
  let pausedUntil = 0;
  return {
    async turn(signal) {
      let until = Math.max(now(), free, pausedUntil);
      free = until + delay;
      for (;;) {
        const wait = until - now();
        if (wait > 0) await sleep(wait, signal);
        if (pausedUntil <= until) return;
        until = pausedUntil;
      }
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, now() + ms);
    },
    slowDown(delayMs) {
      delay = Math.max(delay, delayMs);
    },
  };
}
