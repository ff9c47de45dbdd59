import { setTimeout as wait } from 'node:timers/promises';

/** Whether it does within so many milliseconds. */
export async function comesTrue(check: () => boolean | Promise<boolean>, withinMs = 5_000): Promise<boolean> {
  const endAt = performance.now() + withinMs;
  for (;;) {
    if (await check()) return true;
    if (performance.now() > endAt) return false;
    await wait(10);
  }
}
