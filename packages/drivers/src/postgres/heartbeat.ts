/**
 * Who holds a row, and whether that process still lives. A hold is a random token in the row: every write of its holder checks it in
 * the same statement, so a holder that was taken for dead cannot write a word after another took over, whatever the clocks say.
 *
 * Life shows in a stamp of the server's clock that the holder renews every second. Who wants the row has it at once when the
 * holder's process is gone from this very host; otherwise it watches, and takes over only when the stamp
 * has stood still before its eyes, for two beats and a half where it is older than ten seconds already, and for ten seconds in any
 * case. So neither a server that was away, nor a jump of its clock, nor a change to another server makes a living holder look
 * dead. No clock of one host is compared with that of another.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { IbidError } from '@ibid/core';
import type { CallOptions } from '@ibid/core/types';
import { isGone, ownProcess, type HolderProcess } from '../files/holder-process.ts';
import { withinClosingTime } from './closing-time.ts';
import type { Postgres } from './postgres.ts';

/** Microseconds of the server's clock, as SQL. */
export const SERVER_TIME: string = '(extract(epoch FROM clock_timestamp()) * 1000000)::int8';

/** Columns of a row: `token`, `host` and `space` text, `pid int4`, and `beat int8`, the `SERVER_TIME` of the last sign of life. */
export interface Holder extends HolderProcess {
  readonly token: string;
  readonly beat: number;
}

/** What to ask of a row to look at it. */
export const LOOK: string = `token, host, space, pid, beat, ${SERVER_TIME} AS now`;

/** A row as one look shows it; a `token` of `null` = nobody holds it. */
export type Look = (Holder | { readonly token: null }) & { readonly now: number };

export interface HeartbeatOptions {
  readonly postgres: Postgres;
  /** Such as `"ibid".job`. */
  readonly table: string;
  /** Milliseconds between two signs of life. @default 1,000 */
  readonly beatMs?: number | undefined;
  /** Milliseconds after which a holder without a sign of life counts as dead. @default 10,000 */
  readonly patienceMs?: number | undefined;
  /** What becomes of a row that is left to anyone: it stays and has no token, or it goes. @default 'stays' */
  readonly leftRow?: 'stays' | 'goes';
  /** What a holder is told that lost its row. */
  readonly notHeld: () => IbidError;
}

export interface Held {
  readonly token: string;
  /** Fires when another took the row; not for `letGo` and `release`. */
  readonly lost: AbortSignal;
  isHeld(): boolean;
  /** Another has it. */
  lose(): void;
  /** Shows no life any more; whether it was held. */
  letGo(): boolean;
  /** Shows life again. */
  goOn(): void;
  /** Lets go of the row and leaves it to anyone. When that fails it is tried again without the caller. */
  release(): Promise<void>;
  /** Nobody has it, and the row may still say otherwise: it is left to anyone as soon as the server can be reached. */
  abandon(): void;
}

export interface Heartbeat {
  /** Asks for the row in the name of a new holder, who holds it when the answer is not `undefined`. */
  claim<T>(
    ask: (holder: Omit<Holder, 'beat'>) => Promise<T | undefined>,
  ): Promise<{ readonly answer: T; readonly held: Held } | undefined>;
  /** The row as it is when nobody holds it or its holder is found dead, else that of the living holder; `undefined` without a row. */
  watch(
    look: () => Promise<Look | undefined>,
    options?: CallOptions,
  ): Promise<{ readonly isLeft: boolean; readonly row: Look } | undefined>;
  /** Whether this is the token of one who tried here to get or to leave a row, and has it not, though the row may say otherwise. */
  hasAbandoned(token: string): boolean;
  /** Shows life at once, and finds out what others have taken. Never rejects. */
  beat(): Promise<void>;
  /** Leaves everything to anyone. Never rejects. */
  releaseAll(): Promise<void>;
}

/**
 * Between two attempts to leave a row that nobody has. What was asked for may be written long after the answer was given up, so an
 * attempt that found no row is followed by others, ever less often, up to so many in the time of patience.
 */
const LEAVE_AGAIN_MS = 250;
const LEAVES_A_PATIENCE = 4;

/** So long must a stamp that is old already stand still before our eyes, in beats. */
const BEATS_SEEN = 2.5;
const LOOKS_A_BEAT = 4;

