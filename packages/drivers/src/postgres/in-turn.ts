import { IbidError } from '@ibid/core';
import type { CallOptions } from '@ibid/core/types';

/**
 * One piece of work at a time, in the order in which they were given. One that is aborted while it waits leaves the line and
 * rejects at once. Work that timed out by itself takes those who wait along with it: they would only find out one after the other.
 */
export interface InTurn {
  /**
   * `work` is told how many milliseconds are left to it. Rejects with `UPSTREAM_FAILED`, retryable, when the line is too long, or when its turn has
   * not come in time.
   */
  <T>(work: (leftMs: number) => Promise<T>, options?: CallOptions): Promise<T>;
  /** Rejects whoever waits now. */
  refuse(error: IbidError): void;
}

export interface InTurnOptions {
  /** Longest from joining the line to the end of the work, in milliseconds; the work itself has to see to its own end. @default 5,000 */
  readonly patienceMs?: number | undefined;
  /** Most that may wait. @default 256 */
  readonly longest?: number | undefined;
}

interface Waiting {
  begin(): Promise<void>;
  refuse(error: IbidError): void;
}

export function inTurn({ patienceMs = 5000, longest = 256 }: InTurnOptions = {}): InTurn {
  const line: Waiting[] = [];
  let isUnderWay = false;

  const refuse = (error: IbidError): void => {
    for (const one of line.splice(0)) one.refuse(error);
  };
  const workOff = async (): Promise<void> => {
    if (isUnderWay) return;
    isUnderWay = true;
    for (let one = line.shift(); one !== undefined; one = line.shift()) await one.begin();
    isUnderWay = false;
  };

  const join = async <T>(work: (leftMs: number) => Promise<T>, { signal }: CallOptions = {}): Promise<T> => {
    if (signal?.aborted === true) throw aborted();
    if (line.length >= longest) throw stalled(`${longest} others wait already`);
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const joined = performance.now();
    const leave = (error: IbidError): void => {
      const place = line.indexOf(one);
      if (place < 0) return;
      line.splice(place, 1);
      one.refuse(error);
    };
    const onAbort = (): void => leave(aborted());
    const timer = setTimeout(() => leave(stalled(`the turn did not come in ${patienceMs} ms`)), patienceMs);
    const waitNoMore = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    const one: Waiting = {
      async begin() {
        waitNoMore();
        const began = performance.now();
        try {
          resolve(await work(Math.max(1, Math.ceil(patienceMs - (began - joined)))));
        } catch (error) {
          reject(error);
          // One that had little time left shows nothing about the others.
          const wasLong = performance.now() - began >= patienceMs / 2;
          if (wasLong && IbidError.is(error) && error.code === 'TIMED_OUT') refuse(stalled('the one before timed out'));
        }
      },
      refuse(error) {
        waitNoMore();
        reject(error);
      },
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    line.push(one);
    void workOff();
    return promise;
  };
  return Object.assign(join, { refuse });
}

function aborted(): IbidError {
  return new IbidError('ABORTED', 'The call to PostgreSQL was aborted');
}

function stalled(why: string): IbidError {
  return new IbidError('UPSTREAM_FAILED', `PostgreSQL takes too long: ${why}; try again later`, { retryable: true });
}
