import { IbidError } from '@ibid/core';
import type { CallOptions } from '@ibid/core/types';

/** Calls wait in one line, and whatever waits when the last group has been answered goes as the next one. */
export interface CallLine<Call, Result> {
  /** An abort takes a call that still waits out of the line; one that was sent is finished. */
  call(call: Call, options?: CallOptions): Promise<Result>;
}

export interface CallLineOptions<Call, Result> {
  /** What is called, for errors. */
  readonly verb: string;
  /** The results in the order of the calls; a rejection stands for all of them. */
  readonly send: (group: readonly Call[]) => Promise<readonly Result[]>;
}

/** So that others get at the rows after some milliseconds. */
const LARGEST_GROUP = 256;
/** A caller that does not wait for answers is told so before memory fills up. */
const LONGEST_LINE = 16_384;

interface Waiting<Call, Result> {
  readonly call: Call;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

export function callLine<Call, Result>({ verb, send }: CallLineOptions<Call, Result>): CallLine<Call, Result> {
  const line: Waiting<Call, Result>[] = [];
  let isUnderWay = false;

  const workOff = async (): Promise<void> => {
    if (isUnderWay) return;
    isUnderWay = true;
    while (line.length > 0) {
      const group = line.splice(0, LARGEST_GROUP);
      try {
        const results = await send(group.map(({ call }) => call));
        for (const [i, one] of group.entries()) one.resolve(results[i]!);
      } catch (error) {
        for (const one of group) one.reject(error);
      }
    }
    isUnderWay = false;
  };

  return {
    async call(call, options) {
      const signal = options?.signal;
      if (signal?.aborted) throw aborted(verb);
      if (line.length >= LONGEST_LINE) {
        const message = `${LONGEST_LINE} calls of \`${verb}\` wait for PostgreSQL; try again later`;
        throw new IbidError('STORE_BUSY', message, { retryable: true });
      }
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const one: Waiting<Call, Result> = { call, resolve, reject };
      const onAbort = (): void => {
        const place = line.indexOf(one);
        if (place < 0) return;
        line.splice(place, 1);
        reject(aborted(verb));
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      line.push(one);
      void workOff();
      return promise.finally(() => signal?.removeEventListener('abort', onAbort));
    },
  };
}

function aborted(verb: string): IbidError {
  return new IbidError('ABORTED', `\`${verb}\` was aborted`);
}
