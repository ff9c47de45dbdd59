import { averagesOf } from '../averages.ts';
import type { Averages } from '../layout.ts';
import type { OpenBuild } from './open-build.ts';
import { weighedIn } from './weighed-in.ts';

/** The lowest averages, each for itself, that weights in the version were made under. */
export function lowestWeighed({ pages, totals }: OpenBuild, version: number): Averages {
  const lowest: [number, number, number, number] = [...averagesOf(totals)];
  for (const { weighed } of pages.values()) {
    for (const [i, average] of (weighedIn(weighed, version) ?? []).entries()) {
      // A field without a word gave no weight.
      if (average > 0) lowest[i] = Math.min(lowest[i]!, average);
    }
  }
  return lowest;
}
