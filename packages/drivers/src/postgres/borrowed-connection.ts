import { IbidError } from '@ibid/core';
import type pg from 'pg';
import { cancelStatement } from './cancel-statement.ts';
import { postgresFault } from './postgres-fault.ts';
import type { SqlValue } from './postgres.ts';
import { takesNoWrites } from './takes-no-writes.ts';

/** One connection of the pool, for as long as one call needs it. */
export interface BorrowedConnection {
  /** Rejects with what went wrong in our words; at once, without asking the server, after `giveUp`. */
  run<Row>(sql: string, values: readonly SqlValue[], timeoutMs: number): Promise<pg.QueryResult<Row & object>>;
  /** Rejects, as a write would, where the server is a standby, which answers what is only read from some moment before. Asks about once a second. */
  checkServer(timeoutMs: number): Promise<ServerState>;
  /** Whether it is of no use any more: broken, given up, or of a server that takes no writes. */
  isLost(): boolean;
  /** Stops a statement under way and leaves the connection; what waits for it is rejected with `error`. */
  giveUp(error: IbidError): void;
  /** Back to the pool, or away when it is lost. */
  release(): void;
}

export interface ServerState {
  /** Whether it would tell us of a commit that it acknowledges unconfirmed, as it does unless it is set to tell errors alone. */
  readonly warns: boolean;
}

export interface BorrowedConnectionOptions {
  readonly client: pg.PoolClient;
  readonly place: string;
  /** The server goes away or takes no writes, so its other connections are of no use either. */
  readonly onLeave: () => void;
  /** Nothing has come from the server since then, in milliseconds of `performance`, so whoever else heard nothing since may be as deaf. */
  readonly onSilence: (since: number) => void;
  /** Whether it is not to be used by anyone after this. */
  readonly isOutdated: () => boolean;
}

/** Less shows nothing: what is idle is silent. */
const SILENT_MS = 1000;

export function borrowedConnection(options: BorrowedConnectionOptions): BorrowedConnection {
  const { client, place, onLeave, onSilence, isOutdated } = options;
  let lost: IbidError | undefined;
  /** When what is under way was asked. */
  let askedAt: number | undefined;
  let isReleased = false;
  let rejectRunning: ((error: IbidError) => void) | undefined;
  const lose = (error: unknown): void => {
    lost ??= postgresFault(error, place);
    if (mustBeLeft(error)) onLeave();
  };
  // Without somebody who listens, a connection that breaks between two statements would end the process.
  client.on('error', lose);

  const handBack = (): void => {
    client.off('error', lose);
    // The pool listens from here on.
    client.release(lost !== undefined || isOutdated());
  };
  const release = (): void => {
    if (isReleased) return;
    isReleased = true;
    handBack();
  };
  const cancelFirst = async (): Promise<void> => {
    await cancelStatement(client).catch(() => undefined);
    handBack();
  };
  const giveUp = (error: IbidError): void => {
    lost ??= error;
    if (isReleased) return;
    if (askedAt === undefined) return release();
    if (error.code === 'TIMED_OUT') onSilence(Math.min(askedAt, performance.now() - SILENT_MS));
    isReleased = true;
    rejectRunning?.(error);
    // A pooler forgets what to stop once the connection has gone.
    void cancelFirst();
  };

  const connection: BorrowedConnection = {
    async run(sql, values, timeoutMs) {
      if (lost !== undefined) throw lost;
      askedAt = performance.now();
      let isUnconfirmed = false;
      const onNotice = ({ routine }: { readonly routine?: string | undefined }): void => {
        isUnconfirmed ||= routine === GAVE_UP_ON_STANDBY;
      };
      client.on('notice', onNotice);
      const stopped = Promise.withResolvers<never>();
      rejectRunning = stopped.reject;
      const timer = setTimeout(
        () => giveUp(new IbidError('TIMED_OUT', `${place}, did not answer in ${timeoutMs} ms`, { retryable: true })),
        timeoutMs,
      );
      try {
        const asked = values.length === 0 ? client.query(sql) : client.query(sql, [...values]);
        const result = await Promise.race([asked, stopped.promise]);
        if (isUnconfirmed) throw unconfirmed(place);
        return result;
      } catch (error) {
        if (!isOfStatement(error)) lose(error);
        throw postgresFault(error, place);
      } finally {
        clearTimeout(timer);
        client.off('notice', onNotice);
        askedAt = undefined;
        rejectRunning = undefined;
      }
    },
    async checkServer(timeoutMs) {
      const now = performance.now();
      const known = checked.get(client);
      if (known !== undefined && now - known.at < CHECKED_MS) return known;
      const { rows } = await connection.run<{ readonly standby: boolean; readonly level: string }>(
        CHECK,
        [],
        timeoutMs,
      );
      if (rows[0]?.standby === true) {
        lose(STANDBY);
        throw postgresFault(STANDBY, place);
      }
      const state = { at: now, warns: rows[0]?.level !== 'error' };
      checked.set(client, state);
      return state;
    },
    isLost: () => lost !== undefined,
    giveUp,
    release,
  };
  return connection;
}

/** What each was last seen to lead to, a primary. That it stays one for as long as a connection to it stands is not true of one to a pooler. */
const checked = new WeakMap<object, ServerState & { readonly at: number }>();
const CHECKED_MS = 1000;
const CHECK = `SELECT pg_catalog.pg_is_in_recovery() AS standby, pg_catalog.current_setting('client_min_messages') AS level`;

/** As a standby itself says it of a write. */
const STANDBY = { code: '25006', severity: 'ERROR', message: 'it is in recovery' };

/**
 * PostgreSQL's function that warns, in the language of the server, that it acknowledges a commit which the standby that was to confirm it
 * has not confirmed, because somebody stopped the wait. Should the standby be promoted the commit is gone.
 */
const GAVE_UP_ON_STANDBY = 'SyncRepWaitForLSN';

function unconfirmed(place: string): IbidError {
  const message = `${place}, wrote it, and the standby that must confirm it did not; whether it lasts is not known`;
  return new IbidError('TIMED_OUT', message, { details: { outcome: 'unknown' } });
}

/** Whether the connection is as good as before: the server refused a statement, or we what came back. */
function isOfStatement(error: unknown): boolean {
  if (IbidError.is(error))
    return error.details['outcome'] !== undefined || (error.code !== 'TIMED_OUT' && error.code !== 'ABORTED');
  return Object(error).severity === 'ERROR' && !mustBeLeft(error);
}

/** A server that became a standby, or ends, is of no use for as long as we stay connected to it. */
function mustBeLeft(error: unknown): boolean {
  const { code } = Object(error) as { readonly code?: string };
  return takesNoWrites(code) || (code?.startsWith('57P0') ?? false);
}
