import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { circuitBreaker, type CircuitBreaker } from './circuit-breaker.ts';

function clocked(): { readonly breaker: CircuitBreaker; pass(ms: number): void } {
  let time = 1_000;
  return {
    breaker: circuitBreaker({ now: () => time }),
    pass(ms) {
      time += ms;
    },
  };
}

function fail(breaker: CircuitBreaker, times: number, more: { quietMs?: number; opensAtOnce?: boolean } = {}): void {
  for (let at = 0; at < times; at++) breaker.admit()!.failed({ reason: `failure ${at + 1}`, ...more });
}

describe('a breaker', () => {
  it('opens after five failures in a row, with the last reason', () => {
    const { breaker } = clocked();
    fail(breaker, 4);
    expect(breaker.state()).toEqual({ state: 'closed', failures: 4, waitMs: 0, reason: undefined });
    fail(breaker, 1);
    expect(breaker.admit()).toBeUndefined();
    expect(breaker.state()).toEqual({ state: 'open', failures: 5, waitMs: 30_000, reason: 'failure 1' });
  });

  it('forgets failures after a success, and learns nothing from calls that were given up', () => {
    const { breaker } = clocked();
    fail(breaker, 4);
    breaker.admit()!.released();
    expect(breaker.state().failures).toBe(4);
    breaker.admit()!.succeeded();
    fail(breaker, 4);
    expect(breaker.state().state).toBe('closed');
  });

  it('opens at once for what only the owner can mend, and for a long wait that was asked for', () => {
    const { breaker } = clocked();
    fail(breaker, 1, { opensAtOnce: true });
    expect(breaker.state().state).toBe('open');
    const other = clocked().breaker;
    fail(other, 1, { quietMs: 15_000 });
    expect(other.state().state).toBe('closed');
    fail(other, 1, { quietMs: 120_000 });
    expect(other.state()).toMatchObject({ state: 'open', waitMs: 120_000 });
    const third = clocked().breaker;
    fail(third, 1, { quietMs: 86_400_000 });
    expect(third.state().waitMs).toBe(300_000);
  });

  it('lets one call through at a time when its wait is over, and doubles the wait up to five minutes', () => {
    const { breaker, pass } = clocked();
    fail(breaker, 5);
    for (const wait of [30_000, 60_000, 120_000, 240_000, 300_000, 300_000]) {
      expect(breaker.state().waitMs).toBe(wait);
      pass(wait - 1);
      expect(breaker.admit()).toBeUndefined();
      pass(1);
      expect(breaker.state().state).toBe('half-open');
      const probe = breaker.admit()!;
      expect(breaker.admit()).toBeUndefined();
      probe.failed({ reason: 'still' });
    }
    pass(300_000);
    breaker.admit()!.succeeded();
    expect(breaker.state()).toEqual({ state: 'closed', failures: 0, waitMs: 0, reason: undefined });
    fail(breaker, 5);
    expect(breaker.state().waitMs).toBe(30_000);
  });

  it('learns nothing from calls that began before it opened', () => {
    const { breaker, pass } = clocked();
    const slow = [breaker.admit()!, breaker.admit()!];
    fail(breaker, 5);
    slow[0]!.succeeded();
    expect(breaker.state()).toMatchObject({ state: 'open', failures: 5 });
    pass(30_000);
    const probe = breaker.admit()!;
    slow[1]!.failed({ reason: 'late' });
    expect(breaker.state().waitMs).toBe(0);
    probe.succeeded();
    expect(breaker.state().failures).toBe(0);
  });

  it('never has two probes under way, and always lets one through within five minutes', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            ends: fc.constantFrom('succeeded', 'failed', 'released', 'pending'),
            ms: fc.integer({ min: 0, max: 400_000 }),
            opensAtOnce: fc.boolean(),
          }),
        ),
        (steps) => {
          const { breaker, pass } = clocked();
          let probes = 0;
          for (const { ends, ms, opensAtOnce } of steps) {
            const wasOpen = breaker.state().state !== 'closed';
            const admission = breaker.admit();
            if (admission !== undefined && wasOpen) probes++;
            expect(probes).toBeLessThanOrEqual(1);
            const mayRefuse = breaker.state().waitMs > 0 || probes === 1;
            expect(admission !== undefined || mayRefuse).toBe(true);
            if (admission !== undefined && ends !== 'pending') {
              if (ends === 'failed') admission.failed({ reason: 'x', opensAtOnce });
              else admission[ends]();
              if (wasOpen) probes = 0;
            }
            pass(ms);
            expect(breaker.state().waitMs).toBeLessThanOrEqual(300_000);
          }
        },
      ),
    );
  });
});
