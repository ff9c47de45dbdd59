import { IbidError } from '@ibid/core';
import { connectionPlace } from '@ibid/drivers/state/postgres-url';
import type { Replicas } from '@ibid/drivers/state/postgres';
import { stateOver, type State } from '@ibid/drivers/state/state';
import { dirname, join } from 'node:path';
import type { Settings } from './config.ts';
import type { StoredIndex } from './stores.ts';

/** State drivers shared within this process. Disposing releases one use; the last release closes the database. */
export interface SharedState extends Omit<State, 'database'> {
  /** Shared functions of servers on one database; `undefined` if the state is in a file. */
  readonly replicas: Replicas | undefined;
}

export type StateSettings = Pick<Settings, 'server' | 'stateUrl'> & { readonly index: Pick<StoredIndex, 'file'> };

/** Open databases by their location. */
const databases = new Map<string, { readonly state: Promise<SharedState>; users: number }>();

/** Opens the state in the database of `IBID_STATE_URL`, else in `state.db` of the state folder; creates it with its tables if missing. */
export async function openStateDrivers(settings: StateSettings): Promise<SharedState> {
  const { stateUrl } = settings;
  const key = stateUrl ?? stateFile(settings);
  const shared = databases.get(key) ?? { state: stateUrl === undefined ? openFile(key) : openShared(key), users: 0 };
  databases.set(key, shared);
  shared.users += 1;
  try {
    const state = await shared.state;
    let released: Promise<void> | undefined;
    const release = async (): Promise<void> => {
      shared.users -= 1;
      if (shared.users > 0) return;
      databases.delete(key);
      await state[Symbol.asyncDispose]();
    };
    return { ...state, [Symbol.asyncDispose]: () => (released ??= release()) };
  } catch (error) {
    databases.delete(key);
    // These codes would suggest a repair of the index, which does not help here; the message says what does.
    if (!IbidError.is(error, 'INDEX_DAMAGED') && !IbidError.is(error, 'INDEX_MISMATCH')) throw error;
    throw new IbidError('INVALID_CONFIG', error.message, { cause: error, details: error.details });
  }
}

/**
 * Folder of conversations, feedback, jobs and the ledger without a database. All commands must use the same one, because two ledgers would
 * be two budgets. Defaults to the folder of the index file, or to `.ibid` for a remote index.
 */
export function stateFolder({ server, index }: Pick<StateSettings, 'server' | 'index'>): string {
  return server?.state ?? (index.file === undefined ? '.ibid' : dirname(index.file));
}

export function stateFile(settings: Pick<StateSettings, 'index' | 'server'>): string {
  return join(stateFolder(settings), 'state.db');
}

/** Location of the state for messages, without a password. Throws `INVALID_CONFIG` for an invalid address. */
export function stateLocation(settings: StateSettings): string {
  return settings.stateUrl === undefined ? stateFile(settings) : connectionPlace(settings.stateUrl).words;
}

async function openFile(file: string): Promise<SharedState> {
  const { openSqlite } = await import('@ibid/drivers/state/sqlite');
  return { ...stateOver(await openSqlite(file)), replicas: undefined };
}

async function openShared(url: string): Promise<SharedState> {
  const { openPostgres, replicasOver } = await import('@ibid/drivers/state/postgres');
  const database = await openPostgres({ url });
  return { ...stateOver(database), replicas: replicasOver(database) };
}
