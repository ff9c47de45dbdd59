import type { ClaimWord } from './match-claim.ts';

export interface Choice {
  /** Sentences, best first. */
  readonly sentences: readonly number[];
  /** Share of the claim's weight that each adds, in the same order. */
  readonly gains: readonly number[];
}

/** A sentence that adds less of the claim's weight is left out. */
const LEAST_GAIN = 0.04;

/** The few sentences that together hold most of a claim: each the one that adds most to those before it; ties by position. */
export function chooseSentences(words: readonly ClaimWord[], weights: readonly number[], most: number): Choice {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const sentences: number[] = [];
  const gains: number[] = [];
  const credits = words.map(() => 0);
  if (total === 0) return { sentences, gains };
  while (sentences.length < most) {
    const added = new Map<number, number>();
    for (const [index, { held }] of words.entries()) {
      for (const [sentence, credit] of held) {
        const more = credit - credits[index]!;
        if (more > 0) added.set(sentence, (added.get(sentence) ?? 0) + more * weights[index]!);
      }
    }
    let best = -1;
    let gain = 0;
    for (const [sentence, value] of added) {
      if (value > gain + 1e-9 || (value > gain - 1e-9 && sentence < best)) {
        best = sentence;
        gain = value;
      }
    }
    if (best < 0 || gain < LEAST_GAIN * total) break;
    for (const [index, { held }] of words.entries()) credits[index] = Math.max(credits[index]!, held.get(best) ?? 0);
    sentences.push(best);
    gains.push(gain / total);
  }
  return { sentences, gains };
}
