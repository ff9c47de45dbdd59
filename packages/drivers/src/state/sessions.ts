/** Conversations. Texts are sealed with the session's id, which is not in the database, so the database alone is not enough to read them. */
import { IbidError } from '@ibid/core';
import type {
  AppendedTurn,
  CallOptions,
  HeldLock,
  Session,
  SessionCaps,
  SessionDriver,
  SessionTurn,
} from '@ibid/core/types';
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Query } from './database.ts';

interface SessionRow {
  readonly id: number;
  readonly salt: Uint8Array;
  readonly created_at: string;
  readonly accessed_at: string;
  readonly current_turn: number;
  readonly sealed: Uint8Array;
}

interface TurnRow {
  readonly number: number;
  readonly sealed: Uint8Array;
}

/** Sessions deleted per transaction, so that others wait for only a few rows at a time. */
const IDLE_STEP = 200;

export function sessionDriver(database: Database): SessionDriver {
  return {
    name: `${database.kind}-sessions`,
    lock: database.isShared ? (id, options) => waitForLock(database, id, options) : undefined,
    async read(id) {
      // A single statement sees one state of both tables.
      const rows = await database.query<SessionRow & TurnRow>(
        `SELECT 0 AS number, id, salt, created_at, accessed_at, current_turn, sealed FROM session WHERE lookup = $1
         UNION ALL
         SELECT session_turn.number, NULL, NULL, NULL, NULL, NULL, session_turn.sealed
         FROM session JOIN session_turn ON session_turn.session = session.id WHERE lookup = $1
         ORDER BY number`,
        [lookupOf(id)],
      );
      const [session, ...turns] = rows;
      return session && unsealed(id, session, turns);
    },
    append: (appended, caps) => database.transaction((query) => append(query, appended, caps)),
    async delete(id) {
      const gone = await database.query('DELETE FROM session WHERE lookup = $1 RETURNING id', [lookupOf(id)]);
      if (gone.length > 0) await database.eraseDeleted();
      return gone.length > 0;
    },
    async deleteIdleSince(instant) {
      for (let deleted = 0; ;) {
        const gone = await database.query(
          `DELETE FROM session WHERE id IN (
             SELECT id FROM session WHERE accessed_at < $1 ORDER BY accessed_at, id LIMIT $2
           ) AND accessed_at < $1 RETURNING id`,
          [instant, IDLE_STEP],
        );
        deleted += gone.length;
        if (gone.length < IDLE_STEP) {
          if (deleted > 0) await database.eraseDeleted();
          return deleted;
        }
      }
    },
    async count() {
      const [row] = await database.query<{ readonly kept: number }>('SELECT count(*) AS kept FROM session');
      return row!.kept;
    },
  };
}

async function waitForLock(database: Database, id: string, { signal }: CallOptions = {}): Promise<HeldLock> {
  const name = `session ${Buffer.from(lookupOf(id)).toString('hex')}`;
  for (;;) {
    if (signal?.aborted === true) {
      throw new IbidError('ABORTED', 'The wait for a conversation was aborted', { cause: signal.reason });
    }
    const held = await database.tryLock(name);
    if (held !== undefined) return held;
    // A random wait, so that processes do not keep trying at the same moments.
    await sleep(30 + 60 * Math.random());
  }
}

async function append(query: Query, appended: AppendedTurn, { maxBytes, maxSessions }: SessionCaps): Promise<void> {
  const { sessionId, turn, settings, metadata } = appended;
  const lookup = lookupOf(sessionId);
  const [before] = await query<SessionRow>('SELECT * FROM session WHERE lookup = $1 FOR UPDATE', [lookup]);
  checkNumber(turn.number, before?.current_turn);
  const salt = before?.salt ?? randomBytes(16);
  const key = keyOf(sessionId, salt);
  const row = { created_at: before?.created_at ?? turn.at, accessed_at: turn.at, current_turn: turn.number };
  const sealed = seal(key, sessionPlace(row), JSON.stringify({ settings, metadata }));
  const session = before?.id ?? (await insert(query, { ...row, salt, sealed }, lookup));
  if (before !== undefined) {
    const update = 'UPDATE session SET accessed_at = $1, current_turn = $2, sealed = $3 WHERE id = $4';
    await query(update, [row.accessed_at, row.current_turn, sealed, session]);
  }
  const json = JSON.stringify(turn);
  await query('INSERT INTO session_turn (session, number, bytes, sealed) VALUES ($1, $2, $3, $4)', [
    session,
    turn.number,
    Buffer.byteLength(json),
    seal(key, turnPlace(turn.number), json),
  ]);
  await dropOldest(query, session, turn.number, maxBytes);
  if (before === undefined) await makeRoom(query, session, maxSessions);
}

