import type { CallOptions } from '../types/call-options.ts';
import { IbidError } from '../types/ibid-error.ts';
import type { Session, SessionDriver } from '../types/session.ts';
import { conversation, type Conversation } from './conversation.ts';
import { checkedSessionId, sessionStore } from './session-store.ts';
import { trimHistory } from './trim-history.ts';
import { turnQueue } from './turn-queue.ts';

export interface ConversationLimits {
  /** Default 100,000; the least recently used make room. */
  readonly maxSessions?: number;
  /** However many a request asks for; default 50. */
  readonly maxTurns?: number;
  /** Of the turns of one session; default 512 KiB. The oldest make room. */
  readonly maxBytes?: number;
  /** A session without a new turn for longer is unknown; default 24 hours. */
  readonly maxIdleMs?: number;
  /** Of the history that a request gets; default 2,000. */
  readonly historyTokens?: number;
  /** Requests that wait for one session while another has it; default 8. */
  readonly maxWaiting?: number;
}

export interface ConversationsOptions {
  /** Its database is the caller's to close, after the conversations. */
  readonly driver: SessionDriver;
  readonly now: () => Date;
  /** A UUID that nobody can guess: knowing it is the right to read and to delete. */
  readonly newId: () => string;
  readonly countTokens: (text: string) => number;
  readonly limits?: ConversationLimits;
}

export type Beginning =
  | { readonly kind: 'ready'; readonly conversation: Conversation }
  | { readonly kind: 'unknown' }
  /** `turns` were taken and no more are allowed. */
  | { readonly kind: 'full'; readonly sessionId: string; readonly turns: number };

/**
 * Sessions as a server needs them: requests on one session take turns in the order in which they came, and with those of other
 * processes in any order; requests on others never wait, and idle sessions are unknown. Ids are UUIDs in any letter case; anything else is refused with `INVALID_REQUEST`.
 */
export interface Conversations extends AsyncDisposable {
  /**
   * Waits for the session and takes its next turn; without `id` begins a new one at once, which other processes know once its
   * first turn is kept, so give its id away only then. `maxTurns` is 1 to 50. Whoever gets `ready` must `release` the
   * conversation. Rejects with `RATE_LIMITED` when too many requests of this process wait for this session.
   */
  begin(
    request: { readonly id: string | undefined; readonly maxTurns: number },
    options?: CallOptions,
  ): Promise<Beginning>;
  /** Without waiting and without counting as use; `undefined` = unknown or idle for too long. */
  read(id: string, options?: CallOptions): Promise<Session | undefined>;
  /**
   * Deletes the session when its turn comes, however many wait for it; whether there was one. A request that waits behind finds
   * it unknown. An abort counts until the deletion has begun.
   */
  end(id: string, options?: CallOptions): Promise<boolean>;
  /** Sessions kept, those included that are idle for too long and not yet swept away. */
  count(options?: CallOptions): Promise<number>;
  /** Refuses who waits, and whoever comes later, with `CLOSED`. */
  close(): Promise<void>;
}

const MOST_TURNS = 50;
const SWEEP_EVERY_MS = 60_000;
/** A request that began just before its session went idle for too long may still append. */
const SWEEP_GRACE_MS = 600_000;

