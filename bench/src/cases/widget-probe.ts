import type { CDPSession, Page } from 'playwright-core';

/** Work of a page between two readings. Times are milliseconds. */
export interface PageWork {
  /** Frames drawn per second. */
  readonly framesPerSecond: number;
  /** Number of tasks above 50 ms, which block the page. */
  readonly longTasks: number;
  readonly longestTask: number;
  /** Slowest time from an input to the next frame, in steps of 8; 0 if all took less than 16. */
  readonly slowestEvent: number;
  /** CPU time of the page's main thread, which is the figure least affected by other work on the machine. */
  readonly cpu: number;
}

/** A string run in the page, because this package has no DOM types. */
const BEGIN = `(() => {
  const probe = { frames: 0, began: performance.now(), tasks: [], events: [], observers: [], isOver: false };
  const observe = (options, into) => {
    const observer = new PerformanceObserver((list) => into.push(...list.getEntries().map(({ duration }) => duration)));
    observer.observe(options);
    probe.observers.push([observer, into]);
  };
  observe({ type: 'longtask' }, probe.tasks);
  observe({ type: 'event', durationThreshold: 16 }, probe.events);
  const frame = () => { probe.frames += 1; if (!probe.isOver) requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
  window.ibidProbe = probe;
})()`;

const END = `(async () => {
  const probe = window.ibidProbe;
  const seconds = (performance.now() - probe.began) / 1000;
  const frames = probe.frames;
  probe.isOver = true;
  await new Promise((resolve) => setTimeout(resolve, 100));
  for (const [observer, into] of probe.observers) {
    into.push(...observer.takeRecords().map(({ duration }) => duration));
    observer.disconnect();
  }
  return {
    framesPerSecond: frames / seconds,
    longTasks: probe.tasks.length,
    longestTask: Math.max(0, ...probe.tasks),
    slowestEvent: Math.max(0, ...probe.events),
  };
})()`;

export interface Probe {
  readonly page: Page;
  /** Must have been passed to `startCpuClock`. */
  readonly session: CDPSession;
}

export async function startCpuClock(session: CDPSession): Promise<void> {
  await session.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' });
  await session.send('Performance.enable');
}

/** Measures the page while `act` runs. */
export async function workDuring({ page, session }: Probe, act: () => Promise<unknown>): Promise<PageWork> {
  await page.evaluate(BEGIN);
  const before = await cpuSeconds(session);
  await act();
  const cpu = ((await cpuSeconds(session)) - before) * 1000;
  return { ...(await page.evaluate<Omit<PageWork, 'cpu'>>(END)), cpu };
}

async function cpuSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}
