import type { EvalContext } from './eval-context.ts';
import type { HeatMap, Histogram } from './report/index.ts';

/** One set of questions with what is measured on it. */
export interface EvalSet {
  readonly name: string;
  readonly summary: string;
  /** Folders of the data that it reads; the set is skipped when one is absent. */
  readonly folders: readonly string[];
  run(context: EvalContext): Promise<SetResult>;
}

export interface SetResult {
  /** 0 to 1, higher is better; compared with the committed baseline. `part: figure` names a figure of a part of the set, which the reports fold. */
  readonly metrics: Readonly<Record<string, number>>;
  /** Counts and sizes that make the metrics readable; compared with nothing. */
  readonly facts: Readonly<Record<string, number>>;
  readonly histograms?: readonly Histogram[];
  readonly heatMaps?: readonly HeatMap[];
  /** Other figures to read; cells are text. */
  readonly tables?: readonly {
    readonly title: string;
    readonly head: readonly string[];
    readonly rows: readonly (readonly string[])[];
  }[];
  /** Further files for the folder of the results: name → content. They may hold text of pages and questions. */
  readonly files?: Readonly<Record<string, string>>;
  /** Questions that went wrong, by id. */
  readonly misses?: readonly { readonly title: string; readonly ids: readonly string[] }[];
  /** What is excluded, and other things that a reader of the figures must know. */
  readonly notes?: readonly string[];
}

/** Whether a metric is a figure of a part of the set, such as one site. */
export function isOfPart(metric: string): boolean {
  return metric.includes(': ');
}
