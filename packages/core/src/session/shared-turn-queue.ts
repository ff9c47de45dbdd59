import { IbidError } from '../types/ibid-error.ts';
import type { SessionTurns } from '../types/session.ts';
import type { TurnQueue } from './turn-queue.ts';

/**
 * The line of this process, and behind it that of all processes: at most one request a session and process waits there. Those
 * of other processes come in between, so a busy process keeps nobody else's readers waiting.
 */
export function sharedTurnQueue(queue: TurnQueue, turns: SessionTurns | undefined): TurnQueue {
  if (turns === undefined) return queue;
  const closing = new AbortController();
  return {
    async enter(key, options) {
      const leave = await queue.enter(key, options);
      const { signal } = options ?? {};
      const either = signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal]);
      try {
        const turn = await turns.enter(key, { signal: either });
        // The next one of this process would only find the turn held.
        return () => void turn.leave().finally(leave);
      } catch (error) {
        leave();
        throw closing.signal.aborted ? closing.signal.reason : error;
      }
    },
    close() {
      queue.close();
      closing.abort(new IbidError('CLOSED', 'The conversations are closed; the server is ending'));
    },
  };
}
