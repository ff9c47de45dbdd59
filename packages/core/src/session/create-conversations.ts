import type { Turn } from '../types/answer.ts';
import type { Session, SessionDriver, SessionTurn } from '../types/session.ts';
import type { CallOptions } from '../types/call-options.ts';
import { IbidError } from '../types/ibid-error.ts';
import { guardedCall } from '../store/guarded-call.ts';
import { conversation, type Conversation } from './conversation.ts';
import { turnQueue } from './turn-queue.ts';

export interface ConversationLimits {
  /** Sessions kept. Default 100,000; the least recently used are deleted first. */
  readonly maxSessions?: number;
  /** Size of one session's turns in bytes. Default 512 KiB; the oldest turns are deleted first. */
  readonly maxBytes?: number;
  /** Tokens of history given to a request. Default 2,000. */
  readonly historyTokens?: number;
  /** Requests that may wait for one session while another request uses it. Default 8. */
  readonly maxWaiting?: number;
}

export interface ConversationsOptions {
  /** The caller closes its database, after closing the conversations. */
  readonly driver: SessionDriver;
  readonly now: () => Date;
  /** Returns a UUID that nobody can guess: whoever has the id may read and delete the session. */
  readonly newId: () => string;
  readonly countTokens: (text: string) => number;
  readonly limits?: ConversationLimits;
}

export type Beginning =
  | { readonly kind: 'ready'; readonly conversation: Conversation }
  | { readonly kind: 'unknown' }
  /** `turns` have been taken and no more are allowed. */
  | { readonly kind: 'full'; readonly sessionId: string; readonly turns: number };

/**
 * Sessions for a server. Requests on one session take turns, in order of arrival within this process and in any order between processes.
 * Requests on different sessions never wait for each other. Idle sessions count as unknown. Ids are UUIDs in any letter case; anything else
 * is refused with `INVALID_REQUEST`.
 */
export interface Conversations extends AsyncDisposable {
  /**
   * Waits for the session and takes its next turn. Without `id`, starts a new session at once; other processes can find it only after its
   * first turn is stored, so do not hand out its id before. `maxTurns` is 1 to 50. After `ready`, the caller must `release` the
   * conversation. Rejects with `RATE_LIMITED` when too many requests of this process wait for the session.
   */
  begin(
    request: { readonly id: string | undefined; readonly maxTurns: number },
    options?: CallOptions,
  ): Promise<Beginning>;
  /** Reads without waiting and without counting as use. Returns `undefined` if the session is unknown or idle for too long. */
  read(id: string, options?: CallOptions): Promise<Session | undefined>;
  /**
   * Deletes the session when its turn comes, even if many requests wait for it. Returns whether it existed. Requests that wait behind this
   * one then find it unknown. An abort has an effect only before the deletion begins.
   */
  end(id: string, options?: CallOptions): Promise<boolean>;
  /** Number of stored sessions, including idle ones that are not deleted yet. */
  count(options?: CallOptions): Promise<number>;
  /** Refuses waiting and later requests with `CLOSED`. */
  close(): Promise<void>;
}

const MOST_TURNS = 50;
/** A session without a new turn for longer than this counts as unknown. */
const MAX_IDLE_MS = 86_400_000;
const SWEEP_EVERY_MS = 60_000;
/** Extra time before deletion: a request that began just before its session became idle may still append. */
const SWEEP_GRACE_MS = 600_000;

