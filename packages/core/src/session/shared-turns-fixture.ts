import type { SessionTurns } from '../types/session.ts';
import { turnQueue } from './turn-queue.ts';

/** Turns as several processes share them, and how many are held now. */
export function sharedTurns(): SessionTurns & { held(): number } {
  const queue = turnQueue({ maxWaiting: 0 });
  let held = 0;
  return {
    held: () => held,
    async enter(id, options) {
      const letIn = await queue.enter(id, { ...options, mustQueue: true });
      held += 1;
      let isHeld = true;
      return {
        lost: new AbortController().signal,
        async leave() {
          if (isHeld) held -= 1;
          isHeld = false;
          letIn();
        },
      };
    },
  };
}
