import { IbidError } from '@ibid/core';
import type { BuildLock } from '@ibid/core/types';
import type { Database } from './database.ts';

/** Lock on building the index `name`, held by one process at a time among all that share the database. */
export function buildLock(database: Database, name: string): BuildLock {
  return {
    async acquire(options) {
      if (options?.signal?.aborted === true) throw new IbidError('ABORTED', '`acquire` was aborted');
      const held = await database.tryLock(`build ${name}`);
      if (held !== undefined) return held;
      const holder = await database.holderOf(`build ${name}`);
      const who = holder === undefined ? 'another process' : `process ${holder.pid} on \`${holder.host}\``;
      throw new IbidError('STORE_BUSY', `The index \`${name}\` is being built by ${who}; wait until it is done`, {
        retryable: true,
        details: { ...holder },
      });
    },
  };
}
