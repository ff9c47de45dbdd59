import { isContent } from './evidence.ts';
import type { Word } from './read-words.ts';
import { turns } from './turning-words.ts';

/** Words in a row that are no chance. */
const LEAST_RUN = 3;

/** A part of a claim that stands in a row in a sentence. Positions among their words, end exclusive. */
export interface VerbatimRun {
  readonly from: number;
  readonly to: number;
  /** Where it begins in the sentence. */
  readonly at: number;
  readonly words: readonly Word[];
}

/** From left to right, each as long as it can be; of several sentences that hold it, one of the `preferred`, and that in which it loses least. */
export function verbatimRuns(
  claim: readonly Word[],
  sentences: readonly (readonly Word[])[],
  preferred: readonly (readonly Word[])[],
): readonly VerbatimRun[] {
  const runs: VerbatimRun[] = [];
  const rank = (run: VerbatimRun): number => lostBy(run, []).length + (preferred.includes(run.words) ? 0 : 100);
  for (let from = 0; from < claim.length;) {
    const starting: VerbatimRun[] = [];
    for (const words of sentences) {
      for (let at = 0; at < words.length; at += 1) {
        const run = words[at]!.lower === claim[from]!.lower ? runAt(claim, from, words, at) : undefined;
        if (run !== undefined) starting.push(run);
      }
    }
    const longest = Math.max(from, ...starting.map(({ to }) => to));
    const [best] = starting.filter(({ to }) => to === longest).toSorted((left, right) => rank(left) - rank(right));
    if (best !== undefined) runs.push(best);
    from = best?.to ?? from + 1;
  }
  return runs;
}

function runAt(claim: readonly Word[], from: number, words: readonly Word[], at: number): VerbatimRun | undefined {
  let length = 0;
  while (from + length < claim.length && claim[from + length]!.lower === words[at + length]?.lower) length += 1;
  const isWhole = length === claim.length;
  const holds = claim.slice(from, from + length).some(isContent);
  return (length >= LEAST_RUN || isWhole) && holds ? { from, to: from + length, at, words } : undefined;
}

/** Whether a word of a sentence stands in one of the runs. */
export function isInRuns(words: readonly Word[], index: number, runs: readonly VerbatimRun[]): boolean {
  return runs.some((run) => run.words === words && index >= run.at && index < run.at + run.to - run.from);
}

/** What denies or binds a run in its sentence and stands in none of the runs. */
export function lostBy(run: VerbatimRun, runs: readonly VerbatimRun[]): readonly Word[] {
  const { from, to, at, words } = run;
  const end = at + to - from;
  const first = words[at]!.clause;
  const last = words[end - 1]!.clause;
  const but = words.slice(0, at).findLastIndex(({ lower }, index) => lower === 'but' && index > 0);
  return words.filter((_, index) => {
    if ((index >= at && index < end) || index <= but || isInRuns(words, index, runs)) return false;
    return turns(words, index, index < at ? first : last);
  });
}
