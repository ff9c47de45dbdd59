/**
 * CPU time of one question inside Qdrant, on paper. Each shard is searched:
 *
 *     vectors = shards · (2 + 0.1) · g · D / 1536 · log2(N / shards) / log2(500,000)     legs, the candidates' own scores, pages
 *     words   = N · w                                                                  postings read, w as measured in our own store
 *
 * g is the time of one search of 500,000 × 1,536 vectors, as others measured it in one thread (Small Datum, February 2025): int8 with ef 40
 * took 1/895 s; float took 1/713 s with ef 40 and 1/154 s with ef 400. We ask for the best hundred and some more, and quantized searches
 * fetch half as many again, so about 174 are kept in view; between ef 40 and 400 the time is taken to grow in a straight line.
 * The graph's part grows with the logarithm of a shard. The words' part is an upper bound: it reads every posting, where an index that knows its
 * largest weights skips most. Filters, reading originals from disk and merging shards are left out.
 */
const EF = 174;
const OF_EF = (1000 / 154 - 1000 / 713) / (400 - 40);
const MEASURED = { ms: 1000 / 895 + (EF - 40) * OF_EF, vectors: 500_000, dimensions: 1536 };

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
