import type { Turn } from '../types/answer.ts';
import { IbidError } from '../types/ibid-error.ts';
import type { AgentSettings, SessionTurn } from '../types/session.ts';

/** One request's turn on a session, exclusive until `release`. */
export interface Conversation extends Disposable {
  /** UUID. Nothing of a new conversation is stored before the first `append`. */
  readonly id: string;
  /** Number of the turn that this request takes, from 1. */
  readonly turnNumber: number;
  /** Earlier messages, oldest first, trimmed. */
  readonly history: readonly Turn[];
  /**
   * Stores the turn. Call once; again only after a rejection. Rejects with `STORE_BUSY` when the session was deleted because of the limit
   * on sessions, or another process took the turn. Cannot be aborted, because the reader already has the answer.
   */
  append(
    turn: Omit<SessionTurn, 'number' | 'at'>,
    settings: AgentSettings,
    metadata: Readonly<Record<string, string | number | boolean>>,
  ): Promise<void>;
  /** Lets the next request in, once an `append` in progress has ended. May be called again. */
  release(): void;
}

export function conversation(options: {
  readonly id: string;
  readonly turnNumber: number;
  readonly history: readonly Turn[];
  /** Releases the session to the next request. */
  readonly leave: () => void;
  readonly store: (
    turn: Omit<SessionTurn, 'at'>,
    settings: AgentSettings,
    metadata: Readonly<Record<string, string | number | boolean>>,
  ) => Promise<void>;
}): Conversation {
  const { id, turnNumber, history, leave, store } = options;
  let state: 'open' | 'storing' | 'stored' = 'open';
  let released = false;

  const release = (): void => {
    if (released) return;
    released = true;
    if (state !== 'storing') leave();
  };
  return {
    id,
    turnNumber,
    history,
    async append(turn, settings, metadata) {
      if (released) {
        throw new IbidError('INVALID_REQUEST', `append: turn ${turnNumber} was released; begin the conversation again`);
      }
      if (state !== 'open') {
        throw new IbidError('INVALID_REQUEST', `append: turn ${turnNumber} is taken; begin the conversation again`);
      }
      state = 'storing';
      try {
        await store({ ...turn, number: turnNumber }, settings, metadata);
        state = 'stored';
      } catch (error) {
        state = 'open';
        throw error;
      } finally {
        if (released) leave();
      }
    },
    release,
    [Symbol.dispose]: release,
  };
}
