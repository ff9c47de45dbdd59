import type { RunningServer } from '@ibid/server';
import { setTimeout as wait } from 'node:timers/promises';
import type { Terminal } from './terminal.ts';

export interface Stop {
  /** Makes the server say that it is not ready. */
  readonly drain: AbortController;
  /** Ends what is still under way. */
  readonly shutdown: AbortController;
  /** How long questions are taken after that was said. */
  readonly drainMs: number;
  /** How long answers under way may take once no more connections are. */
  readonly finishMs: number;
  readonly terminal: Pick<Terminal, 'note'>;
}

/** For the last words of answers that were cut off. */
const LAST_WORDS_MS = 1_000;

/**
 * Ends a server so that nobody notices behind a balancer: it says that it is not ready and serves on until nobody sends it anything, then
 * it closes its port, lets answers under way end, and cuts off what takes too long, with an event that says so.
 */
export async function stopServing(server: RunningServer, stop: Stop): Promise<void> {
  const { drain, shutdown, drainMs, finishMs, terminal } = stop;
  drain.abort();
  server.drain();
  if (drainMs > 0) {
    terminal.note(`Not ready any more; questions are answered for ${drainMs / 1_000} s more. Ctrl-C stops at once.`);
    await wait(drainMs);
  }
  terminal.note('Answers under way may finish; Ctrl-C again stops at once.');
  const closed = server.close();
  await Promise.race([closed, wait(finishMs, undefined, { ref: false })]);
  shutdown.abort();
  await Promise.race([closed, wait(LAST_WORDS_MS, undefined, { ref: false })]);
  server.endNow();
  await closed;
}
