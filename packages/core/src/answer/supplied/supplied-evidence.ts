import type { Evidence, Passage } from '../../types/answer.ts';
import type { Chunk } from '../../types/chunk.ts';
import type { BundleTerms } from './bundle-terms.ts';
import type { IndexView } from './view-index.ts';

/**
 * How well supplied passages cover a question, in the measures of a retrieval: what the index says of those it has, what the
 * bundle itself says of the others. Passages that were not supplied count for nothing.
 */
export function suppliedEvidence(
  passages: readonly Passage[],
  isIndexed: (chunk: Chunk) => boolean,
  view: IndexView,
  terms: BundleTerms,
): Evidence {
  const chunks = passages.map(({ chunk }) => chunk);
  const { idf, unknownIdf } = chunks.every(isIndexed) ? view.evidence : terms;
  const [best] = chunks;
  const hit = best === undefined || view.evidence.page === undefined ? undefined : view.hits.get(best.id);
  return {
    idf,
    unknownIdf,
    similarity: Math.max(0, ...passages.map((passage) => passage.similarity)),
    text: Math.max(0, ...chunks.map((chunk) => view.hits.get(chunk.id)?.trace.text.raw ?? terms.text(chunk))),
    page: hit?.trace.page.raw ?? (best === undefined ? 0 : terms.page(best)),
  };
}
