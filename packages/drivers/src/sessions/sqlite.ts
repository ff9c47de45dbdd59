/**
 * Conversations in one SQLite file (`sqlite/schema.ts`), owned by one worker thread (`sqlite/worker.ts`). Several processes of the
 * host where the file is may use it at once. Texts are sealed under the session's id, which is not in the file.
 */
import { IbidError } from '@ibid/core';
import type { Session, SessionDriver, SessionTurn } from '@ibid/core/types';
import { fileWorker } from '../files/sqlite/file-worker.ts';
import type { StoredSession } from './sqlite/protocol.ts';
import { startWorker, type WorkerClient } from './sqlite/worker-client.ts';

export interface SqliteSessionsOptions {
  /** Path of the file; created with its folder when missing. */
  readonly file: string;
}

/** Deleted at a time, so that other calls are answered in between. */
const IDLE_STEP = 200;

export function sqliteSessions({ file }: SqliteSessionsOptions): SessionDriver {
  if (file === '')
    throw new IbidError('INVALID_CONFIG', 'sqliteSessions: `file` is empty; name a file to keep them in');
  const worker = fileWorker(file, startWorker);
  const call: WorkerClient['call'] = async (verb, args, given) => worker.client().call(verb, args, given);

  return {
    name: 'sqlite-sessions',
    traits: { durable: true },
    // Several processes may use the file, but only one of them serves readers: replicas share sessions in PostgreSQL.
    turns: undefined,
    open: worker.open,
    close: worker.close,
    async read(id, given) {
      const stored = await call('read', [id], given);
      return stored === undefined ? undefined : toSession(id, stored);
    },
    async append({ sessionId, turn, settings, metadata }, caps, given) {
      const state = JSON.stringify({ settings, metadata });
      const { number, at } = turn;
      await call('append', [{ sessionId, number, at, state, turn: JSON.stringify(turn) }, caps], given);
    },
    delete: (id, given) => call('delete', [id], given),
    async deleteIdleSince(instant, given) {
      for (let deleted = 0; ;) {
        const step = await call('deleteIdleStep', [instant, IDLE_STEP], given);
        deleted += step;
        if (step < IDLE_STEP) return deleted;
      }
    },
    count: (given) => call('count', [], given),
  };
}

function toSession(id: string, stored: StoredSession): Session {
  const { createdAt, lastAccessedAt, currentTurn } = stored;
  const turns = stored.turns.map((turn): SessionTurn => JSON.parse(turn));
  const state: Pick<Session, 'settings' | 'metadata'> = JSON.parse(stored.state);
  return { id, createdAt, lastAccessedAt, currentTurn, turns, ...state };
}
