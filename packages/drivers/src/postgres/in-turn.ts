import { IbidError, type CallOptions } from '@ibid/core';

/** Runs one piece of work at a time, in the order in which they were given. One that is aborted while it waits rejects at once. */
export type InTurn = <T>(work: () => Promise<T>, options?: CallOptions) => Promise<T>;

export function inTurn(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work, options) => {
    const aborted = Promise.withResolvers<never>();
    const fire = (): void => aborted.reject(new IbidError('ABORTED', 'The call to PostgreSQL was aborted'));
    const { signal } = options ?? {};
    const mine = last.then(() => {
      signal?.removeEventListener('abort', fire);
      // Work looks at the signal itself.
      return work();
    });
    last = mine.catch(() => undefined);
    if (signal?.aborted === true) fire();
    else signal?.addEventListener('abort', fire, { once: true });
    return Promise.race([mine, aborted.promise]);
  };
}
