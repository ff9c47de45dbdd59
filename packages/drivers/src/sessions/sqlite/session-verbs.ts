import type { SessionCaps } from '@ibid/core/types';
import type { Database } from './database.ts';
import { fault } from '../../files/worker-fault.ts';
import { damaged } from './fault.ts';
import type { StoredSession, TurnToStore } from './protocol.ts';
import { keyOf, lookupOf, newSalt, seal, unseal } from '../seal.ts';

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

/** What a seal is bound to: the row's other columns, so that none of them can change unseen. */
function sessionPlace(row: Pick<SessionRow, 'id' | 'created_at' | 'accessed_at' | 'current_turn'>): string {
  return `session ${row.id} ${row.created_at} ${row.accessed_at} ${row.current_turn}`;
}

function turnPlace(session: number, number: number): string {
  return `turn ${session} ${number}`;
}

export function read(db: Database, id: string): StoredSession | undefined {
  return db.read(() => {
    const row = db.get<SessionRow>('SELECT * FROM session WHERE lookup = ?', lookupOf(id));
    if (row === undefined) return undefined;
    const turns = db.all<TurnRow>('SELECT number, sealed FROM turn WHERE session = ? ORDER BY number', row.id);
    const key = keyOf(id, row.salt);
    // The newest turn is always there, and nothing is missing between two of them.
    const first = row.current_turn - turns.length + 1;
    if (turns.length === 0 || turns.some(({ number }, i) => number !== first + i)) throw unsound(db);
    return {
      createdAt: row.created_at,
      lastAccessedAt: row.accessed_at,
      currentTurn: row.current_turn,
      state: opened(db, unseal(key, sessionPlace(row), row.sealed)),
      turns: turns.map(({ number, sealed }) => opened(db, unseal(key, turnPlace(row.id, number), sealed))),
    };
  });
}

function opened(db: Database, text: string | undefined): string {
  if (text === undefined) throw unsound(db);
  return text;
}

function unsound(db: Database): Error {
  return fault('INDEX_DAMAGED', damaged(db.file, 'one of them is not as it was written; the others can still be read'));
}

export function append(db: Database, given: TurnToStore, caps: SessionCaps): void {
  db.write(() => {
    const lookup = lookupOf(given.sessionId);
    const before = db.get<SessionRow>('SELECT * FROM session WHERE lookup = ?', lookup);
    checkNumber(given.number, before?.current_turn);
    const salt = before?.salt ?? newSalt();
    const times = { created_at: before?.created_at ?? given.at, accessed_at: given.at, current_turn: given.number };
    // The row id is part of what is sealed, so a new row gets its seal in a second step.
    const session = before?.id ?? insertSession(db, lookup, salt, times);
    const key = keyOf(given.sessionId, salt);
    db.run(
      'UPDATE session SET accessed_at = ?, current_turn = ?, sealed = ? WHERE id = ?',
      times.accessed_at,
      times.current_turn,
      seal(key, sessionPlace({ id: session, ...times }), given.state),
      session,
    );
    db.run(
      'INSERT INTO turn (session, number, bytes, sealed) VALUES (?, ?, ?, ?)',
      session,
      given.number,
      Buffer.byteLength(given.turn),
      seal(key, turnPlace(session, given.number), given.turn),
    );
    dropOldest(db, session, caps.maxBytes);
    if (before === undefined) makeRoom(db, session, caps.maxSessions);
  });
}

function checkNumber(number: number, newest: number | undefined): void {
  if (number === (newest ?? 0) + 1) return;
  throw fault(
    'STORE_BUSY',
    newest === undefined
      ? `Turn ${number} belongs to a conversation that is not kept any more; begin a new one`
      : `Turn ${number} does not follow turn ${newest}, the newest of its conversation; read it again`,
  );
}

function insertSession(
  db: Database,
  lookup: Uint8Array,
  salt: Uint8Array,
  times: Pick<SessionRow, 'created_at' | 'accessed_at' | 'current_turn'>,
): number {
  return db.run(
    `INSERT INTO session (lookup, salt, created_at, accessed_at, current_turn, sealed) VALUES (?, ?, ?, ?, ?, x'')`,
    lookup,
    salt,
    times.created_at,
    times.accessed_at,
    times.current_turn,
  ).id;
}

function dropOldest(db: Database, session: number, maxBytes: number): void {
  db.run(
    `DELETE FROM turn WHERE session = ?1 AND number < (
       SELECT max(number) FROM turn WHERE session = ?1
     ) AND (
       SELECT sum(later.bytes) FROM turn AS later WHERE later.session = ?1 AND later.number >= turn.number
     ) > ?2`,
    session,
    maxBytes,
  );
}

function makeRoom(db: Database, newest: number, maxSessions: number): void {
  const { sessions } = db.get<{ sessions: number }>('SELECT count(*) AS sessions FROM session')!;
  if (sessions <= maxSessions) return;
  // Row ids rise in the order of creation.
  db.run(
    'DELETE FROM session WHERE id IN (SELECT id FROM session WHERE id <> ? ORDER BY accessed_at, id LIMIT ?)',
    newest,
    sessions - maxSessions,
  );
}

export function deleteSession(db: Database, id: string): boolean {
  const { changes } = db.write(() => db.run('DELETE FROM session WHERE lookup = ?', lookupOf(id)));
  if (changes > 0) db.tidy();
  return changes > 0;
}

/** Deletes at most `most`, so that other calls are answered between two steps; the number deleted. */
export function deleteIdleStep(db: Database, instant: string, most: number): number {
  const { changes } = db.write(() =>
    db.run(
      'DELETE FROM session WHERE id IN (SELECT id FROM session WHERE accessed_at < ? ORDER BY accessed_at LIMIT ?)',
      instant,
      most,
    ),
  );
  if (changes > 0) db.tidy();
  return changes;
}

export function count(db: Database): number {
  return db.get<{ sessions: number }>('SELECT count(*) AS sessions FROM session')!.sessions;
}
