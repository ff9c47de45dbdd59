import type { EvalContext } from './eval-context.ts';
import type { HeatMap, Histogram } from './report/index.ts';

/** A set of questions with its measurements. */
export interface EvalSet {
  readonly name: string;
  readonly summary: string;
  /** Data folders that it reads; the set is skipped if one does not exist. */
  readonly folders: readonly string[];
  run(context: EvalContext): Promise<SetResult>;
}

export interface SetResult {
  /** 0 to 1, higher is better; compared with the committed baseline. `part: figure` is a figure of a part of the set; reports show these folded. */
  readonly metrics: Readonly<Record<string, number>>;
  /** Counts and sizes that help to read the metrics; not compared with anything. */
  readonly facts: Readonly<Record<string, number>>;
  readonly histograms?: readonly Histogram[];
  readonly heatMaps?: readonly HeatMap[];
  /** Other figures; cells are text. */
  readonly tables?: readonly {
    readonly title: string;
    readonly head: readonly string[];
    readonly rows: readonly (readonly string[])[];
  }[];
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
