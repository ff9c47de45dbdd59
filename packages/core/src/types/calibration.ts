/**
 * Maps the raw likeness of a question and a passage to the `similarity` that thresholds and readers see. 0.5 means the same for every
 * embedder: the border between passages that answer and passages that do not. Measured for each vector space, never for single sites.
 */
export interface Calibration {
  /**
   * Measure of likeness, 0 to 1.
   * `cosine`: the cosine of question and passage, clamped at 0.
   * `cosine-and-words`: the geometric mean of that cosine and of the passage's BM25F score as a share of the highest possible score. For
   * word-based spaces, which ignore unknown words of a question, so that "knitting a jumper pod" looks to them like "pod".
   */
  readonly likeness: 'cosine' | 'cosine-and-words';
  /** Likeness that maps to a similarity of 0.5; above 0 and below 1. */
  readonly midpoint: number;
  /** Steepness of the similarity curve at the midpoint: the power of the odds, a whole number from 1 to 64. */
  readonly slope: number;
}
