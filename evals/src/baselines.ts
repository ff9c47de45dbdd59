import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Committed value of a metric, the drop that is tolerated, and the target. */
export interface Baseline {
  readonly value: number;
  readonly tolerance: number;
  readonly target?: number;
}

export type Baselines = Readonly<Record<string, Baseline>>;

/**
 * `ok`: no worse than the baseline, and at its target; `short`: not yet at its target; `new`: without a baseline; `fell`: below the
 * baseline by more than its tolerance; `missing`: has a baseline but was not measured.
 */
export type Verdict = 'ok' | 'short' | 'new' | 'fell' | 'missing';

export interface Comparison {
  readonly metric: string;
  readonly value: number | undefined;
  readonly target: number | undefined;
  readonly baseline: number | undefined;
  readonly verdict: Verdict;
}

/** Tolerance of a metric that gets its first baseline: a few questions of the smaller sets. */
const TOLERANCE = 0.01;
/** Values are stored and compared with this many decimals. */
const DECIMALS = 4;

export function isFailure(verdict: Verdict): boolean {
  return verdict === 'fell' || verdict === 'missing';
}

/** Compares metrics in the order of the result, then those that only the baseline has. Without `binding`, none can be `fell` or `missing`. */
export function compare(
  metrics: Readonly<Record<string, number>>,
  baselines: Baselines,
  binding: boolean,
): readonly Comparison[] {
  const measured = Object.entries(metrics).map(([metric, value]): Comparison => {
    const { value: baseline, target } = baselines[metric] ?? {};
    return { metric, value, target, baseline, verdict: verdictOf(value, baselines[metric], binding) };
  });
  const missing = Object.entries(baselines)
    .filter(([metric]) => !Object.hasOwn(metrics, metric))
    .map(([metric, { value: baseline, target }]): Comparison => {
      return { metric, value: undefined, target, baseline, verdict: 'missing' };
    });
  return binding ? [...measured, ...missing] : measured;
}

function verdictOf(value: number, baseline: Baseline | undefined, binding: boolean): Verdict {
  if (baseline === undefined) return 'new';
  if (binding && rounded(value) < rounded(baseline.value - baseline.tolerance)) return 'fell';
  return baseline.target !== undefined && rounded(value) < baseline.target ? 'short' : 'ok';
}

export function rounded(value: number): number {
  return Number(value.toFixed(DECIMALS));
}

/** Reads the committed baselines of a set; empty if it has none. */
export async function readBaselines(folder: string, set: string): Promise<Baselines> {
  const text = await readFile(join(folder, `${set}.json`), 'utf8').catch(() => '{}');
  return JSON.parse(text) as Baselines;
}

/** Replaces values by the measured ones; keeps targets and tolerances, which are set by hand. */
export function updated(metrics: Readonly<Record<string, number>>, old: Baselines): Baselines {
  return Object.fromEntries(
    Object.entries(metrics).map(([metric, value]) => [
      metric,
      { tolerance: TOLERANCE, ...old[metric], value: rounded(value) },
    ]),
  );
}

export async function writeBaselines(folder: string, set: string, baselines: Baselines): Promise<void> {
  const lines = Object.entries(baselines).map(([metric, { value, tolerance, target }]) => {
    const entry = target === undefined ? { value, tolerance } : { value, tolerance, target };
    return `  ${JSON.stringify(metric)}: ${JSON.stringify(entry)}`;
  });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${set}.json`), `{\n${lines.join(',\n')}\n}\n`);
}
