import type { FeedbackDriver, JobDriver, LedgerDriver, SessionDriver } from '@ibid/core';
import { join } from 'node:path';
import type { Settings } from './config.ts';
import { sharePostgres } from './shared-postgres.ts';
import { stateFolder } from './state-folder.ts';

/** The drivers of what is kept besides the index, made when they are asked for and not opened yet. */
export interface StateDrivers extends AsyncDisposable {
  readonly sessions: () => Promise<SessionDriver>;
  readonly feedback: () => Promise<FeedbackDriver>;
  readonly jobs: () => Promise<JobDriver>;
  readonly ledger: () => Promise<LedgerDriver>;
}

/** In the database of `IBID_STATE_URL`, else in files of the state folder. Dispose it after the drivers. */
export async function openStateDrivers(
  settings: Pick<Settings, 'index' | 'server' | 'stateUrl'>,
): Promise<StateDrivers> {
  return settings.stateUrl === undefined ? inFiles(stateFolder(settings)) : inPostgres(settings.stateUrl);
}

function inFiles(folder: string): StateDrivers {
  const file = (name: string): { readonly file: string } => ({ file: join(folder, `${name}.db`) });
  return {
    sessions: async () => (await import('@ibid/drivers/sessions/sqlite')).sqliteSessions(file('sessions')),
    feedback: async () => (await import('@ibid/drivers/feedback/sqlite')).sqliteFeedback(file('feedback')),
    jobs: async () => (await import('@ibid/drivers/jobs/sqlite')).sqliteJobs(file('jobs')),
    ledger: async () => (await import('@ibid/drivers/ledgers/sqlite')).sqliteLedger(file('ledger')),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

async function inPostgres(url: string): Promise<StateDrivers> {
  const shared = await sharePostgres(url);
  const { postgres } = shared;
  return {
    sessions: async () => (await import('@ibid/drivers/sessions/postgres')).postgresSessions({ postgres }),
    feedback: async () => (await import('@ibid/drivers/feedback/postgres')).postgresFeedback({ postgres }),
    jobs: async () => (await import('@ibid/drivers/jobs/postgres')).postgresJobs({ postgres }),
    ledger: async () => (await import('@ibid/drivers/ledgers/postgres')).postgresLedger({ postgres }),
    [Symbol.asyncDispose]: () => shared[Symbol.asyncDispose](),
  };
}
