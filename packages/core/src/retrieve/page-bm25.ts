/**
 * The page text leg: BM25 of the query against each page's bodies taken as one text.
 *
 *     tf(t,P)   = Σ over the passages p of page P of body tf(t,p)        len(P), avglen: likewise, over all pages
 *     idf(t)    = ln(1 + (pages − df + 0.5) / (df + 0.5))                df = pages that have t in any body
 *     score     = Σ_t qtf(t) · idf(t) · tf · (k1 + 1) / (tf + k1 · (1 − b + b · len / avglen))
 *
 * Sections are cut finer than questions: words that a question spreads over a page do not meet in one section. Pages, df
 * and avglen are those of the whole generation, also under a filter. Sentences repeated between neighbouring passages count
 * twice, which changes nothing that was measured.
 */
import { BM25F } from './bm25f.ts';

/** What one occurrence of a term in the query earns, before idf. `average` is above 0 wherever `count` is. */
export function pageSaturate(count: number, length: number, average: number): number {
  const { k1, b } = BM25F;
  return (count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / average));
}
