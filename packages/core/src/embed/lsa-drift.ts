import type { Drift } from '../spec/embedder.ts';

/** Up to this many passages a fit takes about two seconds, and new words matter most. */
const SMALL_SITE = 2000;
/** Share of passages outside the fit from which a larger site is fitted anew. */
const FOLDED_SHARE = 0.2;

/**
 * Whether a fit has fallen behind the site: at once on small sites, from a fifth of the passages on larger ones. Passages that
 * were removed do not count, for a space that knows too much harms nothing. `docs/decisions` has the figures.
 */
export function lsaDrift(counts: { readonly fitted: number; readonly total: number; readonly folded: number }): Drift {
  const { fitted, total, folded } = counts;
  if (total === 0) return { refit: false, reason: 'There are no passages.' };
  if (fitted === 0) return { refit: true, reason: 'The fit had no passages.' };
  if (folded === 0) return { refit: false, reason: 'Every passage was in the fit.' };
  const figures = `${folded} of ${total} passages were not in the fit`;
  if (total <= SMALL_SITE) return { refit: true, reason: `${figures}, and fitting so few takes about two seconds.` };
  return folded >= FOLDED_SHARE * total
    ? { refit: true, reason: `${figures}; from ${FOLDED_SHARE * 100} % on they are found less well.` }
    : { refit: false, reason: `${figures}; below ${FOLDED_SHARE * 100} % that does no harm.` };
}
