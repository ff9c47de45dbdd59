import type { BuildLock } from '@ibid/core/types';

/** Where the lock of one case is. */
export interface LockPlace {
  /** As another process would open it, or the same one where only one process can. */
  lock(): BuildLock;
  /** Of another name. */
  otherLock(): BuildLock;
  /** Given by those whose holders may die without the lock. */
  readonly mortal?: {
    /** Milliseconds after which a holder that shows no life counts as dead. */
    readonly patienceMs: number;
    /** The lock is held, by a process elsewhere that has just died. */
    leaveBehind(): Promise<void>;
    /** Another process takes the lock away from its holder. */
    takeAway(): Promise<void>;
  };
  remove(): Promise<void>;
}
