export interface BreakerOptions {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Consecutive failures that open the breaker. Default 5. */
  readonly maxFailures?: number;
  /** Default five minutes. */
  readonly longestWaitMs?: number;
}

export interface BreakerState {
  readonly state: 'closed' | 'open' | 'half-open';
  /** Failures since the last success. */
  readonly failures: number;
  /** Milliseconds until a call is let through again; 0 unless open. */
  readonly waitMs: number;
  /** Last failure, for the owner; `undefined` when closed. */
  readonly reason: string | undefined;
}

export interface BreakerFailure {
  readonly reason: string;
  /** True to open the breaker at once. */
  readonly opensAtOnce?: boolean;
  /** Milliseconds that the service asked to wait. */
  readonly quietMs?: number | undefined;
}

/** One call that was let through. Call exactly one of these methods, once; later calls are ignored. */
export interface Admission {
  succeeded(): void;
  failed(failure: BreakerFailure): void;
  /** The call ended for a reason unrelated to the service. */
  released(): void;
}

export interface CircuitBreaker {
  /** `undefined` if no call may be made now. */
  admit(): Admission | undefined;
  state(): BreakerState;
}

/** If a service asks to wait longer than this, the breaker opens at once. */
const LONG_QUIET_MS = 15_000;
const FIRST_WAIT_MS = 30_000;

/**
 * Creates a breaker that keeps calls away from a failing service. Closed, it counts consecutive failures. Open, it lets nothing through until
 * its wait is over. Then half-open, it lets one call through at a time and closes when that succeeds; each failed probe doubles the wait.
 */
export function circuitBreaker({ now, maxFailures = 5, longestWaitMs = 300_000 }: BreakerOptions): CircuitBreaker {
  let failures = 0;
  let openUntil: number | undefined;
  let waits = 0;
  let isProbing = false;
  let reason: string | undefined;
  /** Number of state changes. Results of calls let through in an earlier epoch are ignored. */
  let epoch = 0;

  function open({ reason: why, quietMs }: BreakerFailure): void {
    const own = Math.min(longestWaitMs, FIRST_WAIT_MS * 2 ** waits);
    openUntil = now() + Math.min(longestWaitMs, Math.max(own, quietMs ?? 0));
    waits++;
    isProbing = false;
    reason = why;
    epoch++;
  }

  function close(): void {
    openUntil = undefined;
    waits = 0;
    failures = 0;
    isProbing = false;
    reason = undefined;
    epoch++;
  }

  return {
    admit() {
      const isProbe = openUntil !== undefined;
      if (isProbe && (isProbing || now() < openUntil!)) return undefined;
      isProbing = isProbe;
      const own = epoch;
      let isTold = false;
      const once = (tell: () => void) => (): void => {
        const counts = !isTold && own === epoch;
        isTold = true;
        if (counts) tell();
      };
      return {
        succeeded: once(isProbe ? close : () => (failures = 0)),
        failed(failure) {
          once(() => {
            failures++;
            const isLong = failure.quietMs !== undefined && failure.quietMs > LONG_QUIET_MS;
            if (isProbe || isLong || failure.opensAtOnce === true || failures >= maxFailures) open(failure);
          })();
        },
        released: once(() => {
          if (isProbe) isProbing = false;
        }),
      };
    },
    state() {
      if (openUntil === undefined) return { state: 'closed', failures, waitMs: 0, reason: undefined };
      const waitMs = Math.max(0, openUntil - now());
      return { state: waitMs > 0 ? 'open' : 'half-open', failures, waitMs, reason };
    },
  };
}