export function heartbeat(options: HeartbeatOptions): Heartbeat {
  const { postgres, table, beatMs = 1000, patienceMs = 10_000, notHeld } = options;
  /** Whose life is shown, and where to tell of a loss. */
  const holds = new Map<string, () => void>();
  /** Rows that nobody has, though they may say otherwise, and until when others wait for them. */
  const abandoned = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let leaving: NodeJS.Timeout | undefined;
  let isLeaving = false;
  let leaveAgainMs = LEAVE_AGAIN_MS;

  const beatOnce = async (): Promise<void> => {
    const shown = new Map(holds);
    if (shown.size === 0) return;
    const sql = `UPDATE ${table} SET beat = ${SERVER_TIME} WHERE token = ANY ($1::text[]) RETURNING token`;
    try {
      const alive = await postgres.query<Pick<Holder, 'token'>>(sql, [[...shown.keys()]]);
      for (const { token } of alive) shown.delete(token);
    } catch {
      // The next beat comes long before anyone's patience ends.
      return;
    }
    // One that was let go of meanwhile is not lost.
    for (const [token, lose] of shown) if (holds.get(token) === lose) lose();
  };
  const keepBeating = (): void => {
    timer ??= setTimeout(async () => {
      await beatOnce();
      timer = undefined;
      if (holds.size > 0) keepBeating();
    }, beatMs).unref();
  };

  /** How many there were. */
  const release = async (tokens: readonly string[]): Promise<number> => {
    const change = options.leftRow === 'goes' ? `DELETE FROM ${table}` : `UPDATE ${table} SET token = NULL`;
    return (await postgres.query(`${change} WHERE token = ANY ($1::text[]) RETURNING 1 AS left`, [tokens])).length;
  };
  const leaveLater = (): void => {
    if (isLeaving) return;
    clearTimeout(leaving);
    if (abandoned.size > 0) leaving = setTimeout(leaveAbandoned, leaveAgainMs).unref();
  };
  const leaveAbandoned = async (): Promise<void> => {
    const now = performance.now();
    for (const [token, until] of abandoned) if (until <= now) abandoned.delete(token);
    if (abandoned.size === 0) return;
    isLeaving = true;
    leaveAgainMs = Math.max(LEAVE_AGAIN_MS, Math.min(2 * leaveAgainMs, patienceMs / LEAVES_A_PATIENCE));
    const tokens = [...abandoned.keys()];
    try {
      if ((await release(tokens)) === tokens.length) for (const token of tokens) abandoned.delete(token);
    } catch (error) {
      // It comes soon after the server can be reached again.
      leaveAgainMs = LEAVE_AGAIN_MS;
      if (IbidError.is(error) && error.code === 'CLOSED') abandoned.clear();
    }
    isLeaving = false;
    leaveLater();
  };
  const abandon = (token: string): void => {
    // By then others have found it dead.
    abandoned.set(token, performance.now() + 2 * patienceMs);
    leaveAgainMs = LEAVE_AGAIN_MS;
    leaveLater();
  };

  function hold(token: string): Held {
    const holder = new AbortController();
    const lose = (): void => {
      if (holds.delete(token)) holder.abort(notHeld());
    };
    const goOn = (): void => {
      holds.set(token, lose);
      keepBeating();
    };
    goOn();
    return {
      token,
      lost: holder.signal,
      isHeld: () => holds.has(token),
      lose,
      letGo: () => holds.delete(token),
      goOn,
      async release() {
        if (!holds.delete(token)) return;
        try {
          await release([token]);
        } catch (error) {
          abandon(token);
          throw error;
        }
      },
      abandon() {
        if (!holds.has(token)) abandon(token);
      },
    };
  }

  return {
    async claim(ask) {
      const token = randomUUID();
      let answer;
      try {
        answer = await ask({ token, ...ownProcess() });
      } catch (error) {
        // It may have been written, and would then show a holder of this very process, who lives.
        abandon(token);
        throw error;
      }
      return answer === undefined ? undefined : { answer, held: hold(token) };
    },

    async watch(look, { signal } = {}) {
      const pauseMs = beatMs / LOOKS_A_BEAT;
      let first: Holder | undefined;
      /** How long it has stood still before our eyes. Where this thread stood still itself, it saw nothing. */
      let seen = 0;
      let last = performance.now();
      for (;;) {
        if (signal?.aborted === true) throw aborted();
        const row = await look();
        if (row === undefined) return undefined;
        if (row.token === null) return { isLeft: true, row };
        if (holds.has(row.token)) return { isLeft: false, row };
        if (abandoned.has(row.token) || isGone(row)) return { isLeft: true, row };
        first ??= row;
        if (row.token !== first.token || row.beat !== first.beat) return { isLeft: false, row };
        seen += Math.min(performance.now() - last, 2 * pauseMs);
        last = performance.now();
        const isOld = row.now - row.beat >= patienceMs * 1000;
        if (seen >= patienceMs || (isOld && seen >= BEATS_SEEN * beatMs)) return { isLeft: true, row };
        // A sleep that was ended early is followed by the check of the signal.
        await sleep(pauseMs, undefined, signal && { signal }).catch(() => undefined);
      }
    },

    hasAbandoned: (token) => abandoned.has(token),
    beat: beatOnce,

    async releaseAll() {
      const tokens = [...holds.keys(), ...abandoned.keys()];
      holds.clear();
      abandoned.clear();
      if (tokens.length === 0) return;
      // Where the server is away, others notice by themselves that no life is shown any more.
      await withinClosingTime(postgres, release(tokens));
    },
  };
}

function aborted(): IbidError {
  return new IbidError('ABORTED', 'The wait for another holder was aborted');
}
