import type { CallOptions } from '../types/call-options.ts';
import { IbidError } from '../types/ibid-error.ts';

/**
 * A separate first-come, first-served queue for each key. A caller holds the key until it calls its leave function, and must not hold a
 * second key meanwhile, so that no deadlock is possible.
 */
export interface TurnQueue {
  /**
   * Resolves with the function that lets the next caller in; calling that function again does nothing. Rejects with `ABORTED`, `CLOSED`, or
   * `RATE_LIMITED` when too many wait already (not with `mustQueue`); the key is not held then.
   */
  enter(key: string, options?: CallOptions & { readonly mustQueue?: boolean }): Promise<() => void>;
  /** Refuses all waiting and later callers. Callers that hold a key keep it. */
  close(): void;
}

interface Waiter {
  admit(): void;
  refuse(error: IbidError): void;
}

export function turnQueue({ maxWaiting }: { readonly maxWaiting: number }): TurnQueue {
  /** A key that is held has an entry, which may be an empty list. */
  const lines = new Map<string, Waiter[]>();
  let closed = false;

  const admission = (key: string): (() => void) => {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const next = lines.get(key)?.shift();
      if (next === undefined) lines.delete(key);
      else next.admit();
    };
  };

  const wait = (key: string, line: Waiter[], signal: AbortSignal | undefined): Promise<() => void> => {
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const onAbort = (): void => {
      line.splice(line.indexOf(waiter), 1);
      reject(aborted(signal));
    };
    const waiter: Waiter = {
      admit() {
        signal?.removeEventListener('abort', onAbort);
        resolve(admission(key));
      },
      refuse(error) {
        signal?.removeEventListener('abort', onAbort);
        reject(error);
      },
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    line.push(waiter);
    return promise;
  };

  return {
    async enter(key, options) {
      if (closed) throw closing();
      if (options?.signal?.aborted) throw aborted(options.signal);
      const line = lines.get(key);
      if (line === undefined) {
        lines.set(key, []);
        return admission(key);
      }
      if (line.length >= maxWaiting && options?.mustQueue !== true) {
        throw new IbidError(
          'RATE_LIMITED',
          `${maxWaiting} requests wait for this conversation already; ask again when it has answered`,
          { retryable: true, details: { waiting: maxWaiting } },
        );
      }
      return wait(key, line, options?.signal);
    },
    close() {
      closed = true;
      for (const line of lines.values()) for (const waiter of line.splice(0)) waiter.refuse(closing());
    },
  };
}

function aborted(signal: AbortSignal | undefined): IbidError {
  return new IbidError('ABORTED', 'The request was aborted while it waited for its conversation', {
    cause: signal?.reason,
  });
}

function closing(): IbidError {
  return new IbidError('CLOSED', 'The conversations are closed; the server is ending');
}
