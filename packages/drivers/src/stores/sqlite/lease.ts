/**
 * The writer's place: one row that names its holder by a random token. Every write checks the token inside its own transaction, so
 * a holder that was taken for dead cannot write a word after another took over, whatever the clocks say.
 *
 * Life shows in a counter that the holder raises every second. A contender takes over at once when the holder's process is
 * gone from the same host and process namespace; otherwise it watches the counter, and takes over only after it has stood
 * still for `PATIENCE_MS`. No wall clock is compared with another, so jumps and reboots cannot fool it.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database.ts';
import { hostId, isGone } from '../../files/sqlite/holder-on-host.ts';
import { fault } from '../../files/worker-fault.ts';

const BEAT_MS = 1000;
const PATIENCE_MS = 10_000;
const LOOK_MS = 100;

export interface Lease {
  isHeld(): boolean;
  /** Throws `STORE_BUSY` unless the place is still held; call inside the write's transaction. */
  guard(): void;
  release(): void;
}

interface Holder {
  readonly token: string;
  readonly host: string;
  readonly pid: number;
  readonly beat: number;
}

/** Takes the place, or throws `STORE_BUSY` when a live holder has it. `checkAbort` may throw to end the waiting. */
export async function acquireLease(
  db: Database,
  checkAbort: () => void,
  patience: number = PATIENCE_MS,
): Promise<Lease> {
  const dead = await deadHolder(db, checkAbort, patience);
  const token = randomUUID();
  db.write(() => {
    const holder = readHolder(db);
    if (holder !== undefined && (holder.token !== dead?.token || holder.beat !== dead.beat)) throw busy(db, holder);
    db.sql('INSERT OR REPLACE INTO lease (id, token, host, pid, beat) VALUES (1, ?, ?, ?, 0)').run(
      token,
      hostId(),
      process.pid,
    );
  });
  return holdLease(db, token);
}

function holdLease(db: Database, token: string): Lease {
  const timer = setInterval(() => {
    try {
      db.sql('UPDATE lease SET beat = beat + 1 WHERE token = ?').run(token);
    } catch {
      // Another connection is writing; the next beat comes long before anyone's patience ends.
    }
  }, BEAT_MS);
  timer.unref();
  const isHeld = (): boolean => readHolder(db)?.token === token;
  return {
    isHeld,
    guard() {
      if (!isHeld()) {
        throw fault('STORE_BUSY', `Another process took over the writing of \`${db.file}\`; begin the build again`);
      }
    },
    release() {
      clearInterval(timer);
      db.sql('DELETE FROM lease WHERE token = ?').run(token);
    },
  };
}

/** The holder as it was when found dead; `undefined` when the place is free. */
async function deadHolder(db: Database, checkAbort: () => void, patience: number): Promise<Holder | undefined> {
  const first = readHolder(db);
  if (first === undefined || isGone(first)) return first;
  for (let waited = 0; waited < patience; waited += LOOK_MS) {
    await sleep(LOOK_MS);
    checkAbort();
    const now = readHolder(db);
    if (now === undefined || isGone(now)) return now;
    if (now.beat !== first.beat || now.token !== first.token) throw busy(db, now);
  }
  return first;
}

function readHolder(db: Database): Holder | undefined {
  return db.sql('SELECT token, host, pid, beat FROM lease').get<Holder>();
}

function busy(db: Database, { pid, host }: Holder): Error {
  const where = host === hostId() ? `process ${pid}` : `process ${pid} on another host`;
  return fault('STORE_BUSY', `\`${db.file}\` is being written by ${where}; wait until it is done`, true);
}
