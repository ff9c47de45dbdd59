import { setTimeout as sleep } from 'node:timers/promises';

/** For all who close on the same connections together: a server that does not answer must not keep a process that is told to end. */
const TOGETHER_MS = 2000;
/** Each may have so much, even when the others used all of it. */
const LEAST_MS = 200;

const spent = new WeakMap<object, number>();

/** The time begins anew for those who close on these connections. */
export function resetClosingTime(connections: object): void {
  spent.delete(connections);
}

/**
 * Waits for what is under way when something on these connections closes, as long as there is time left. Whether all of it was done,
 * well or not. Never rejects.
 */
export async function withinClosingTime(connections: object, work: Promise<unknown>): Promise<boolean> {
  const began = performance.now();
  const before = spent.get(connections) ?? 0;
  const patience = new AbortController();
  const late = sleep(Math.max(TOGETHER_MS - before, LEAST_MS), false, { signal: patience.signal });
  const done = work.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([done, late]);
  } finally {
    late.catch(() => undefined);
    patience.abort();
    spent.set(connections, before + performance.now() - began);
  }
}
