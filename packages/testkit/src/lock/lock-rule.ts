import type { LockPlace } from './lock-fixture.ts';

/** What a lock may honestly lack; a rule that needs it is then shown as skipped. */
export type LockCapability =
  /** Its holders may die without it, so it must notice. */
  'mortal';

/** One promise of the lock's contract; `run` rejects when the lock breaks it. */
export interface LockRule {
  readonly title: string;
  readonly needs?: LockCapability;
  run(place: LockPlace): Promise<void>;
}
