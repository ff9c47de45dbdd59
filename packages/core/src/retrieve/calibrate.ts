import type { Calibration } from '../types/calibration.ts';

/** Shown and compared with so many decimals, so that what a reader sees is what a threshold judged. */
const STEPS = 1e6;

/**
 * Likeness → similarity, both 0 to 1: a logistic curve over the odds of likeness,
 *
 *     similarity = 1 / (1 + (odds(midpoint) / odds(likeness)) ^ slope)      odds(x) = x / (1 − x)
 *
 * rounded to 6 decimals. Never falls as likeness rises; 0 stays 0 (as does anything below, and what is no number), 1 stays 1, the midpoint
 * gives 0.5. Only sums, products and quotients of doubles: equal input gives equal bytes on every machine.
 */
export function calibrate(likeness: number, { midpoint, slope }: Pick<Calibration, 'midpoint' | 'slope'>): number {
  if (!(likeness > 0)) return 0;
  if (likeness >= 1) return 1;
  const odds = ((1 - likeness) / likeness) * (midpoint / (1 - midpoint));
  let power = 1;
  for (let factor = 0; factor < slope; factor++) power *= odds;
  return Math.round(STEPS / (1 + power)) / STEPS;
}
