export interface BreakerOptions {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

export interface BreakerState {
  readonly state: 'closed' | 'open' | 'half-open';
  /** Failures since the last success. */
  readonly failures: number;
  /** Until it lets a call through again; 0 unless open. */
  readonly waitMs: number;
  /** What the last failure was, for the owner; `undefined` when closed. */
  readonly reason: string | undefined;
}

export interface BreakerFailure {
  readonly reason: string;
  /** Opens it whatever came before. */
  readonly opensAtOnce?: boolean;
  /** The service itself asked for this much quiet. */
  readonly quietMs?: number | undefined;
}

/** One call that was let through. Exactly one of these is to be told, once; more is ignored. */
export interface Admission {
  succeeded(): void;
  failed(failure: BreakerFailure): void;
  /** Ended for a reason that says nothing about the service. */
  released(): void;
}

export interface CircuitBreaker {
  /** `undefined` when no call may be made now. */
  admit(): Admission | undefined;
  state(): BreakerState;
}

/** Failures in a row that open it. */
const FAILURES = 5;
/** Asked to stay away for longer than this, nobody waits: it opens at once. */
const LONG_QUIET_MS = 15_000;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 300_000;

/**
 * Keeps calls away from a service that fails. Closed, it counts failures in a row; open, it lets nothing through until its wait is
 * over; then half-open, it lets one call through at a time and closes when that goes well. Each probe that fails doubles the wait.
 */
export function circuitBreaker({ now }: BreakerOptions): CircuitBreaker {
  let failures = 0;
  let openUntil: number | undefined;
  let waits = 0;
  let isProbing = false;
  let reason: string | undefined;
  /** Calls let through before it last opened or closed have nothing to say about what came after. */
  let epoch = 0;

  function open({ reason: why, quietMs }: BreakerFailure): void {
    const own = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** waits);
    openUntil = now() + Math.min(LONGEST_WAIT_MS, Math.max(own, quietMs ?? 0));
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
            if (isProbe || isLong || failure.opensAtOnce === true || failures >= FAILURES) open(failure);
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
