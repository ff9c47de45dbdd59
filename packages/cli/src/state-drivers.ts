import { IbidError } from '@ibid/core';
import { connectionPlace } from '@ibid/drivers/state/postgres-url';
import type { Replicas } from '@ibid/drivers/state/replicas';
import { stateOver, type State } from '@ibid/drivers/state/state';
import { dirname, join } from 'node:path';
import type { Settings } from './config.ts';
import { indexFile } from './index-address.ts';

/** The state as this process shares it; disposing gives it up, and the last one closes its database. */
export interface SharedState extends Omit<State, 'database'> {
  /** What servers over one database have in common; `undefined` where the state lies in a file. */
  readonly replicas: Replicas | undefined;
}

interface Opened {
  readonly state: Promise<SharedState>;
  users: number;
}

const opened = new Map<string, Opened>();

/** In the database of `IBID_STATE_URL`, else in `state.db` of the state folder; made with its tables when missing. */
export async function openStateDrivers(
  settings: Pick<Settings, 'index' | 'server' | 'stateUrl'>,
): Promise<SharedState> {
  const place = settings.stateUrl ?? stateFile(settings);
  const shared = opened.get(place) ?? { state: open(place, settings.stateUrl !== undefined), users: 0 };
  opened.set(place, shared);
  shared.users += 1;
  const giveUp = async (): Promise<void> => {
    shared.users -= 1;
    if (shared.users > 0) return;
    opened.delete(place);
    await (await shared.state)[Symbol.asyncDispose]();
  };
  try {
    const state = await shared.state;
    let givingUp: Promise<void> | undefined;
    return { ...state, [Symbol.asyncDispose]: () => (givingUp ??= giveUp()) };
  } catch (error) {
    opened.delete(place);
    // What repairs an index does not repair this; the message says what does.
    if (!IbidError.is(error, 'INDEX_DAMAGED') && !IbidError.is(error, 'INDEX_MISMATCH')) throw error;
    throw new IbidError('INVALID_CONFIG', error.message, { cause: error, details: error.details });
  }
}

/**
 * Where conversations, feedback, jobs and the ledger lie without a database, whichever command asks: two ledgers would be two budgets. Unless
 * named it is the folder of the index file, and for an index elsewhere the project's own.
 */
export function stateFolder({ server, index }: Pick<Settings, 'server' | 'index'>): string {
  const file = indexFile(index);
  return server?.state ?? (file === undefined ? '.ibid' : dirname(file));
}

export function stateFile(settings: Pick<Settings, 'index' | 'server'>): string {
  return join(stateFolder(settings), 'state.db');
}

/** Where the state is kept, in words without a password. Throws `INVALID_CONFIG` for an address that is none. */
export function statePlace(settings: Pick<Settings, 'index' | 'server' | 'stateUrl'>): string {
  return settings.stateUrl === undefined ? stateFile(settings) : connectionPlace(settings.stateUrl).words;
}

async function open(place: string, isUrl: boolean): Promise<SharedState> {
  if (!isUrl) {
    const { openSqlite } = await import('@ibid/drivers/state/sqlite');
    return { ...stateOver(await openSqlite(place)), replicas: undefined };
  }
  const [{ openPostgres }, { openReplicas }] = await Promise.all([
    import('@ibid/drivers/state/postgres'),
    import('@ibid/drivers/state/replicas'),
  ]);
  const database = await openPostgres({ url: place });
  try {
    return { ...stateOver(database), replicas: await openReplicas(database) };
  } catch (error) {
    await database.close();
    throw error;
  }
}
