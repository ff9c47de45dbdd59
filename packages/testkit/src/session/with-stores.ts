import type { SessionStore } from '@ibid/core';
import { openSessionPlace, type SessionPlace } from './session-fixture.ts';

/** Runs the work with further stores of the place, as other processes would open them, and closes them whatever happens. */
export async function withStores(
  place: SessionPlace,
  number: number,
  work: (stores: readonly SessionStore[]) => Promise<void>,
): Promise<void> {
  const stores = await Promise.all(Array.from({ length: number }, () => openSessionPlace(place)));
  try {
    await work(stores);
  } finally {
    await Promise.all(stores.map((store) => store.close()));
  }
}