export function createConversations(options: ConversationsOptions): Conversations {
  const { driver, now, newId, countTokens, limits = {} } = options;
  const { maxSessions = 100_000, maxTurns: mostTurns = MOST_TURNS, maxBytes = 512 * 1024 } = limits;
  const { maxIdleMs = 86_400_000, historyTokens = 2000, maxWaiting = 8 } = limits;
  const store = sessionStore(driver);
  const queue = turnQueue({ maxWaiting });
  const closing = new AbortController();
  let lastSweep: number | undefined;
  let sweeping: Promise<unknown> | undefined;

  const sweep = (): void => {
    const time = now().getTime();
    // A clock that was set back must not put sweeping off.
    const isDue = lastSweep === undefined || Math.abs(time - lastSweep) >= SWEEP_EVERY_MS;
    if (!isDue || sweeping !== undefined) return;
    lastSweep = time;
    // Nobody waits for it; a store that fails says so to the next one who needs it.
    sweeping = store
      .deleteIdleSince(new Date(time - maxIdleMs - SWEEP_GRACE_MS).toISOString())
      .catch(() => undefined)
      .finally(() => (sweeping = undefined));
  };

  /** The line of this process, and behind it that of all: at most one request a session and process waits there. */
  const enter = async (id: string, call?: CallOptions & { readonly mustQueue?: boolean }): Promise<() => void> => {
    const leave = await queue.enter(id, call);
    if (driver.lock === undefined) return leave;
    const { signal = closing.signal } = call ?? {};
    try {
      const held = await driver.lock(id, { signal: AbortSignal.any([signal, closing.signal]) });
      return () => void held.release().finally(leave);
    } catch (error) {
      leave();
      throw closing.signal.aborted ? closing.signal.reason : error;
    }
  };

  const current = async (id: string, call: CallOptions | undefined): Promise<Session | undefined> => {
    const session = await store.read(id, call);
    if (session === undefined) return undefined;
    return now().getTime() - Date.parse(session.lastAccessedAt) > maxIdleMs ? undefined : session;
  };

  const ready = (id: string, session: Session | undefined, leave: () => void): Beginning => ({
    kind: 'ready',
    conversation: conversation({
      id,
      turnNumber: (session?.currentTurn ?? 0) + 1,
      history: trimHistory(session?.turns ?? [], { maxTokens: historyTokens, countTokens }),
      leave,
      store: (turn, settings, metadata) =>
        store.append(
          { sessionId: id, turn: { ...turn, at: now().toISOString() }, settings, metadata },
          { maxBytes, maxSessions },
        ),
    }),
  });

  const resume = async (id: string, most: number, leave: () => void, call?: CallOptions): Promise<Beginning> => {
    const session = await current(id, call);
    if (session !== undefined && session.currentTurn < most) return ready(id, session, leave);
    leave();
    return session === undefined ? { kind: 'unknown' } : { kind: 'full', sessionId: id, turns: session.currentTurn };
  };

  const close = async (): Promise<void> => {
    queue.close();
    closing.abort(new IbidError('CLOSED', 'The conversations are closed; the server is ending'));
    await sweeping;
    store.close();
  };
  return {
    async begin({ id: given, maxTurns }, call) {
      if (!Number.isSafeInteger(maxTurns) || maxTurns < 1 || maxTurns > MOST_TURNS) {
        throw new IbidError('INVALID_REQUEST', `begin: \`maxTurns\` is ${maxTurns}; give 1 to ${MOST_TURNS}`);
      }
      const id = checkedSessionId('begin', given ?? newId());
      // A new session is held too, where its id may be known before its first turn is kept: in this process alone.
      const leave = await (given === undefined ? queue.enter(id, call) : enter(id, call));
      sweep();
      try {
        if (given === undefined) return ready(id, undefined, leave);
        return await resume(id, Math.min(maxTurns, mostTurns), leave, call);
      } catch (error) {
        leave();
        throw error;
      }
    },
    async read(id, call) {
      const checked = checkedSessionId('read', id);
      sweep();
      return current(checked, call);
    },
    async end(id, call) {
      const checked = checkedSessionId('end', id);
      const leave = await enter(checked, { ...call, mustQueue: true });
      try {
        const known = await current(checked, call);
        // What is idle for too long is unknown, and goes all the same. Not to be aborted: it would go on behind the next turn.
        const deleted = await store.delete(checked);
        return deleted && known !== undefined;
      } finally {
        leave();
      }
    },
    count: (call) => store.count(call),
    close,
    [Symbol.asyncDispose]: close,
  };
}
