/** Loaded with `--import` before a server's own code: measures CPU time and event loop delay, and reports them to the parent process. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface ServerFigures {
  /** CPU time of all threads. */
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
  // The channel must not keep the server alive.
  process.channel?.unref();
}

/** The histogram records the time between two ticks of a timer, so the timer's interval is subtracted. */
function late(nanoseconds: number): number {
  return Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
}
