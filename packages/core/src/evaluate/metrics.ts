/** Arithmetic mean; 0 for an empty list. */
export function mean(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return values.length === 0 ? 0 : sum / values.length;
}

/**
 * Area under the ROC curve: the chance that a positive scores above a negative, ties counting half. 0.5 when one side is
 * empty. Computed from the rank sum (Mann and Whitney 1947).
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

/** From counts; a rate without cases is 0. */
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

/** Mean of `reciprocalRank` over queries, 0 to 1. */
export function meanReciprocalRank(
  queries: readonly { readonly ranked: readonly string[]; readonly relevant: ReadonlySet<string> }[],
  depth: number = 10,
): number {
  return mean(queries.map((query) => reciprocalRank(query.ranked, query.relevant, depth)));
}

/** Ranking metrics over one query: `ranked` is best first without repeats, `relevant` the right answers. All lie in 0 to 1. */

/** 1 when a right answer stands among the first `k`, else 0. */
export function hitAtK(ranked: readonly string[], relevant: ReadonlySet<string>, k: number): number {
  return ranked.slice(0, k).some((id) => relevant.has(id)) ? 1 : 0;
}

/** 1 / rank of the first right answer within `depth`; 0 when there is none. */
export function reciprocalRank(ranked: readonly string[], relevant: ReadonlySet<string>, depth: number = 10): number {
  const place = ranked.slice(0, depth).findIndex((id) => relevant.has(id));
  return place < 0 ? 0 : 1 / (place + 1);
}

/** What a right answer at a place from 0 is worth. */
function discount(place: number): number {
  return 1 / Math.log2(place + 2);
}

/** Binary gain, log2 discount, divided by the best order possible; 0 when nothing is relevant. */
export function ndcgAtK(ranked: readonly string[], relevant: ReadonlySet<string>, k: number): number {
  let gain = 0;
  for (const [place, id] of ranked.slice(0, k).entries()) if (relevant.has(id)) gain += discount(place);
  let ideal = 0;
  for (let place = 0; place < Math.min(k, relevant.size); place++) ideal += discount(place);
  return ideal === 0 ? 0 : gain / ideal;
}

/** Lower case, without punctuation, articles and repeated white space: the normalisation of the SQuAD evaluation (Rajpurkar et al. 2016). */
export function normalizeAnswer(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s]/gu, '')
    .replace(/\b(?:a|an|the)\b/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** Whether any of the gold answers stands in `text`, both normalised, at word borders. */
export function containsAnswer(text: string, answers: readonly string[]): boolean {
  const haystack = ` ${normalizeAnswer(text)} `;
  return answers.some((answer) => {
    const needle = normalizeAnswer(answer);
    return needle !== '' && haystack.includes(` ${needle} `);
  });
}
