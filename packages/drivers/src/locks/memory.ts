/** The lock in memory: the reference of its contract, for builds of one process. Its holder can only die with it. */
import { hostname } from 'node:os';
import { IbidError } from '@ibid/core';
import type { BuildLock } from '@ibid/core/types';
import { busyLock } from './busy-lock.ts';

export interface MemoryLockOptions {
  /** What is built, for errors. */
  readonly name: string;
}

export function memoryLock({ name }: MemoryLockOptions): BuildLock {
  let holder: AbortController | undefined;
  return {
    async acquire(options) {
      if (options?.signal?.aborted === true) throw new IbidError('ABORTED', '`acquire` was aborted');
      if (holder !== undefined) throw busyLock(name, { host: hostname(), pid: process.pid });
      const own = new AbortController();
      holder = own;
      return {
        lost: own.signal,
        async release() {
          if (holder === own) holder = undefined;
        },
      };
    },
  };
}
