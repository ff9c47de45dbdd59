import type { Passage, SuppliedChunk } from '../../types/answer.ts';
import type { Chunk } from '../../types/chunk.ts';
import { TEXT_WEIGHT, VECTOR_WEIGHT } from '../../retrieve/fusion-weights.ts';
import type { BundleTerms } from './bundle-terms.ts';
import type { IndexView } from './view-index.ts';

interface Kept {
  readonly supplied: SuppliedChunk;
  readonly chunk: Chunk;
}

/** Above the 0 that says of a passage that it was not ranked. */
const LEAST_SCORE = 1e-6;

const share = (value: number, most: number): number => (most > 0 ? value / most : 0);

/**
 * Scores that say how the supplied passages compare: those of the retrieval where all carry them, else the index's where it
 * found them all, else the question's words and the similarity that the asker claims, weighed as in a retrieval.
 */
function scoresOf(kept: readonly Kept[], { hits }: IndexView, terms: BundleTerms): number[] {
  const given = kept.flatMap(({ supplied }) => supplied.score ?? []);
  if (given.length === kept.length) return given;
  const found = kept.flatMap(({ chunk }) => hits.get(chunk.id)?.score ?? []);
  if (found.length === kept.length) return found;
  const texts = kept.map(({ chunk }) => terms.text(chunk));
  const [mostText, mostSimilar] = [Math.max(...texts), Math.max(...kept.map(({ supplied }) => supplied.similarity))];
  return kept.map(
    ({ supplied }, i) =>
      TEXT_WEIGHT * share(texts[i]!, mostText) + VECTOR_WEIGHT * share(supplied.similarity, mostSimilar),
  );
}

/** Best first; passages of one score stay in the order given. */
export function rankSupplied(kept: readonly Kept[], view: IndexView, terms: BundleTerms): Passage[] {
  const scores = scoresOf(kept, view, terms);
  return kept
    .map(({ supplied, chunk }, i) => ({
      chunk,
      score: Math.max(LEAST_SCORE, scores[i]!),
      similarity: view.hits.get(chunk.id)?.similarity ?? supplied.similarity,
    }))
    .toSorted((a, b) => b.score - a.score)
    .map((passage, i) => ({ label: `p${i + 1}`, ...passage }));
}
