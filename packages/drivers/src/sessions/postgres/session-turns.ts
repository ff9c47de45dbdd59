/**
 * Turns over all processes on one database. One row of `session_place` is a session that is taken, and only its primary key
 * excludes: who waits looks again and again instead of holding a lock or a connection, so that it works behind a pooler of transactions
 * and a holder that hangs stops nobody but those behind it. The tickets of `session_line` make the order, which nothing else depends on:
 * where a stamp is taken wrongly for a dead one's, somebody is passed over once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { IbidError } from '@ibid/core';
import type { CallOptions, HeldTurn, SessionTurns } from '@ibid/core/types';
import { heartbeat, type Held } from '../../postgres/heartbeat.ts';
import type { Postgres } from '../../postgres/postgres.ts';
import { lookupOf } from '../seal.ts';
import { standsStill } from './stands-still.ts';
import { turnStatements, type PlaceLook } from './turn-statements.ts';

export interface OwnTurns extends SessionTurns {
  /** Removes what the dead left behind. */
  sweep(): Promise<void>;
  /** Rejects whoever waits now with `CLOSED`. */
  refuse(): void;
  /** Leaves every turn that is held. */
  leaveAll(): Promise<void>;
}

/**
 * Between two looks at a place that somebody has, in milliseconds: a twentieth of what one has waited, within bounds, so that many
 * who wait for long cost little; spread, so that processes do not look at once for ever.
 */
function pauseAfter(waitedMs: number): number {
  return Math.min(Math.max(30, waitedMs / 20), 250) * (1 + Math.random() / 2);
}

export function sessionTurns(options: {
  readonly postgres: Postgres;
  /** Milliseconds between two signs of life. */
  readonly beatMs: number;
  /** Milliseconds after which a holder without a sign of life counts as dead. */
  readonly patienceMs: number;
}): OwnTurns {
  const { postgres } = options;
  const statements = turnStatements(postgres, options.patienceMs);
  const holders = heartbeat({
    ...options,
    table: `${postgres.schema}.session_place`,
    leftRow: 'goes',
    notHeld: takenAway,
  });
  const waiters = heartbeat({
    ...options,
    table: `${postgres.schema}.session_line`,
    leftRow: 'goes',
    notHeld: takenAway,
  });
  const heldHere = new Set<HeldTurn>();
  let refusals = 0;

  async function take(lookup: Uint8Array, dead?: PlaceLook, ticket?: number): Promise<HeldTurn | undefined> {
    const claimed = await holders.claim(async (holder) =>
      (await statements.take(lookup, holder, { dead, ticket })) ? true : undefined,
    );
    return claimed && heldTurn(lookup, claimed.held);
  }

  function heldTurn(lookup: Uint8Array, held: Held): HeldTurn {
    const turn: HeldTurn = {
      lost: held.lost,
      async leave() {
        heldHere.delete(turn);
        if (held.letGo()) await statements.leave(lookup, held.token).catch(held.abandon);
      },
    };
    heldHere.add(turn);
    return turn;
  }

  async function waitInLine(lookup: Uint8Array, check: () => void): Promise<HeldTurn> {
    const began = performance.now();
    const isDead = standsStill({ ...options, isLeft: holders.hasAbandoned });
    let waiting: { readonly answer: number; readonly held: Held } | undefined;
    try {
      for (;;) {
        check();
        // A server that crashed has forgotten it.
        if (waiting?.held.isHeld() !== true)
          waiting = await waiters.claim(({ token }) => statements.queueUp(lookup, token));
        const ticket = waiting!.answer;
        const seen = await statements.look(lookup, ticket);
        const dead = isDead(seen) ? seen : undefined;
        if (!seen.is_behind && (seen.token === null || dead !== undefined)) {
          const turn = await take(lookup, dead, ticket);
          if (turn !== undefined) {
            // Its ticket went with it.
            waiting!.held.letGo();
            return turn;
          }
        }
        await sleep(pauseAfter(performance.now() - began));
      }
    } finally {
      if (waiting?.held.letGo() === true) await statements.giveUp(waiting.answer).catch(waiting.held.abandon);
    }
  }

  return {
    async enter(id, { signal }: CallOptions = {}) {
      const before = refusals;
      const check = (): void => {
        if (refusals !== before) throw closed();
        if (signal?.aborted === true) throw aborted(signal);
      };
      const lookup = lookupOf(id);
      const turn = (await take(lookup)) ?? (await waitInLine(lookup, check));
      try {
        check();
        return turn;
      } catch (error) {
        await turn.leave();
        throw error;
      }
    },
    sweep: statements.sweep,
    refuse() {
      refusals += 1;
    },
    async leaveAll() {
      await Promise.all([...heldHere].map((turn) => turn.leave()));
    },
  };
}

function takenAway(): IbidError {
  return new IbidError(
    'STORE_BUSY',
    'Another process took over the turn of this conversation, as this one seemed dead',
  );
}

function aborted(signal: AbortSignal): IbidError {
  return new IbidError('ABORTED', 'The wait for the turn of a conversation was aborted', { cause: signal.reason });
}

function closed(): IbidError {
  return new IbidError('CLOSED', 'The sessions in PostgreSQL were closed while a request waited for its turn');
}
