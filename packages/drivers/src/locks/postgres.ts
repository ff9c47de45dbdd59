/** The lock in PostgreSQL, for the builds of all replicas: one row a name, held as `../postgres/heartbeat.ts` says. */
import { IbidError } from '@ibid/core';
import type { BuildLock, CallOptions } from '@ibid/core/types';
import { heartbeat, LOOK, SERVER_TIME, type Holder, type Look } from '../postgres/heartbeat.ts';
import type { Migration, Postgres } from '../postgres/postgres.ts';
import { encodeText } from '../postgres/text-codec.ts';
import { busyLock } from './busy-lock.ts';

export interface PostgresLockOptions {
  /** Stays open after the lock. */
  readonly postgres: Postgres;
  /** What is built; locks of different names know nothing of each other. */
  readonly name: string;
  /** Milliseconds between two signs of life of a holder; the same in all replicas. @default 1,000 */
  readonly beatMs?: number;
  /** Milliseconds after which a holder without a sign of life counts as dead, where its process cannot be seen. @default 10,000 */
  readonly patienceMs?: number;
}

const MIGRATIONS: readonly Migration[] = [
  (schema) => `
CREATE TABLE ${schema}.build_lock (
  name text COLLATE "C" PRIMARY KEY,
  token text COLLATE "C",
  host text NOT NULL,
  space text NOT NULL,
  pid int4 NOT NULL,
  beat int8 NOT NULL
);
`,
];

/** Makes the table before the first lock of a user who may not. */
export function makeLockTable(postgres: Postgres, options?: CallOptions): Promise<void> {
  return postgres.migrate('lock', MIGRATIONS, options);
}

/** Makes its table at the first `acquire`. */
export function postgresLock({ postgres, name, beatMs, patienceMs }: PostgresLockOptions): BuildLock {
  const table = `${postgres.schema}.build_lock`;
  const key = encodeText(name);
  const life = heartbeat({ postgres, table, beatMs, patienceMs, notHeld: () => takenAway(name) });
  let isThere = false;

  /** Takes it when it is as it was seen; `undefined` when somebody was faster. */
  async function take(left: Look | undefined, holder: Omit<Holder, 'beat'>): Promise<true | undefined> {
    const { token, host, space, pid } = holder;
    const taken = await postgres.query(
      `INSERT INTO ${table} AS held (name, token, host, space, pid, beat) VALUES ($1, $2, $3, $4, $5, ${SERVER_TIME})
       ON CONFLICT (name) DO UPDATE SET token = $2, host = $3, space = $4, pid = $5, beat = excluded.beat
       WHERE held.token IS NULL OR (held.token = $6 AND held.beat = $7) RETURNING 1 AS taken`,
      [key, token, host, space, pid, left?.token ?? null, left === undefined || left.token === null ? null : left.beat],
    );
    return taken.length > 0 ? true : undefined;
  }

  return {
    async acquire(options) {
      if (!isThere) await makeLockTable(postgres, options);
      isThere = true;
      for (;;) {
        const look = async (): Promise<Look | undefined> =>
          (await postgres.query<Look>(`SELECT ${LOOK} FROM ${table} WHERE name = $1`, [key], options))[0];
        const found = await life.watch(look, options);
        if (found !== undefined && !found.isLeft && found.row.token !== null) throw busyLock(name, found.row);
        const claimed = await life.claim((holder) => take(found?.row, holder));
        // Somebody else was faster, and is to be named.
        if (claimed === undefined) continue;
        const { held } = claimed;
        return { lost: held.lost, release: held.release };
      }
    },
  };
}

function takenAway(name: string): IbidError {
  const message = `Another process took over the building of the index \`${name}\`, as this one seemed dead; begin it again`;
  return new IbidError('STORE_BUSY', message, { retryable: true });
}
