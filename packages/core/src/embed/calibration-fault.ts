import type { Calibration } from '../types/calibration.ts';

const LIKENESS: readonly string[] = ['cosine', 'cosine-and-words'] satisfies Calibration['likeness'][];
const MAX_SLOPE = 64;

/** What is wrong with a declared calibration, in words; `''` when it is sound. */
export function calibrationFault({ likeness, midpoint, slope }: Calibration): string {
  if (!LIKENESS.includes(likeness)) return `likeness is ${String(likeness)}; it must be one of ${LIKENESS.join(', ')}`;
  if (!(midpoint > 0 && midpoint < 1)) return `midpoint is ${midpoint}; it must lie between 0 and 1`;
  if (!Number.isInteger(slope) || slope < 1 || slope > MAX_SLOPE) {
    return `slope is ${slope}; it must be a whole number from 1 to ${MAX_SLOPE}`;
  }
  return '';
}
