import type { CallOptions } from '../types/call-options.ts';
import { IbidError } from '../types/ibid-error.ts';

/** Runs calls to one driver so that callers only ever see `IbidError`, and see an abort at once. */
export interface GuardedCall {
  <T>(operation: string, options: CallOptions | undefined, action: () => Promise<T>): Promise<T>;
}

/**
 * `refuse` gives the error for calls that may not start, such as after `close`. Errors of the driver that are no `IbidError`
 * become `UPSTREAM_FAILED` with the driver's name and the operation.
 */
export function guardedCall(driver: string, refuse: () => IbidError | undefined): GuardedCall {
  return async function guarded<T>(
    operation: string,
    options: CallOptions | undefined,
    action: () => Promise<T>,
  ): Promise<T> {
    const refusal = refuse();
    if (refusal !== undefined) throw refusal;
    const signal = options?.signal;
    if (signal?.aborted) throw aborted(operation, signal);
    try {
      return await untilAborted(operation, action(), signal);
    } catch (error) {
      if (IbidError.is(error)) throw error;
      if (signal?.aborted) throw aborted(operation, signal);
      throw new IbidError('UPSTREAM_FAILED', `The ${driver} store failed in \`${operation}\``, {
        details: { store: driver, operation },
        cause: error,
      });
    }
  };
}

/** The same border around every step of an iteration; leaving the loop early ends the driver's iteration too. */
export async function* guardedIteration<T>(
  guarded: GuardedCall,
  operation: string,
  options: CallOptions | undefined,
  start: () => AsyncIterable<T>,
): AsyncGenerator<T, void, undefined> {
  const iterator = await guarded(operation, options, async () => start()[Symbol.asyncIterator]());
  try {
    for (;;) {
      const step = await guarded(operation, options, () => iterator.next());
      if (step.done === true) return;
      yield step.value;
    }
  } finally {
    // Not awaited: after an abort the driver may still be busy with the step that nobody waits for.
    iterator.return?.().catch(() => undefined);
  }
}

function aborted(operation: string, signal: AbortSignal): IbidError {
  return new IbidError('ABORTED', `\`${operation}\` was aborted`, { cause: signal.reason });
}

async function untilAborted<T>(operation: string, work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(aborted(operation, signal));
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const result = await Promise.race([work, promise]);
    // A result that was ready already wins the race, but the caller asked first.
    if (signal.aborted) throw aborted(operation, signal);
    return result;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
