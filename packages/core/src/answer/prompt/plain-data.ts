import { dropUnseen } from './drop-unseen.ts';

/** Scripts and emoji need them one by one. */
const RUNS = [/[\u200c\u200d]{2,}/gu, /[\ufe00-\ufe0f]{2,}/gu];

/** `text` as data for a model: lines end with `\n`, what no reader sees is dropped, and of a run of joiners or of variation selectors the first stays. */
export function plainData(text: string): string {
  return RUNS.reduce(
    (plain, runs) => plain.replaceAll(runs, (run) => run[0]!),
    dropUnseen(text.replaceAll(/\r\n?/gu, '\n')),
  );
}