export function createConversations(options: ConversationsOptions): Conversations {
  const { driver, now, newId, countTokens, limits = {} } = options;
  const { maxSessions = 100_000, maxBytes = 512 * 1024, historyTokens = 2000, maxWaiting = 8 } = limits;
  const queue = turnQueue({ maxWaiting });
  const closing = new AbortController();
  let isClosed = false;
  const guarded = guardedCall(driver.name, () => (isClosed ? closedError() : undefined));
  let lastSweep: number | undefined;
  let sweeping: Promise<unknown> | undefined;

  const sweep = (): void => {
    const time = now().getTime();
    // A clock that is set back must not delay the next sweep.
    const isDue = lastSweep === undefined || Math.abs(time - lastSweep) >= SWEEP_EVERY_MS;
    if (!isDue || sweeping !== undefined) return;
    lastSweep = time;
    // Nobody waits for the result. If the store fails, the next call that uses it reports the error.
    const before = new Date(time - MAX_IDLE_MS - SWEEP_GRACE_MS).toISOString();
    sweeping = guarded('deleteIdleSince', undefined, () => driver.deleteIdleSince(before))
      .catch(() => undefined)
      .finally(() => (sweeping = undefined));
  };

  /**
   * Enters the queue of this process, then takes the lock shared by all processes. Each process has at most one request per session waiting
   * for that lock.
   */
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
    const session = await guarded('read', call, () => driver.read(id));
    if (session === undefined) return undefined;
    return now().getTime() - Date.parse(session.lastAccessedAt) > MAX_IDLE_MS ? undefined : session;
  };

  const ready = (id: string, session: Session | undefined, leave: () => void): Beginning => ({
    kind: 'ready',
    conversation: conversation({
      id,
      turnNumber: (session?.currentTurn ?? 0) + 1,
      history: trimHistory(session?.turns ?? [], { maxTokens: historyTokens, countTokens }),
      leave,
      store: (turn, settings, metadata) =>
        guarded('append', undefined, () => {
          const appended = { sessionId: id, turn: { ...turn, at: now().toISOString() }, settings, metadata };
          return driver.append(appended, { maxBytes, maxSessions });
        }),
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
    closing.abort(closedError());
    await sweeping;
    isClosed = true;
  };
  return {
    async begin({ id: given, maxTurns }, call) {
      if (!Number.isSafeInteger(maxTurns) || maxTurns < 1 || maxTurns > MOST_TURNS) {
        throw new IbidError('INVALID_REQUEST', `begin: \`maxTurns\` is ${maxTurns}; give 1 to ${MOST_TURNS}`);
      }
      const id = checkedSessionId('begin', given ?? newId());
      // A new session is locked within this process only: its id may become known here before its first turn is stored.
      const leave = await (given === undefined ? queue.enter(id, call) : enter(id, call));
      sweep();
      try {
        if (given === undefined) return ready(id, undefined, leave);
        return await resume(id, maxTurns, leave, call);
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
        // A session that is idle for too long is deleted but reported as unknown. No abort here: the deletion would go on after the next
        // turn began.
        const deleted = await guarded('delete', undefined, () => driver.delete(checked));
        return deleted && known !== undefined;
      } finally {
        leave();
      }
    },
    count: (call) => guarded('count', call, () => driver.count()),
    close,
    [Symbol.asyncDispose]: close,
  };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns the id in lower case, so that each session has one spelling. Throws `INVALID_REQUEST` unless it is a UUID (any version). */
function checkedSessionId(operation: string, id: string): string {
  const lower = id.toLowerCase();
  if (UUID.test(lower)) return lower;
  throw new IbidError('INVALID_REQUEST', `${operation}: the session id is no UUID; give one as it was returned`);
}

function closedError(): IbidError {
  return new IbidError('CLOSED', 'The conversations are closed; the server is ending');
}

const MOST_ENTRIES = 20;

/**
 * Returns the newest turns that fit `maxTokens` together, oldest first: whole turns, at most 20 entries. If even the newest turn does not
 * fit, its question alone is kept if it fits, because follow-ups need the topic more than the answer.
 */
export function trimHistory(
  turns: readonly Pick<SessionTurn, 'userInput' | 'response'>[],
  { maxTokens, countTokens }: { readonly maxTokens: number; readonly countTokens: (text: string) => number },
): readonly Turn[] {
  const newestFirst: Turn[] = [];
  let left = maxTokens;
  for (const { userInput, response } of turns.toReversed()) {
    const question = countTokens(userInput);
    const tokens = question + countTokens(response);
    if (tokens > left) {
      if (newestFirst.length === 0 && question <= left) newestFirst.push({ role: 'reader', text: userInput });
      break;
    }
    left -= tokens;
    newestFirst.push({ role: 'assistant', text: response }, { role: 'reader', text: userInput });
    if (newestFirst.length >= MOST_ENTRIES) break;
  }
  return newestFirst.toReversed();
}
