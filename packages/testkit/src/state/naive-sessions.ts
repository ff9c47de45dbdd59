import type { AppendedTurn, Session, SessionCaps } from '@ibid/core/types';
import { turnBytes } from './session-fixture.ts';

/** Simplest possible implementation of the session contract; sessions in the order of creation. */
export interface NaiveSessions {
  readonly all: ReadonlyMap<string, Session>;
  /** Returns true if the turn was accepted; otherwise the driver must reject with `STORE_BUSY`. */
  append(appended: AppendedTurn, caps: SessionCaps): boolean;
  delete(id: string): boolean;
  deleteIdleSince(instant: string): number;
}

export function naiveSessions(): NaiveSessions {
  const all = new Map<string, Session>();

  const append = ({ sessionId, turn, settings, metadata }: AppendedTurn, caps: SessionCaps): boolean => {
    const before = all.get(sessionId);
    if (turn.number !== 1 + (before?.currentTurn ?? 0)) return false;
    const everyTurn = [...(before?.turns ?? []), turn];
    const fitting = everyTurn.filter((one, i) => {
      const fromHere = everyTurn.slice(i).reduce((sum, later) => sum + turnBytes(later), 0);
      return one === turn || fromHere <= caps.maxBytes;
    });
    all.set(sessionId, {
      id: sessionId,
      createdAt: before?.createdAt ?? turn.at,
      lastAccessedAt: turn.at,
      currentTurn: turn.number,
      turns: fitting,
      settings,
      metadata,
    });
    if (turn.number === 1) {
      const others = [...all.values()].filter(({ id }) => id !== sessionId);
      // A stable sort: of sessions used at the same instant, the one created first comes first.
      const leastRecent = others.sort((a, b) => Date.parse(a.lastAccessedAt) - Date.parse(b.lastAccessedAt));
      for (const { id } of leastRecent.slice(0, Math.max(0, all.size - caps.maxSessions))) all.delete(id);
    }
    return true;
  };

  return {
    all,
    append,
    delete: (id) => all.delete(id),
    deleteIdleSince(instant) {
      const idle = [...all.values()].filter((one) => Date.parse(one.lastAccessedAt) < Date.parse(instant));
      for (const { id } of idle) all.delete(id);
      return idle.length;
    },
  };
}
