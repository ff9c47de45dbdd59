/**
 * BM25F, the text leg, over N passages p and terms t:
 *
 *     tf'(t,p)   = Σ_f w_f · tf_f(t,p) / (1 − b + b · len_f(p) / avglen_f)
 *     idf(t)     = ln(1 + (N − df(t) + 0.5) / (df(t) + 0.5))
 *     BM25F(q,p) = Σ_t qtf(t) · idf(t) · tf'(t,p) · (k1 + 1) / (tf'(t,p) + k1)
 *
 * `len` counts tokens as emitted, including parts of identifiers; `avglen` is over all passages, including empty fields; `df` counts
 * passages with t in any field; `qtf` does not saturate. N, df and avglen are those of the whole generation even under a filter, so that
 * scores are the same in every scope.
 */
export const BM25F = { k1: 1.2, b: 0.75, weights: { title: 2, headings: 2, body: 1 } } as const;

export type Field = keyof typeof BM25F.weights;

export const FIELDS: readonly Field[] = ['title', 'headings', 'body'];

/** Contribution of one field to tf'. `average` may be 0 only if `count` is 0. */
export function fieldFrequency(field: Field, count: number, length: number, average: number): number {
  if (count === 0) return 0;
  return (BM25F.weights[field] * count) / (1 - BM25F.b + (BM25F.b * length) / average);
}

/** Score of one occurrence of a term in the query, before idf; 0 up to k1 + 1. `half` is the frequency that scores half of that. */
export function saturate(frequency: number, half: number = BM25F.k1): number {
  return (frequency * (BM25F.k1 + 1)) / (frequency + half);
}

export function idf(passages: number, documentFrequency: number): number {
  return Math.log(1 + (passages - documentFrequency + 0.5) / (documentFrequency + 0.5));
}

/**
 * Score of one occurrence of a query term in the page text leg, before idf. The leg is BM25 of the query against all bodies of a page as
 * one text.
 *
 *     tf(t,P)   = Σ over the passages p of page P of body tf(t,p)        len(P), avglen: likewise, over all pages
 *     idf(t)    = ln(1 + (pages − df + 0.5) / (df + 0.5))                df = pages that have t in any body
 *     score     = Σ_t qtf(t) · idf(t) · tf · (k1 + 1) / (tf + k1 · (1 − b + b · len / avglen))
 *
 * Sections are smaller than questions: words of a question may be spread over several sections of a page. Pages, df and avglen are those
 * of the whole generation, even under a filter. Sentences repeated in adjacent passages count twice, without a measurable effect.
 * `average` is above 0 if `count` is.
 */
export function pageSaturate(count: number, length: number, average: number): number {
  const { k1, b } = BM25F;
  return saturate(count, k1 * (1 - b + (b * length) / average));
}
