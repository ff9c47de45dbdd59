import { IbidError } from '@ibid/core';
import type { QdrantCalls } from './client/qdrant-calls.ts';

export interface MortalCalls {
  readonly calls: QdrantCalls;
  /** Calls since the last `die`. */
  readonly count: () => number;
  readonly isDead: () => boolean;
  /** At the `at`-th call from now on the connection drops, before anything is done or, of an upsert, with half of it done. */
  die(at: number, how: 'before' | 'half'): void;
  revive(): void;
}

/** Calls of one process, whose connection can drop at any of them for ever. */
export function mortalCalls(sound: QdrantCalls): MortalCalls {
  let count = 0;
  let at = Number.POSITIVE_INFINITY;
  let how: 'before' | 'half' = 'before';
  let dead = false;
  const step = (): boolean => {
    if (dead) throw gone();
    count++;
    dead = count >= at;
    return dead;
  };
  const wrapped = Object.entries(sound).map(([name, verb]) => {
    const call = verb as (...args: unknown[]) => unknown;
    if (name === 'close') return [name, async () => undefined];
    if (name === 'scroll' || name === 'scrollVectors') {
      return [
        name,
        async function* (...args: unknown[]) {
          if (step()) throw gone();
          yield* call(...args) as AsyncIterable<unknown>;
        },
      ];
    }
    return [
      name,
      async (...args: unknown[]) => {
        if (!step()) return call(...args);
        if (how === 'half' && name === 'upsert') {
          const [collection, points] = args as [string, readonly unknown[]];
          const half = points.slice(0, Math.floor(points.length / 2));
          if (half.length > 0) await call(collection, half);
        }
        throw gone();
      },
    ];
  });
  return {
    calls: Object.fromEntries(wrapped) as QdrantCalls,
    count: () => count,
    isDead: () => dead,
    die(next, manner) {
      count = 0;
      at = next;
      how = manner;
    },
    revive() {
      dead = false;
      at = Number.POSITIVE_INFINITY;
    },
  };
}

function gone(): IbidError {
  return new IbidError('UPSTREAM_FAILED', 'The connection is gone', { retryable: true });
}
