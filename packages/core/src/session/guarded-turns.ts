import type { HeldTurn, SessionTurns } from '../types/session.ts';
import type { GuardedCall } from '../store/guarded-call.ts';
import { checkedSessionId } from './session-arguments.ts';

/** A driver's turns, made total: no turn stays held by a request that has given up, and leaving never fails. */
export function guardedTurns(turns: SessionTurns, guarded: GuardedCall): SessionTurns {
  return {
    async enter(id, call) {
      let entering: Promise<HeldTurn> | undefined;
      try {
        const { lost, ...turn } = await guarded('turns.enter', call, async () => {
          entering = turns.enter(checkedSessionId('turns.enter', id), call);
          return entering;
        });
        let leaving: Promise<void> | undefined;
        return { lost, leave: () => (leaving ??= quietly(turn.leave)) };
      } catch (error) {
        // Whoever gave up is told at once, and the driver may still let it in.
        entering?.then(({ leave }) => quietly(leave)).catch(() => undefined);
        throw error;
      }
    },
  };
}

async function quietly(leave: () => Promise<void>): Promise<void> {
  try {
    await leave();
  } catch {
    // Others overtake.
  }
}
