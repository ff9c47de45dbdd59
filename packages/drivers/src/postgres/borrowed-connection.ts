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
  /** Whether it is of no use any more: broken, given up, or of a server that takes no writes. */
  isLost(): boolean;
  /** Stops a statement under way and leaves the connection; what waits for it is rejected with `error`. */
  giveUp(error: IbidError): void;
  /** Back to the pool, or away when it is lost. */
  release(): void;
}

export interface BorrowedConnectionOptions {
  readonly client: pg.PoolClient;
  readonly place: string;
  /** The server goes away or takes no writes, so its other connections are of no use either. */
  readonly onLeave: () => void;
  /** Whether it is not to be used by anyone after this. */
  readonly isOutdated: () => boolean;
}

export function borrowedConnection(options: BorrowedConnectionOptions): BorrowedConnection {
  const { client, place, onLeave, isOutdated } = options;
  let lost: IbidError | undefined;
  let isRunning = false;
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
    if (!isRunning) return release();
    isReleased = true;
    rejectRunning?.(error);
    // A pooler forgets what to stop once the connection has gone.
    void cancelFirst();
  };

  return {
    async run(sql, values, timeoutMs) {
      if (lost !== undefined) throw lost;
      isRunning = true;
      const stopped = Promise.withResolvers<never>();
      rejectRunning = stopped.reject;
      const timer = setTimeout(
        () => giveUp(new IbidError('TIMED_OUT', `${place}, did not answer in ${timeoutMs} ms`, { retryable: true })),
        timeoutMs,
      );
      try {
        const asked = values.length === 0 ? client.query(sql) : client.query(sql, [...values]);
        return await Promise.race([asked, stopped.promise]);
      } catch (error) {
        if (!isOfStatement(error)) lose(error);
        throw postgresFault(error, place);
      } finally {
        clearTimeout(timer);
        isRunning = false;
        rejectRunning = undefined;
      }
    },
    isLost: () => lost !== undefined,
    giveUp,
    release,
  };
}

/** Whether the connection is as good as before: the server refused a statement, or we what came back. */
function isOfStatement(error: unknown): boolean {
  if (IbidError.is(error)) return error.code !== 'TIMED_OUT' && error.code !== 'ABORTED';
  return Object(error).severity === 'ERROR' && !mustBeLeft(error);
}

/** A server that became a standby, or ends, is of no use for as long as we stay connected to it. */
function mustBeLeft(error: unknown): boolean {
  const { code } = Object(error) as { readonly code?: string };
  return takesNoWrites(code) || (code?.startsWith('57P0') ?? false);
}
