import { IbidError } from '@ibid/core';
import type { CallOptions } from '@ibid/core/types';
import { resetClosingTime, withinClosingTime } from './closing-time.ts';
import type { Migration, Postgres } from './postgres.ts';

/** Open and close of one driver over connections that were lent to it and stay open after it. */
export interface SharedDriver {
  /** Brings its tables to the newest version. After a failure it may be tried again. */
  open(options?: CallOptions): Promise<void>;
  /** Waits for what was called before, together with all that close on these connections some seconds at most; may be repeated. */
  close(): Promise<void>;
  /** Rejects with `CLOSED` unless it is open. */
  run<T>(work: (postgres: Postgres) => Promise<T>): Promise<T>;
}

export function sharedDriver(options: {
  readonly postgres: Postgres;
  /** What `migrate` files its tables under. */
  readonly kind: string;
  readonly migrations: readonly Migration[];
}): SharedDriver {
  const { postgres, kind, migrations } = options;
  const running = new Set<Promise<unknown>>();
  let isOpen = false;
  return {
    async open(given) {
      if (isOpen) return;
      await postgres.migrate(kind, migrations, given);
      isOpen = true;
      resetClosingTime(postgres);
    },
    async close() {
      isOpen = false;
      await withinClosingTime(postgres, Promise.allSettled(running));
    },
    async run(work) {
      if (!isOpen) throw new IbidError('CLOSED', `The ${kind} in PostgreSQL are not open; call \`open\` first`);
      const done = work(postgres);
      running.add(done);
      try {
        return await done;
      } finally {
        running.delete(done);
      }
    },
  };
}
