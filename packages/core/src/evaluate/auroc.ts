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
