import type { CDPSession, Page } from 'playwright-core';

/** What a page did between two looks. Times are milliseconds. */
export interface PageWork {
  /** Frames drawn in each second. */
  readonly framesPerSecond: number;
  /** Tasks above 50 ms, during which the page stands still. */
  readonly longTasks: number;
  readonly longestTask: number;
  /** From what the reader did to the next picture, in steps of 8; the slowest of all. 0 when all took less than 16. */
  readonly slowestEvent: number;
  /** Processor time of the page's main thread, which other work on the machine moves least. */
  readonly cpu: number;
}

/** Runs in the page, as text: this package knows no browser. */
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
  /** One on which `startCpuClock` was called. */
  readonly session: CDPSession;
}

export async function startCpuClock(session: CDPSession): Promise<void> {
  await session.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' });
  await session.send('Performance.enable');
}

/** Watches the page while something is done to it. */
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
