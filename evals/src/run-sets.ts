import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare, readBaselines, type Comparison } from './baselines.ts';
import { evalContext } from './eval-context.ts';
import type { EvalSet, SetResult } from './eval-set.ts';
import { MODEL_FOLDER } from './open-corpus.ts';

export interface SetOutcome {
  readonly name: string;
  readonly summary: string;
  /** Reason for not running; `''` if it ran. */
  readonly skipped: string;
  readonly result: SetResult;
  readonly comparisons: readonly Comparison[];
}

const NOTHING: SetResult = { metrics: {}, facts: {} };

/** Runs the sets one after another with shared indexes. `data` is `undefined` if there is no data folder. */
export async function runSets(
  sets: readonly EvalSet[],
  options: {
    readonly data: string | undefined;
    readonly baselines: string;
    readonly sample: number | undefined;
    readonly progress: (line: string) => void;
  },
): Promise<readonly SetOutcome[]> {
  const { data, sample, progress } = options;
  const scratch = await mkdtemp(join(tmpdir(), 'ibid-eval-'));
  const context = evalContext({ data: data ?? '', scratch, sample, progress });
  const outcomes: SetOutcome[] = [];
  try {
    for (const set of sets) {
      const { name, summary } = set;
      const skipped = reasonToSkip(set, data);
      if (skipped !== '') {
        progress(`${name}: skipped: ${skipped}`);
        outcomes.push({ name, summary, skipped, result: NOTHING, comparisons: [] });
        continue;
      }
      const started = performance.now();
      const result = await set.run(context);
      progress(`${name}: done in ${((performance.now() - started) / 1000).toFixed(1)} s`);
      const baselines = await readBaselines(options.baselines, name);
      const comparisons = compare(result.metrics, baselines, sample === undefined && MODEL_FOLDER === undefined);
      outcomes.push({ name, summary, skipped, result, comparisons });
    }
  } finally {
    await context.corpora.close();
    await rm(scratch, { recursive: true, force: true });
  }
  return outcomes;
}

function reasonToSkip({ folders }: EvalSet, data: string | undefined): string {
  if (folders.length === 0) return '';
  if (data === undefined) return 'there is no folder of evaluation data; name it in IBID_EVAL_DATA';
  const absent = folders.filter((folder) => !existsSync(join(data, folder)));
  return absent.length === 0 ? '' : `${absent.join(', ')} not found in ${data}`;
}
