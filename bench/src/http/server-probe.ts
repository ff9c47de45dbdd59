/**
 * Loaded with `--import` before a server's own code: counts the processor time and the delay of the event loop, and tells them to
 * the process that started it.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface ServerFigures {
  /** Of all threads. */
  readonly cpuMs: number;
  readonly delayP99Ms: number;
  readonly delayMaxMs: number;
  readonly memoryMegabytes: number;
}

const RESOLUTION_MS = 5;

if (process.send !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let before = process.cpuUsage();
  process.on('message', (message) => {
    if (message === 'start') {
      delay.reset();
      before = process.cpuUsage();
      process.send!('started');
    } else if (message === 'read') {
      const { user, system } = process.cpuUsage(before);
      const figures: ServerFigures = {
        cpuMs: (user + system) / 1000,
        delayP99Ms: late(delay.percentile(99)),
        delayMaxMs: late(delay.max),
        memoryMegabytes: process.memoryUsage.rss() / 1e6,
      };
      process.send!(figures);
    }
  });
  // The server ends when it wants to.
  process.channel?.unref();
}

/** What is recorded is the time between two ticks of a timer. */
function late(nanoseconds: number): number {
  return Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
}
