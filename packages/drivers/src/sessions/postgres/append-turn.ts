import { IbidError } from '@ibid/core';
import type { AppendedTurn, SessionCaps } from '@ibid/core/types';
import type { Query } from '../../postgres/postgres.ts';
import { transactionLock } from '../../postgres/transaction-lock.ts';
import { keyOf, lookupOf, newSalt, seal } from '../seal.ts';
import { sessionPlace, turnPlace } from './sealed-session.ts';
import { sessionCount } from './session-count.ts';

interface SessionHead {
  readonly id: number;
  readonly salt: Uint8Array;
  readonly created_at: string;
  readonly current_turn: number;
}

/** `SessionDriver.append`, within a transaction. */
export async function appendTurn(
  query: Query,
  schema: string,
  appended: AppendedTurn,
  caps: SessionCaps,
): Promise<void> {
  const { sessionId, turn } = appended;
  const lookup = lookupOf(sessionId);
  const [before] = await query<SessionHead>(
    `SELECT id, salt, created_at, current_turn FROM ${schema}.session WHERE lookup = $1 FOR UPDATE`,
    [lookup],
  );
  checkNumber(turn.number, before?.current_turn);
  if (before === undefined) await begin(query, schema, appended, lookup, caps.maxSessions);
  else await goOn(query, schema, appended, before, caps.maxBytes);
}

function checkNumber(number: number, newest: number | undefined): void {
  if (number === (newest ?? 0) + 1) return;
  if (newest !== undefined) throw notNext(number, newest);
  throw new IbidError(
    'STORE_BUSY',
    `Turn ${number} belongs to a conversation that is not kept any more; begin a new one`,
  );
}

function notNext(number: number, newest: number): IbidError {
  return new IbidError(
    'STORE_BUSY',
    `Turn ${number} does not follow turn ${newest}, the newest of its conversation; read it again`,
  );
}

interface Sealed {
  /** The turn's JSON in UTF-8, unsealed. */
  readonly bytes: number;
  readonly turn: Uint8Array;
  readonly state: Uint8Array;
}

function sealed({ sessionId, turn, settings, metadata }: AppendedTurn, salt: Uint8Array, createdAt: string): Sealed {
  const key = keyOf(sessionId, salt);
  const json = JSON.stringify(turn);
  const place = sessionPlace({ created_at: createdAt, accessed_at: turn.at, current_turn: turn.number });
  return {
    bytes: Buffer.byteLength(json),
    turn: seal(key, turnPlace(turn.number), json),
    state: seal(key, place, JSON.stringify({ settings, metadata })),
  };
}

async function begin(
  query: Query,
  schema: string,
  appended: AppendedTurn,
  lookup: Uint8Array,
  maxSessions: number,
): Promise<void> {
  const { at, number } = appended.turn;
  const salt = newSalt();
  const own = sealed(appended, salt, at);
  const [begun] = await query<{ readonly id: number }>(
    `WITH begun AS (
       INSERT INTO ${schema}.session (lookup, salt, created_at, accessed_at, current_turn, sealed)
       VALUES ($1, $2, $3, $3, $4, $5) ON CONFLICT (lookup) DO NOTHING RETURNING id
     ), turn AS (
       INSERT INTO ${schema}.session_turn (session, number, bytes, sealed) SELECT id, $4, $6, $7 FROM begun
     )
     SELECT id FROM begun`,
    [lookup, salt, at, number, own.state, own.bytes, own.turn],
  );
  // Another began it since we looked.
  if (begun === undefined) throw notNext(number, number);
  // No row stands for how many sessions there may be. Taken last, as all who begin one wait for it.
  await transactionLock(query, schema, 'sessions');
  await makeRoom(query, schema, begun.id, maxSessions);
}

async function goOn(
  query: Query,
  schema: string,
  appended: AppendedTurn,
  before: SessionHead,
  maxBytes: number,
): Promise<void> {
  const { at, number } = appended.turn;
  const own = sealed(appended, before.salt, before.created_at);
  // All of it is done on what was there before, so the new turn counts as a parameter.
  await query(
    `WITH session AS (
       UPDATE ${schema}.session SET accessed_at = $2, current_turn = $3, sealed = $4 WHERE id = $1
     ), turn AS (
       INSERT INTO ${schema}.session_turn (session, number, bytes, sealed) VALUES ($1, $3, $5, $6)
     )
     DELETE FROM ${schema}.session_turn USING (
       SELECT number, sum(bytes) OVER (ORDER BY number DESC) AS kept FROM ${schema}.session_turn WHERE session = $1
     ) AS old
     WHERE session_turn.session = $1 AND session_turn.number = old.number AND old.kept + $5 > $7`,
    [before.id, at, number, own.state, own.bytes, own.turn, maxBytes],
  );
}

async function makeRoom(query: Query, schema: string, newest: number, maxSessions: number): Promise<void> {
  for (;;) {
    const excess = (await sessionCount(query, schema)) - maxSessions;
    if (excess <= 0) return;
    const tooMany = await query<{ readonly id: number; readonly accessed_at: string }>(
      `SELECT id, accessed_at FROM ${schema}.session WHERE id <> $1 ORDER BY accessed_at, id LIMIT $2`,
      [newest, excess],
    );
    if (tooMany.length === 0) return;
    // One that was used in the meantime is not the least recently used any more, so it stays and another goes.
    await query(
      `DELETE FROM ${schema}.session USING unnest($1::int8[], $2::text[]) AS seen (id, accessed_at)
       WHERE session.id = seen.id AND session.accessed_at = seen.accessed_at`,
      [tooMany.map(({ id }) => id), tooMany.map(({ accessed_at }) => accessed_at)],
    );
  }
}
