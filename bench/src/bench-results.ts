import { arch, cpus, loadavg, totalmem } from 'node:os';
import type { CaseOutcome } from './run-case.ts';
import { missedTargets, timesBare } from './http/http-results.ts';
import { ENGINES, type BenchOutcome, type EngineName, type SizeOutcome } from './run-bench.ts';

/** Targets for the typical time of a hybrid search in milliseconds, by number of passages. */
export const SEARCH_TARGETS: Readonly<Record<string, number>> = { '20000': 4, '100000': 20 };
export const COLD_START_TARGET = 1500;

/** Figures for which lower is better, and those for which higher is better. */
const COMPARED = {
  lower: ['search p50 ms', 'search cpu ms', 'filtered search p50 ms', 'open ms', 'index MB', 'memory after queries MB'],
  higher: ['index chunks/s'],
} as const;

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGigabytes: number;
  readonly node: string;
  /** Load average of the last minute before the start. */
  readonly load: number;
}

export function machine(): Machine {
  return {
    cpu: `${cpus()[0]?.model.trim() ?? 'unknown'} ${arch()}`,
    cores: cpus().length,
    memoryGigabytes: Math.round(totalmem() / 1e9),
    node: process.versions.node,
    load: Number(loadavg()[0]!.toFixed(2)),
  };
}

export type FlatFigures = Record<string, number | string>;

function flat(name: string, outcome: CaseOutcome): FlatFigures {
  return outcome.kind === 'measured' ? { ...outcome.figures } : { [`${name} skipped`]: outcome.reason };
}

/** Figures of both cases of an engine; for a skipped case, the reason. */
export function flatFigures(engine: { readonly index: CaseOutcome; readonly query: CaseOutcome }): FlatFigures {
  return { ...flat('index', engine.index), ...flat('query', engine.query) };
}

export function figureOf(size: SizeOutcome, engine: EngineName, name: string): number | undefined {
  const cases = size.engines[engine];
  const value = cases === undefined ? undefined : flatFigures(cases)[name];
  return typeof value === 'number' ? value : undefined;
}

/** How many times better Ibid is than each peer in the same run; below 1 it is worse. */
export function ratios(size: SizeOutcome): Record<string, Record<string, number>> {
  const found: Record<string, Record<string, number>> = {};
  for (const peer of ENGINES.slice(1)) {
    const ratio = (name: string, better: 'lower' | 'higher'): [string, number][] => {
      const own = figureOf(size, 'ibid', name);
      const other = figureOf(size, peer, name);
      if (own === undefined || other === undefined || own === 0 || other === 0) return [];
      return [[name, Number((better === 'lower' ? other / own : own / other).toFixed(2))]];
    };
    const pairs = [
      ...COMPARED.lower.flatMap((name) => ratio(name, 'lower')),
      ...COMPARED.higher.flatMap((name) => ratio(name, 'higher')),
    ];
    if (pairs.length > 0) found[peer] = Object.fromEntries(pairs);
  }
  return found;
}

export function resultsJson(outcome: BenchOutcome, on: Machine): object {
  const sizes = outcome.sizes.map((size) => [
    size.size,
    {
      pages: size.pages,
      'corpus MB': Number(size.corpusMegabytes.toFixed(2)),
      engines: Object.fromEntries(
        Object.entries(size.engines).map(([name, engine]) => [name, roundedFigures(flatFigures(engine))]),
      ),
      'times better than': ratios(size),
    },
  ]);
  const { coldStart } = outcome;
  const cold = coldStart.kind === 'measured' ? { ...coldStart.figures } : { skipped: coldStart.reason };
  const { panel } = outcome;
  const shown = panel.kind === 'measured' ? { ...panel.figures } : { skipped: panel.reason };
  const http = outcome.http.map((one) => [
    one.size,
    {
      pages: one.pages,
      endpoints: Object.fromEntries(
        Object.entries(one.cases).map(([name, own]) => [name, roundedFigures(flat(name, own))]),
      ),
      'times bare': timesBare(one),
      'targets missed': missedTargets(one),
    },
  ]);
  return {
    machine: on,
    sizes: Object.fromEntries(sizes),
    'cold start': roundedFigures(cold),
    panel: roundedFigures(shown),
    http: Object.fromEntries(http),
    ...scaleResults(outcome),
  };
}

function scaleResults({ scale }: BenchOutcome): object {
  if (scale === undefined) return {};
  const cells = scale.cells.map(({ size, dimensions, index, query }) => ({
    chunks: size,
    dimensions,
    ...roundedFigures(flatFigures({ index, query })),
  }));
  return { scale: { cells } };
}

function roundedFigures(figures: FlatFigures): FlatFigures {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [
      name,
      typeof value === 'number' ? Number(value.toFixed(3)) : value,
    ]),
  );
}
