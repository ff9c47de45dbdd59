/** Arithmetic mean; 0 for an empty list. */
export function mean(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return values.length === 0 ? 0 : sum / values.length;
}

/**
 * Area under the ROC curve: the probability that a positive scores above a negative; ties count half. 0.5 when one side is empty. Computed
 * from the rank sum (Mann and Whitney 1947).
 */
export function auroc(positives: readonly number[], negatives: readonly number[]): number {
  if (positives.length === 0 || negatives.length === 0) return 0.5;
  const all = [
    ...positives.map((score) => ({ score, positive: true })),
    ...negatives.map((score) => ({ score, positive: false })),
  ].sort((a, b) => a.score - b.score);
  let rankSum = 0;
  for (let start = 0; start < all.length;) {
    let end = start;
    while (end < all.length && all[end]!.score === all[start]!.score) end++;
    const rank = (start + 1 + end) / 2;
    for (let i = start; i < end; i++) if (all[i]!.positive) rankSum += rank;
    start = end;
  }
  const p = positives.length;
  return (rankSum - (p * (p + 1)) / 2) / (p * negatives.length);
}

export interface PrecisionRecall {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** Computes precision, recall and F1 from counts. A rate without cases is 0. */
export function precisionRecall(counts: {
  readonly truePositives: number;
  readonly falsePositives: number;
  readonly falseNegatives: number;
}): PrecisionRecall {
  const { truePositives: tp, falsePositives: fp, falseNegatives: fn } = counts;
  const precision = tp + fp === 0 ? 0 : tp / (tp + fp);
  const recall = tp + fn === 0 ? 0 : tp / (tp + fn);
  return { precision, recall, f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

/** Mean of `reciprocalRank` over all queries, 0 to 1. */
export function meanReciprocalRank(
  queries: readonly { readonly ranked: readonly string[]; readonly relevant: ReadonlySet<string> }[],
  depth: number = 10,
): number {
  return mean(queries.map((query) => reciprocalRank(query.ranked, query.relevant, depth)));
}

/** Returns 1 if a right answer is among the first `k` of `ranked`, best first and without repeats, otherwise 0. */
export function hitAtK(ranked: readonly string[], relevant: ReadonlySet<string>, k: number): number {
  return ranked.slice(0, k).some((id) => relevant.has(id)) ? 1 : 0;
}

/** Returns 1 / rank of the first right answer within `depth`, or 0 if there is none. */
export function reciprocalRank(ranked: readonly string[], relevant: ReadonlySet<string>, depth: number = 10): number {
  const place = ranked.slice(0, depth).findIndex((id) => relevant.has(id));
  return place < 0 ? 0 : 1 / (place + 1);
}

/** Gain of a right answer at a zero-based position. */
function discount(place: number): number {
  return 1 / Math.log2(place + 2);
}

/** Normalised discounted cumulative gain: binary gain, log2 discount, divided by the best possible order. 0 when nothing is relevant. */
export function ndcgAtK(ranked: readonly string[], relevant: ReadonlySet<string>, k: number): number {
  let gain = 0;
  for (const [place, id] of ranked.slice(0, k).entries()) if (relevant.has(id)) gain += discount(place);
  let ideal = 0;
  for (let place = 0; place < Math.min(k, relevant.size); place++) ideal += discount(place);
  return ideal === 0 ? 0 : gain / ideal;
}

/** Removes case, punctuation, articles and repeated white space, as in the SQuAD evaluation (Rajpurkar et al. 2016). */
export function normalizeAnswer(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s]/gu, '')
    .replace(/\b(?:a|an|the)\b/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** Returns true if `text` contains any of the gold answers at word borders. Both are normalised first. */
export function containsAnswer(text: string, answers: readonly string[]): boolean {
  const haystack = ` ${normalizeAnswer(text)} `;
  return answers.some((answer) => {
    const needle = normalizeAnswer(answer);
    return needle !== '' && haystack.includes(` ${needle} `);
  });
}
