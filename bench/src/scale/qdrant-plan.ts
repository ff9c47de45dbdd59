/**
 * How large a Qdrant cluster must be for an index of Ibid's layout (`drivers/stores/qdrant/layout.ts`), on paper. For N passages in D
 * dimensions, P passages a page:
 *
 *     vectors      N · (2 + 1/P)            passages, legs, pages
 *     points       vectors + N · kept       and those without vectors: terms, contents
 *     in RAM       vectors · (D · bytes + links) + points · 40 + N · (postings · 8 + fields), all · headroom
 *     on disk      vectors · (D · 4 + links) + quantized copies + points · 40 + N · (postings · 8 + payload + content + fields), all · headroom
 *
 * `bytes` is 4 as float, 1 as int8, 1/8 as bits; links are those of the HNSW graph. `postings` counts the terms of passages and, at half as
 * many, of pages; `headroom` stands for segments that are being optimised. Qdrant's own rule, vectors · D · 4 · 1.5, has graph, versions and
 * headroom in its factor, and speaks of floats alone.
 */

export type Quantization = 'none' | 'scalar' | 'binary';

/** Bytes of one passage, as measured or as documented; each has its source in docs/scaling.md. */
export interface PassageBytes {
  /** Distinct terms: 8 bytes each in the sparse index. */
  readonly terms: number;
  /** Payload of the passage, its leg and its share of the page's point, as JSON. */
  readonly payload: number;
  /** Indexed fields in RAM, over passages, legs and pages. */
  readonly fields: number;
  /** The page's content and the counts of terms. */
  readonly content: number;
}

export interface PlanInput {
  readonly chunks: number;
  readonly dimensions: number;
  readonly quantization: Quantization;
  readonly replicas: number;
  readonly passagesOfPage: number;
  readonly bytes: PassageBytes;
  /** Whether postings of words lie on disk, with the system's cache before them. */
  readonly sparseOnDisk: boolean;
  readonly nodeGigabytes: number;
}

export interface Plan {
  /** Of one copy of everything. */
  readonly ramGigabytes: number;
  readonly diskGigabytes: number;
  readonly nodes: number;
  readonly shards: number;
  readonly ramOfNodeGigabytes: number;
  readonly diskOfNodeGigabytes: number;
  readonly passagesOfShard: number;
}

const BYTES: Readonly<Record<Quantization, number>> = { none: 4, scalar: 1, binary: 1 / 8 };
/** HNSW with m = 16: 32 links of 4 bytes at the lowest level, and a sixteenth as many above. */
const LINK_BYTES = 32 * 4 * (1 + 1 / 16);
/** Id, version and offsets of a point. */
const POINT_BYTES = 40;
const HEADROOM = 1.3;
/** Points without vectors for each passage: a term for each passage, as vocabularies of large sites have, and a content for each page. */
const KEPT = 1.1;
/** What a node may use of its memory; the rest is for the system, its cache and what a search needs. */
const USABLE = 0.75;
/** At least, where there are several nodes: Qdrant advises it, so that one more node has something to take over. */
const SHARDS_OF_NODE = 2;
/** Above this a shard takes hours to optimise or to move. */
const SHARD_PASSAGES = 20_000_000;

export function planQdrant(input: PlanInput): Plan {
  const { chunks, dimensions, quantization, replicas, passagesOfPage, bytes, sparseOnDisk, nodeGigabytes } = input;
  const vectors = chunks * (2 + 1 / passagesOfPage);
  const points = vectors + chunks * KEPT;
  const postings = chunks * bytes.terms * 8 * (1 + 1 / 2);
  const ram =
    HEADROOM *
    (vectors * (dimensions * BYTES[quantization] + LINK_BYTES) +
      points * POINT_BYTES +
      chunks * bytes.fields +
      (sparseOnDisk ? 0 : postings));
  const copies = quantization === 'none' ? 0 : vectors * dimensions * BYTES[quantization];
  const disk =
    HEADROOM *
    (vectors * (dimensions * 4 + LINK_BYTES) +
      points * POINT_BYTES +
      copies +
      postings +
      chunks * (bytes.payload + bytes.content + bytes.fields));
  // A node may fail without the data being away; three nodes agree where two cannot.
  const least = replicas > 1 ? 3 : 1;
  const nodes = Math.max(least, Math.ceil((ram * replicas) / (nodeGigabytes * 1e9 * USABLE)));
  const shards = nodes * Math.max(nodes > 1 ? SHARDS_OF_NODE : 1, Math.ceil(chunks / SHARD_PASSAGES / nodes));
  return {
    ramGigabytes: ram / 1e9,
    diskGigabytes: disk / 1e9,
    nodes,
    shards,
    ramOfNodeGigabytes: (ram * replicas) / nodes / 1e9,
    diskOfNodeGigabytes: (disk * replicas) / nodes / 1e9,
    passagesOfShard: Math.ceil(chunks / shards),
  };
}
