import { parseArgs } from 'node:util';

export interface EvalOptions {
  readonly out: string;
  /** `undefined` = all. */
  readonly sets: readonly string[] | undefined;
  readonly sample: number | undefined;
  readonly updateBaselines: boolean;
}

export type ParsedOptions =
  | { readonly kind: 'run'; readonly options: EvalOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

export const HELP = `Usage: npm run eval -- [options]

Measures retrieval, answers, refusals and citations on public sets, and compares with evals/baselines.

  --out <dir>           where results.json and index.html go (default: out/eval)
  --sets <a,b>          only these sets
  --sample <n>          only n questions of each set; not compared with the baselines
  --update-baselines    take the figures of this run as the new baselines
  --help

The sets are read from IBID_EVAL_DATA (default: ../shared/data); those that are absent are skipped.
Exit codes: 0 all well, 1 a figure fell below its baseline by more than its tolerance, 2 wrong usage.
`;

export function readOptions(args: readonly string[], sets: readonly string[]): ParsedOptions {
  let values;
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        out: { type: 'string', default: 'out/eval' },
        sets: { type: 'string' },
        sample: { type: 'string' },
        'update-baselines': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    return { kind: 'wrong', message: (error as Error).message };
  }
  if (values.help) return { kind: 'help' };
  const chosen = values.sets?.split(',').filter((name) => name !== '');
  const unknown = chosen?.filter((name) => !sets.includes(name)) ?? [];
  if (unknown.length > 0) {
    return { kind: 'wrong', message: `There is no set ${unknown.join(', ')}. There are ${sets.join(', ')}.` };
  }
  const sample = values.sample === undefined ? undefined : Number(values.sample);
  if (sample !== undefined && !(Number.isInteger(sample) && sample > 0)) {
    return { kind: 'wrong', message: `--sample is ${values.sample}; give a whole number from 1.` };
  }
  const updateBaselines = values['update-baselines'];
  if (updateBaselines && sample !== undefined) {
    return { kind: 'wrong', message: 'Baselines are taken from complete runs only; leave out --sample.' };
  }
  return { kind: 'run', options: { out: values.out, sets: chosen, sample, updateBaselines } };
}
