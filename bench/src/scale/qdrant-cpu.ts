/**
 * CPU time of one question inside Qdrant, on paper. Each shard is searched:
 *
 *     vectors = shards · (2 + 0.1) · g · D / 1536 · log2(N / shards) / log2(500,000)     legs, the candidates' own scores, pages
 *     words   = N · w                                                                  postings read, w as measured in our own store
 *
 * g is the time of one search of 500,000 × 1,536 int8 vectors at a recall of 0.98, as others measured it. The graph's part grows with the
 * logarithm of a shard. The words' part is an upper bound: it reads every posting, where an index that knows its largest weights skips most.
 */
const MEASURED = { ms: 1000 / 895, vectors: 500_000, dimensions: 1536 };

export interface QdrantCpu {
  /** Milliseconds over all shards. */
  readonly vectors: number;
  readonly words: number;
  /** How long one shard works, which is what a reader waits for. */
  readonly slowestShard: number;
}

export function qdrantCpuMs(given: {
  readonly chunks: number;
  readonly dimensions: number;
  readonly shards: number;
  /** Milliseconds that the text legs of our own store take for each passage of the index. */
  readonly wordsMsOfPassage: number;
}): QdrantCpu {
  const { chunks, dimensions, shards, wordsMsOfPassage } = given;
  const depth = Math.log2(Math.max(2, chunks / shards)) / Math.log2(MEASURED.vectors);
  const search = MEASURED.ms * (dimensions / MEASURED.dimensions) * depth;
  const vectors = shards * 2.1 * search;
  const words = chunks * wordsMsOfPassage;
  return { vectors, words, slowestShard: (vectors + words) / shards };
}
