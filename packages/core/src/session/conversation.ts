import type { Turn } from '../types/answer.ts';
import { IbidError } from '../types/ibid-error.ts';
import type { AgentSettings, SessionTurn } from '../types/session.ts';

/** One request's turn on a session, from being admitted until `release`; nobody else has the session meanwhile. */
export interface Conversation extends Disposable {
  /** UUID; of a new conversation nothing is stored before the first `append`. */
  readonly id: string;
  /** The turn to be taken, from 1. */
  readonly turnNumber: number;
  /** Said before, oldest first, trimmed. */
  readonly history: readonly Turn[];
  /**
   * Keeps the turn, durably when the store is. Once; again only after a rejection. Rejects with `STORE_BUSY` when the session
   * was dropped to make room, or another process took the turn; and is not to
   * be aborted: the answer has been given.
   */
  append(
    turn: Omit<SessionTurn, 'number' | 'at'>,
    settings: AgentSettings,
    metadata: Readonly<Record<string, string | number | boolean>>,
  ): Promise<void>;
  /** Lets the next request in, after an `append` under way has ended. May be repeated. */
  release(): void;
}

export function conversation(options: {
  readonly id: string;
  readonly turnNumber: number;
  readonly history: readonly Turn[];
  /** Gives the session up to the next request. */
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
