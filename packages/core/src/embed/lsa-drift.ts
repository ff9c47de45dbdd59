import type { Drift, EmbeddingSpace, PassageCounts } from '../types/embedder.ts';
import { fitCounts, withFolded } from './lsa-format.ts';

/** Up to this many passages new pages bring the most words that a fit does not know. */
const SMALL_SITE = 2000;
/** Share of passages outside the fit from which a site is fitted anew. */
const FOLDED_SHARE = { small: 0.1, large: 0.2 };

/**
 * Whether a fit has fallen behind the site: from a tenth of the passages on small sites, a fifth on larger ones, so that one
 * changed page costs no other page its vectors (R24). Passages that were removed do not count, for a space that knows too much harms
 * nothing. `docs/decisions` has the figures.
 */
export function lsaDrift(space: EmbeddingSpace, counts: PassageCounts): Drift {
  const { total } = counts;
  const { fitted } = fitCounts(space.data);
  const folded = foldedNow(space, counts);
  if (total === 0) return { refit: false, reason: 'There are no passages.' };
  if (fitted === 0) return { refit: true, reason: 'The fit had no passages.' };
  if (folded === 0) return { refit: false, reason: 'Every passage was in the fit.' };
  const figures = `${folded} of ${total} passages were not in the fit`;
  const share = total <= SMALL_SITE ? FOLDED_SHARE.small : FOLDED_SHARE.large;
  return folded >= share * total
    ? { refit: true, reason: `${figures}; from ${share * 100} % on they are found less well.` }
    : { refit: false, reason: `${figures}; below ${share * 100} % that does little harm.` };
}

/** The fit, which remembers how many passages it has been used for since. */
export function extendLsa(space: EmbeddingSpace, counts: PassageCounts): EmbeddingSpace {
  return { ...space, data: withFolded(space.data, foldedNow(space, counts)) };
}

/** At least as many passages as there are more now than in the fit: an interrupted run may have embedded some that nobody counted. */
function foldedNow({ data }: EmbeddingSpace, { total, added }: PassageCounts): number {
  const { fitted, folded } = fitCounts(data);
  return Math.min(total, Math.max(folded + added, total - fitted));
}
