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

/** Roughly enough runs for the JIT compilers to optimise all of a search. */
const WARM_UP = { items: 100, milliseconds: 3000 };
const ROUNDS = 2;
/** Enough for stable figures if a single run is slow. */
const MEASURED_MILLISECONDS = 15_000;

/** Median and minimum wall time of one run per item, and CPU time of all threads. Slow runs stop after some of the items. */
export async function latency<T>(
  name: string,
  items: readonly T[],
  run: (item: T) => unknown,
): Promise<Record<string, number>> {
  const warming = performance.now();
  for (const item of items.slice(0, WARM_UP.items)) {
    await run(item);
    if (milliseconds(warming) > WARM_UP.milliseconds) break;
  }
  const times: number[] = [];
  const before = process.cpuUsage();
  const measuring = performance.now();
  for (const item of Array.from({ length: ROUNDS }, () => items).flat()) {
    if (milliseconds(measuring) > MEASURED_MILLISECONDS) break;
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

/** Memory of the process, after a garbage collection if it was started with `--expose-gc`. */
export function memoryMegabytes(): number {
  (globalThis as { gc?: () => void }).gc?.();
  return process.memoryUsage.rss() / 1e6;
}

/** Peak memory of the process. */
export function peakMegabytes(): number {
  return process.resourceUsage().maxRSS / 1000;
}

/** Total size of the files that exist. */
export function fileMegabytes(...files: readonly string[]): number {
  return files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0) / 1e6;
}
