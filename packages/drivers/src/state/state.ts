import { IbidError } from '@ibid/core';
import type { BuildLock, FeedbackDriver, JobDriver, LedgerDriver, SessionDriver } from '@ibid/core/types';
import type { Database } from './database.ts';
import { feedbackDriver } from './feedback.ts';
import { jobDriver } from './jobs.ts';
import { ledgerDriver } from './ledger.ts';
import { sessionDriver } from './sessions.ts';
import { memoryDatabase } from './sqlite.ts';

/** Everything stored besides the index, in one database. */
export interface State extends AsyncDisposable {
  readonly database: Database;
  readonly sessions: SessionDriver;
  readonly ledger: LedgerDriver;
  readonly jobs: JobDriver;
  readonly feedback: FeedbackDriver;
  /** Lock on building the index of this name. */
  buildLock(name: string): BuildLock;
}

/** Creates the state and takes ownership of the database: disposing the state closes it. */
export function stateOver(database: Database): State {
  return {
    database,
    sessions: sessionDriver(database),
    ledger: ledgerDriver(database),
    jobs: jobDriver(database),
    feedback: feedbackDriver(database),
    buildLock: (name) => buildLock(database, name),
    [Symbol.asyncDispose]: () => database.close(),
  };
}

/** State in memory, lost when the process ends. */
export function memoryState(): State {
  return stateOver(memoryDatabase());
}

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
