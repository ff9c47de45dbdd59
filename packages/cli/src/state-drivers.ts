import { IbidError } from '@ibid/core';
import type { CallOptions, FeedbackDriver, JobDriver, LedgerDriver, SessionDriver } from '@ibid/core/types';
import type { ReplicaGround } from '@ibid/drivers/postgres/replica-ground';
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
  /** What servers over one state have in common, opened; `undefined` where it lies in files. */
  readonly ground: () => Promise<ReplicaGround | undefined>;
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
    ground: () => Promise.resolve(undefined),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

interface Openable {
  open(options?: CallOptions): Promise<void>;
  close(): Promise<void>;
}

/** Whichever is opened first makes the tables of all, so that later roles need no right to make any. */
async function inPostgres(url: string): Promise<StateDrivers> {
  const shared = await sharePostgres(url);
  const { postgres } = shared;
  const made = {
    sessions: async () => (await import('@ibid/drivers/sessions/postgres')).postgresSessions({ postgres }),
    feedback: async () => (await import('@ibid/drivers/feedback/postgres')).postgresFeedback({ postgres }),
    jobs: async () => (await import('@ibid/drivers/jobs/postgres')).postgresJobs({ postgres }),
    ledger: async () => (await import('@ibid/drivers/ledgers/postgres')).postgresLedger({ postgres }),
  };
  const openGround = async (): Promise<ReplicaGround> => {
    const { replicaGround } = await import('@ibid/drivers/postgres/replica-ground');
    const ground = replicaGround(postgres);
    await ground.open();
    return ground;
  };
  let others: Promise<unknown> | undefined;
  const makeOthers = async (): Promise<void> => {
    const { makeLockTable } = await import('@ibid/drivers/locks/postgres');
    await Promise.allSettled([
      openGround(),
      makeLockTable(postgres),
      ...Object.values(made).map(async (make) => {
        const driver: Openable = await make();
        await driver.open().finally(() => driver.close());
      }),
    ]);
  };
  const preparing = async <Driver extends Openable>(making: Promise<Driver>): Promise<Driver> => {
    const driver = await making;
    return {
      ...driver,
      async open(options?: CallOptions) {
        await driver.open(options).catch(notOfIndex);
        // What cannot be made for want of a right is told to whoever needs it.
        await (others ??= makeOthers());
      },
    };
  };
  return {
    sessions: () => preparing(made.sessions()),
    feedback: () => preparing(made.feedback()),
    jobs: () => preparing(made.jobs()),
    ledger: () => preparing(made.ledger()),
    ground: () => openGround().catch(notOfIndex),
    async [Symbol.asyncDispose]() {
      await others;
      await shared[Symbol.asyncDispose]();
    },
  };
}

/** What mends an index does not mend a database; its messages say what does. */
function notOfIndex(error: unknown): never {
  if (!IbidError.is(error, 'INDEX_DAMAGED') && !IbidError.is(error, 'INDEX_MISMATCH')) throw error;
  throw new IbidError('INVALID_CONFIG', error.message, { cause: error, details: error.details });
}
