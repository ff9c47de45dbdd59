/** Conversations in memory: the reference of the session contract, and all that a server needs that may forget on restart. */
import { IbidError } from '@ibid/core';
import type { AppendedTurn, Session, SessionCaps, SessionDriver, SessionTurn } from '@ibid/core/types';

/** Everything as JSON, so that nothing a caller holds is live, and a turn's size is known. */
interface KeptSession {
  readonly createdAt: string;
  readonly lastAccessedAt: string;
  readonly currentTurn: number;
  /** `settings` and `metadata`. */
  readonly state: string;
  /** Oldest first. */
  readonly turns: readonly string[];
}

export function memorySessions(): SessionDriver {
  /** In the order of creation. */
  const sessions = new Map<string, KeptSession>();
  return {
    name: 'memory-sessions',
    traits: { durable: false },
    // No other process can see them.
    turns: undefined,
    async open() {},
    async close() {
      sessions.clear();
    },
    async read(id) {
      const kept = sessions.get(id);
      return kept === undefined ? undefined : toSession(id, kept);
    },
    async append(appended, caps) {
      const kept = sessions.get(appended.sessionId);
      checkNumber(appended, kept);
      sessions.set(appended.sessionId, withTurn(kept, appended, caps));
      if (kept === undefined) makeRoom(sessions, appended.sessionId, caps.maxSessions);
    },
    async delete(id) {
      return sessions.delete(id);
    },
    async deleteIdleSince(instant) {
      const idle = [...sessions].filter(([, kept]) => kept.lastAccessedAt < instant);
      for (const [id] of idle) sessions.delete(id);
      return idle.length;
    },
    async count() {
      return sessions.size;
    },
  };
}

function toSession(id: string, kept: KeptSession): Session {
  const { createdAt, lastAccessedAt, currentTurn } = kept;
  const turns = kept.turns.map((turn): SessionTurn => JSON.parse(turn));
  const state: Pick<Session, 'settings' | 'metadata'> = JSON.parse(kept.state);
  return { id, createdAt, lastAccessedAt, currentTurn, turns, ...state };
}

function checkNumber({ turn }: AppendedTurn, kept: KeptSession | undefined): void {
  if (turn.number === (kept?.currentTurn ?? 0) + 1) return;
  throw new IbidError(
    'STORE_BUSY',
    kept === undefined
      ? `Turn ${turn.number} belongs to a conversation that is not kept any more; begin a new one`
      : `Turn ${turn.number} does not follow turn ${kept.currentTurn}, the newest of its conversation; read it again`,
  );
}

function withTurn(kept: KeptSession | undefined, appended: AppendedTurn, { maxBytes }: SessionCaps): KeptSession {
  const { turn, settings, metadata } = appended;
  const turns = [...(kept?.turns ?? []), JSON.stringify(turn)];
  let bytes = turns.reduce((sum, one) => sum + Buffer.byteLength(one), 0);
  while (bytes > maxBytes && turns.length > 1) bytes -= Buffer.byteLength(turns.shift()!);
  return {
    createdAt: kept?.createdAt ?? turn.at,
    lastAccessedAt: turn.at,
    currentTurn: turn.number,
    state: JSON.stringify({ settings, metadata }),
    turns,
  };
}

function makeRoom(sessions: Map<string, KeptSession>, newest: string, maxSessions: number): void {
  while (sessions.size > maxSessions) {
    let oldest: readonly [id: string, at: string] | undefined;
    for (const [id, { lastAccessedAt }] of sessions) {
      if (id !== newest && (oldest === undefined || lastAccessedAt < oldest[1])) oldest = [id, lastAccessedAt];
    }
    if (oldest === undefined) return;
    sessions.delete(oldest[0]);
  }
}
