import type { SessionDriver, SessionStore } from '@ibid/core/types';
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

/** The same with the place's bare driver, without what a store adds to make it total. */
export async function withDriver(place: SessionPlace, work: (driver: SessionDriver) => Promise<void>): Promise<void> {
  const driver = place.driver();
  await driver.open();
  try {
    await work(driver);
  } finally {
    await driver.close();
  }
}
