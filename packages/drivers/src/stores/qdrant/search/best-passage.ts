/** A passage that a leg brought. */
export interface BestPassage {
  /** Of the point. */
  readonly id: string;
  readonly url: string;
  readonly score: number;
  /** Only from the text leg of a query without vector, which asks nothing more of its passages; else `''`. */
  readonly chunkId: string;
}
