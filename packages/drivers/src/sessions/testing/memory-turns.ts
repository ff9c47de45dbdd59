import { setTimeout as sleep } from 'node:timers/promises';
import { IbidError } from '@ibid/core';
import type { SessionTurns } from '@ibid/core/types';

/** What the rules about turns must notice. */
export type TurnFault =
  | 'lets everyone in'
  | 'refuses who would wait'
  | 'has no order'
  | 'has one turn for all sessions'
  | 'is left by whoever left before'
  | 'keeps a place for who gave up'
  | 'lets in who gave up'
  | 'takes the slow for dead'
  | 'waits for the dead'
  | 'tells nobody of a loss'
  | 'keeps the turns of a closed store'
  | 'lets who waits wait on after close';

interface Place {
  holder: Holder | undefined;
  readonly line: object[];
}

interface Holder {
  readonly isAlive: boolean;
  readonly since: number;
  readonly lost: AbortController;
}

export interface MemoryTurns {
  /** As one process has them. */
  open(): { readonly turns: SessionTurns; close(): void };
  /** As `SessionPlace.turns` has it. */
  takeAway(id: string): Promise<void>;
}

/** The contract of `SessionTurns` as plainly as it can be said, with a fault on request. */
export function memoryTurns(patienceMs: number, fault?: TurnFault): MemoryTurns {
  const places = new Map<string, Place>();
  const placeOf = (id: string): Place => {
    const key = fault === 'has one turn for all sessions' ? '' : id;
    const place = places.get(key) ?? { holder: undefined, line: [] };
    places.set(key, place);
    return place;
  };
  const isLeft = ({ holder }: Place): boolean => {
    if (holder === undefined || fault === 'lets everyone in') return true;
    if (holder.isAlive ? fault !== 'takes the slow for dead' : fault === 'waits for the dead') return false;
    return performance.now() - holder.since >= patienceMs;
  };
  const isNext = ({ line }: Place, me: object): boolean => line[0] === me || fault === 'has no order';
  const hold = (place: Place, isAlive: boolean): Holder => {
    if (fault !== 'tells nobody of a loss') place.holder?.lost.abort();
    return (place.holder = { isAlive, since: performance.now(), lost: new AbortController() });
  };

  return {
    open() {
      let isClosed = false;
      const leaves = new Set<() => void>();
      const wait = async (place: Place, me: object, signal: AbortSignal | undefined): Promise<void> => {
        while (!isLeft(place) || !isNext(place, me)) {
          if (fault === 'refuses who would wait') throw new IbidError('STORE_BUSY', 'somebody has it');
          await sleep(2);
          if (isClosed && fault !== 'lets who waits wait on after close') throw new IbidError('CLOSED', 'closed');
          const givesUp = fault !== 'lets in who gave up' || !isLeft(place);
          if (signal?.aborted === true && givesUp) throw new IbidError('ABORTED', 'gave up');
        }
      };
      const enter: SessionTurns['enter'] = async (id, { signal } = {}) => {
        const place = placeOf(id);
        const me = {};
        place.line.push(me);
        const stepOut = (): unknown => place.line.splice(place.line.indexOf(me), 1);
        try {
          await wait(place, me, signal);
        } catch (error) {
          if (fault !== 'keeps a place for who gave up') stepOut();
          throw error;
        }
        stepOut();
        const holder = hold(place, true);
        const leave = (): void => {
          leaves.delete(leave);
          if (place.holder === holder || fault === 'is left by whoever left before') place.holder = undefined;
        };
        leaves.add(leave);
        if (fault === 'lets in who gave up' && signal?.aborted === true) throw new IbidError('ABORTED', 'gave up');
        return { lost: holder.lost.signal, leave: async () => leave() };
      };
      const close = (): void => {
        isClosed = true;
        if (fault !== 'keeps the turns of a closed store') for (const leave of leaves) leave();
      };
      return { turns: { enter }, close };
    },
    async takeAway(id) {
      hold(placeOf(id), false);
    },
  };
}
