import { statSync } from 'node:fs';

/** Figures of one case by name; the name ends with the unit. */
export type Figures = Readonly<Record<string, number>>;

export function milliseconds(since: number): number {
  return performance.now() - since;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** Least and typical wall time of one run for each item, and CPU time of all threads; a first part of the items warms up. */
export async function latency<T>(
  name: string,
  items: readonly T[],
  run: (item: T) => unknown,
): Promise<Record<string, number>> {
  for (const item of items.slice(0, 20)) await run(item);
  const times: number[] = [];
  const before = process.cpuUsage();
  for (const item of items) {
    const started = performance.now();
    await run(item);
    times.push(milliseconds(started));
  }
  const { user, system } = process.cpuUsage(before);
  return {
    [`${name} p50 ms`]: percentile(times, 0.5),
    [`${name} p95 ms`]: percentile(times, 0.95),
    [`${name} min ms`]: Math.min(...times),
    [`${name} cpu ms`]: (user + system) / 1000 / Math.max(1, times.length),
  };
}

/** Memory of the process after a collection, where the process was started with `--expose-gc`. */
export function memoryMegabytes(): number {
  (globalThis as { gc?: () => void }).gc?.();
  return process.memoryUsage.rss() / 1e6;
}

/** The most memory that the process ever had. */
export function peakMegabytes(): number {
  return process.resourceUsage().maxRSS / 1000;
}

/** Sizes of the files that exist, added. */
export function fileMegabytes(...files: readonly string[]): number {
  return files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0) / 1e6;
}
