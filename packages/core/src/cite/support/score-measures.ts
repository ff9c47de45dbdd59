import type { Measures } from './measures.ts';

/** Chance from 0 to 1, by measures, that people would call the statement supported. */
export function scoreMeasures({ coverage, missing, nearness }: Measures): number {
  const sum = -4 + 3 * coverage + 5 * coverage * nearness - 1.5 * Math.log1p(missing);
  return 1 / (1 + Math.exp(-sum));
}
