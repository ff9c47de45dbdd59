/**
 * How the raw likeness of a question and a passage becomes the `similarity` that thresholds and readers see, so that 0.5 says the same for
 * every embedder: the border between passages that answer and passages that do not. Measured for each space, never for single sites.
 */
export interface Calibration {
  /**
   * What counts as likeness, 0 to 1. `cosine`: the cosine of question and passage, clamped at 0. `cosine-and-words`: the geometric mean of
   * that and of the passage's BM25F score as a share of the highest there could be. For spaces of words, which see nothing of a
   * question but the words they know, so that "knitting a jumper pod" looks to them like "pod".
   */
  readonly likeness: 'cosine' | 'cosine-and-words';
  /** The likeness that becomes a similarity of 0.5; above 0 and below 1. */
  readonly midpoint: number;
  /** How steeply similarity rises there: the power of the odds, a whole number from 1 to 64. */
  readonly slope: number;
}
