import { IbidError } from '@ibid/core';
import type { Session, SessionTurn } from '@ibid/core/types';
import { keyOf, unseal } from '../seal.ts';

/** What a seal is bound to beside the session's own key: the row's other columns, so that none of them can change unseen. */
export function sessionPlace(row: {
  readonly created_at: string;
  readonly accessed_at: string;
  readonly current_turn: number;
}): string {
  return `session ${row.created_at} ${row.accessed_at} ${row.current_turn}`;
}

export function turnPlace(number: number): string {
  return `turn ${number}`;
}

export interface StoredSessionRow {
  readonly salt: Uint8Array;
  readonly created_at: string;
  readonly accessed_at: string;
  readonly current_turn: number;
  readonly sealed: Uint8Array;
}

export interface StoredTurnRow {
  readonly number: number;
  readonly sealed: Uint8Array;
}

/** `turns` in the order of their numbers. Throws `INDEX_DAMAGED` where anything is not as it was written. */
export function openSealed(id: string, row: StoredSessionRow, turns: readonly StoredTurnRow[]): Session {
  // The newest turn is always there, and nothing is missing between two of them.
  const first = row.current_turn - turns.length + 1;
  if (turns.length === 0 || turns.some(({ number }, i) => number !== first + i)) throw unsound();
  const key = keyOf(id, row.salt);
  const opened = (place: string, sealed: Uint8Array): string => {
    const text = unseal(key, place, sealed);
    if (text === undefined) throw unsound();
    return text;
  };
  const state: Pick<Session, 'settings' | 'metadata'> = JSON.parse(opened(sessionPlace(row), row.sealed));
  return {
    id,
    createdAt: row.created_at,
    lastAccessedAt: row.accessed_at,
    currentTurn: row.current_turn,
    turns: turns.map(({ number, sealed }): SessionTurn => JSON.parse(opened(turnPlace(number), sealed))),
    ...state,
  };
}

function unsound(): IbidError {
  return new IbidError(
    'INDEX_DAMAGED',
    'The conversations in PostgreSQL: one of them is not as it was written; the others can still be read',
  );
}
