import type { SessionStore } from '@ibid/core/types';
import { openSessionPlace, type SessionPlace } from './session-fixture.ts';

/** What a session store may honestly lack; a rule that needs it is then shown as skipped. */
export type SessionCapability =
  | 'durable'
  /** Requests of several processes take turns on a session. */
  | 'turns';

/** One promise of the session contract; `run` rejects when the store breaks it. */
export interface SessionRule {
  readonly title: string;
  readonly needs?: SessionCapability;
  run(store: SessionStore, place: SessionPlace): Promise<void>;
}

/** Opens a store of the place, keeps the rule to it, and closes it whatever happens. */
export async function keepSessionRule(rule: SessionRule, place: SessionPlace): Promise<void> {
  const store = await openSessionPlace(place);
  try {
    await rule.run(store, place);
  } finally {
    await store.close();
  }
}
