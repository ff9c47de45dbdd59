import { setTimeout as wait } from 'node:timers/promises';

/** Looks again and again until there is something; rejects with `why` after a minute. */
export async function until<T>(look: () => Promise<T | undefined> | T | undefined, why: () => string): Promise<T> {
  for (let left = 600; left > 0; left--) {
    const found = await look();
    if (found !== undefined) return found;
    await wait(100);
  }
  throw new Error(why());
}
