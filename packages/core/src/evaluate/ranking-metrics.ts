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
