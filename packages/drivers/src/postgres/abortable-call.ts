import { IbidError } from '@ibid/core';

/** One call that can be given up before its end. */
export interface AbortableCall {
  /** Throws why it was given up, once it was. */
  check(): void;
  /** As `work`, but rejects as soon as it is given up. */
  race<T>(work: Promise<T>): Promise<T>;
  onAbort(listener: (error: IbidError) => void): void;
  /** Gives it up, unless it is too late. */
  giveUp(error: IbidError): void;
  /** Lets the work be finished whatever happens. */
  tooLate(): void;
  end(): void;
}

/** Given up with `ABORTED` when the signal fires, and with `TIMED_OUT` after so many milliseconds. */
export function abortableCall(signal?: AbortSignal, withinMs?: number): AbortableCall {
  const givenUp = Promise.withResolvers<never>();
  // Nobody waits for it when the work ends first.
  givenUp.promise.catch(() => undefined);
  let error: IbidError | undefined;
  let isTooLate = false;
  const listeners: ((error: IbidError) => void)[] = [];
  const giveUp = (why: IbidError): void => {
    if (isTooLate || error !== undefined) return;
    error = why;
    for (const listener of listeners) listener(why);
    givenUp.reject(why);
  };
  const fire = (): void => giveUp(new IbidError('ABORTED', 'The call to PostgreSQL was aborted'));
  const late = (): void =>
    giveUp(new IbidError('TIMED_OUT', `PostgreSQL was not done in ${withinMs} ms`, { retryable: true }));
  const timer = withinMs === undefined ? undefined : setTimeout(late, withinMs);
  if (signal?.aborted === true) fire();
  else signal?.addEventListener('abort', fire, { once: true });
  return {
    check() {
      if (error !== undefined) throw error;
    },
    race: (work) => Promise.race([work, givenUp.promise]),
    onAbort(listener) {
      if (error === undefined) listeners.push(listener);
      else listener(error);
    },
    giveUp,
    tooLate() {
      isTooLate = true;
    },
    end() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', fire);
    },
  };
}
