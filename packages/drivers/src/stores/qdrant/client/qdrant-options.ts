/** Which Qdrant, and how new collections are laid out there. What is said of new collections changes none that is there. */
export interface QdrantOptions {
  /** `http` or `https`; port 6333 unless it names one; a path is put before every request's own. */
  readonly url: string;
  /** 1 to 200 bytes of UTF-8. Default `physical_ai_book`. */
  readonly collection?: string;
  readonly apiKey?: string | undefined;
  /** Milliseconds for one request, 100 to 600,000. Default 5,000. */
  readonly timeoutMs?: number;
  /** Milliseconds until a write is given up that fails for a passing reason, 0 to 3,600,000; at most 8,000 of them for reads. Default 20,000. */
  readonly retryMs?: number;
  /** Shards of a new collection, 1 to 1,000. Qdrant's own default unless given. */
  readonly shards?: number;
  /** Copies of each shard, 1 to 100. To be given to whoever only reads as well. */
  readonly replicas?: number;
  /** Copies that must have taken a write before it counts, 1 to `replicas`. More than half of them unless given; see `decide-copies.ts`. */
  readonly writeConsistency?: number;
  /**
   * Copies that must agree on points and counts, 1 to `replicas`, or a word of Qdrant's; together with `writeConsistency` more than
   * `replicas`. As few as that unless given. Searches by nearness ask one copy.
   */
  readonly readConsistency?: ReadConsistency;
  /** Searches compare smaller copies of dense vectors, kept in memory, and look the best up again in the vectors themselves. Default `none`. */
  readonly quantization?: Quantization;
  /** What is read from disk instead of being held in memory. Qdrant's own default unless given. */
  readonly onDisk?: OnDisk;
  readonly hnsw?: HnswOptions;
  /** Every search compares with all points that pass its filter. Default `false`. */
  readonly exact?: boolean;
}

export const READ_CONSISTENCIES = ['majority', 'quorum', 'all'] as const;
export type ReadConsistency = number | (typeof READ_CONSISTENCIES)[number];

export const QUANTIZATIONS = ['scalar', 'binary', 'none'] as const;
export type Quantization = (typeof QUANTIZATIONS)[number];

export interface OnDisk {
  /** Dense vectors and the index of sparse ones. */
  readonly vectors?: boolean;
  readonly payload?: boolean;
}

export interface HnswOptions {
  /** Edges of a node in the graph, 4 to 128. */
  readonly m?: number;
  /** Neighbours looked at for each new node, 4 to 2,000. */
  readonly efConstruct?: number;
  /** Neighbours looked at in a search, 1 to 10,000. */
  readonly ef?: number;
}