function checkNumber(number: number, newest: number | undefined): void {
  if (number === (newest ?? 0) + 1) return;
  throw new IbidError(
    'STORE_BUSY',
    newest === undefined
      ? `Turn ${number} belongs to a conversation that is not kept any more; begin a new one`
      : `Turn ${number} does not follow turn ${newest}, the newest of its conversation; read it again`,
  );
}

async function insert(query: Query, row: Omit<SessionRow, 'id'>, lookup: Uint8Array): Promise<number> {
  const [inserted] = await query<{ readonly id: number }>(
    `INSERT INTO session (lookup, salt, created_at, accessed_at, current_turn, sealed)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (lookup) DO NOTHING RETURNING id`,
    [lookup, row.salt, row.created_at, row.accessed_at, row.current_turn, row.sealed],
  );
  // Another process created it since the lookup.
  if (inserted === undefined) checkNumber(1, 1);
  return inserted!.id;
}

async function dropOldest(query: Query, session: number, newest: number, maxBytes: number): Promise<void> {
  await query(
    `DELETE FROM session_turn WHERE session = $1 AND number < $2 AND (
       SELECT sum(later.bytes) FROM session_turn AS later
       WHERE later.session = $1 AND later.number >= session_turn.number
     ) > $3`,
    [session, newest, maxBytes],
  );
}

/** Deletes the oldest sessions over the cap. Processes that start sessions at the same moment may exceed it briefly by that many. */
async function makeRoom(query: Query, newest: number, maxSessions: number): Promise<void> {
  await query(
    `DELETE FROM session WHERE id IN (
       SELECT id FROM session WHERE id <> $1 ORDER BY accessed_at, id
       LIMIT (SELECT CASE WHEN count(*) > $2 THEN count(*) - $2 ELSE 0 END FROM session)
     )`,
    [newest, maxSessions],
  );
}

/** Associated data of a seal: the row's other columns, so that a change to any of them is detected. */
function sessionPlace(row: Pick<SessionRow, 'created_at' | 'accessed_at' | 'current_turn'>): string {
  return `session ${row.created_at} ${row.accessed_at} ${row.current_turn}`;
}

function turnPlace(number: number): string {
  return `turn ${number}`;
}

function unsealed(id: string, row: SessionRow, turns: readonly TurnRow[]): Session {
  // The newest turn must exist, and no turn between the first and the last may be missing.
  const first = row.current_turn - turns.length + 1;
  if (turns.length === 0 || turns.some(({ number }, i) => number !== first + i)) throw unsound();
  const key = keyOf(id, row.salt);
  return {
    id,
    createdAt: row.created_at,
    lastAccessedAt: row.accessed_at,
    currentTurn: row.current_turn,
    turns: turns.map(({ number, sealed }) => unseal<SessionTurn>(key, turnPlace(number), sealed)),
    ...unseal<Pick<Session, 'settings' | 'metadata'>>(key, sessionPlace(row), row.sealed),
  };
}

function unsound(): IbidError {
  return new IbidError('INDEX_DAMAGED', 'A conversation is not as it was written; the others can still be read');
}

/** Key by which a stored session is found; it does not reveal the id. */
function lookupOf(sessionId: string): Uint8Array {
  return createHash('sha256').update(`ibid session ${sessionId}`).digest();
}

/** The key of a session's texts is derived from its id, which only its reader has, and a salt that is deleted with the session. */
function keyOf(sessionId: string, salt: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', sessionId, salt, 'ibid session texts', 32));
}

const [NONCE_BYTES, TAG_BYTES] = [12, 16];

/**
 * Encrypts a text with AES-256-GCM: nonce, tag, ciphertext. `place` identifies the row, so that a text that was changed or moved to another row
 * cannot be decrypted.
 */
function seal(key: Uint8Array, place: string, text: string): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
  const body = [cipher.update(text, 'utf8'), cipher.final()];
  return Buffer.concat([nonce, cipher.getAuthTag(), ...body]);
}

/** Decrypts JSON. Throws `INDEX_DAMAGED` if it was not sealed with this key for this place, or was changed since. */
function unseal<T>(key: Uint8Array, place: string, sealed: Uint8Array): T {
  const tagEnd = NONCE_BYTES + TAG_BYTES;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(place))
      .setAuthTag(sealed.subarray(NONCE_BYTES, tagEnd));
    const text = Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()]);
    return JSON.parse(text.toString('utf8')) as T;
  } catch {
    throw unsound();
  }
}
