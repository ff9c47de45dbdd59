import type { EvalContext } from './eval-context.ts';

const PERCENTS = [0, 10, 25, 50, 75, 90, 100];

/** A set of questions with its measurements. */
export interface EvalSet {
  readonly name: string;
  readonly summary: string;
  /** Data folders that it reads; the set is skipped if one does not exist. */
  readonly folders: readonly string[];
  run(context: EvalContext): Promise<SetResult>;
}

/** Figures as text. */
export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface SetResult {
  /** 0 to 1, higher is better; compared with the committed baseline. `part: figure` is a figure of a part of the set; reports show these folded. */
  readonly metrics: Readonly<Record<string, number>>;
  /** Counts and sizes that help to read the metrics; not compared with anything. */
  readonly facts: Readonly<Record<string, number>>;
  /** Other figures. */
  readonly tables?: readonly Table[];
  /** Further files for the results folder: name → content. They may contain text of pages and questions. */
  readonly files?: Readonly<Record<string, string>>;
  /** Ids of the questions that failed. */
  readonly misses?: readonly { readonly title: string; readonly ids: readonly string[] }[];
  /** Exclusions, and other facts needed to read the figures. */
  readonly notes?: readonly string[];
}

/** True if the metric is a figure of a part of the set, such as one site. */
export function isOfPart(metric: string): boolean {
  return metric.includes(': ');
}

/** How the values of some groups, each 0 to 1, are distributed. */
export function distributionTable(title: string, groups: Readonly<Record<string, readonly number[]>>): Table {
  const rows = Object.entries(groups).map(([name, values]) => {
    const sorted = values.toSorted((a, b) => a - b);
    const at = PERCENTS.map((percent) => sorted[Math.floor((percent / 100) * (sorted.length - 1))]?.toFixed(3) ?? '');
    return [name, String(values.length), ...at];
  });
  return { title, head: ['percentile', 'number', ...PERCENTS.map(String)], rows };
}
