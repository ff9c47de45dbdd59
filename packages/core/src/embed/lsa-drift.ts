import type { Drift } from '../spec/embedder.ts';

/** Share of passages outside the fit from which it is made anew; see docs/decisions on when to refit. */
const FOLDED_SHARE = 0.3;

/**
 * Asks for a refit when the site has passages but the fit had none, or when at least 30 % of the passages were not in the fit.
 * Passages that were removed do not count: a space that knows too much harms nothing.
 */
export function lsaDrift(counts: { readonly fitted: number; readonly total: number; readonly folded: number }): Drift {
  const { fitted, total, folded } = counts;
  if (total === 0) return { refit: false, reason: 'The site has no passages.' };
  if (fitted === 0) return { refit: true, reason: 'The space was fitted on no passages.' };
  const figures = `${folded} of ${total} passages were not in the fit`;
  return folded >= FOLDED_SHARE * total
    ? { refit: true, reason: `${figures}, which is ${FOLDED_SHARE * 100} % or more.` }
    : { refit: false, reason: `${figures}, which is less than ${FOLDED_SHARE * 100} %.` };
}
