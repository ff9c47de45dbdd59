import { tokenize } from '@ibid/core';
import type { Chunk, ChunkStore, EmbedderSource, IndexInfo } from '@ibid/core/types';
import { seededRandom } from '@ibid/testkit';

const QUERIES = [
  'router schedule for the worker',
  'how does the cache keep each segment',
  'vector index of page 12',
  'edition 0 checkpoint',
  'open gateway session',
];
const PROBES = 6;

/** Everything that readers can see of a generation except its number and date; comparable with `toEqual`. */
export interface Snapshot {
  readonly info: Omit<IndexInfo, 'generation' | 'publishedAt' | 'space'> & { readonly spaceId: string };
  readonly pages: readonly {
    readonly url: string;
    readonly revision: string;
    readonly text: string;
    readonly chunks: readonly Chunk[];
  }[];
  /** Ids of the ten best passages for each query, best first, in the text leg and in the vector leg. */
  readonly best: readonly (readonly string[])[];
  /** Scores of every passage in all legs against fixed random directions. If all scores are equal, so are the vectors. */
  readonly scores: readonly (readonly (readonly [id: string, ...scores: number[]])[])[];
}

export async function takeSnapshot(store: ChunkStore, source: EmbedderSource): Promise<Snapshot | undefined> {
  const info = await store.info();
  if (info === undefined) return undefined;
  const pages: Snapshot['pages'][number][] = [];
  for await (const { url, revision } of store.listPages()) {
    const page = await store.getPage(url);
    pages.push({ url, revision, text: page?.text ?? '', chunks: page?.content ?? [] });
  }
  const { generation: _, publishedAt: __, space, ...rest } = info;
  return {
    info: { ...rest, spaceId: space.id },
    pages,
    best: await bestOfQueries(store, source, info),
    scores: await scoresOfAll(store, info),
  };
}

async function bestOfQueries(store: ChunkStore, source: EmbedderSource, info: IndexInfo): Promise<string[][]> {
  const embedder = source.kind === 'fixed' ? source.embedder : await source.open(info.space);
  const best: string[][] = [];
  for (const query of QUERIES) {
    const { vectors } = await embedder.embed({ purpose: 'query', texts: [query] });
    const terms = [...new Set(tokenize(query))].map((term) => ({ term, count: 1 }));
    const { candidates } = await store.search({ terms, vector: vectors[0], limit: 10 });
    for (const leg of ['text', 'vector'] as const) {
      const ranked = candidates.toSorted((a, b) => b[leg] - a[leg] || (a.id < b.id ? -1 : 1));
      best.push(ranked.slice(0, 10).map((candidate) => candidate.id));
    }
  }
  return best;
}

async function scoresOfAll(store: ChunkStore, info: IndexInfo): Promise<[string, ...number[]][][]> {
  const random = seededRandom(1);
  const scores: [string, ...number[]][][] = [];
  for (let probe = 0; probe < PROBES; probe += 1) {
    const direction = Float32Array.from({ length: info.space.dimensions }, () => random() - 0.5);
    const length = Math.hypot(...direction);
    const vector = direction.map((value) => value / length);
    const { candidates } = await store.search({ terms: [], vector, limit: Math.max(1, info.chunks) });
    scores.push(candidates.map((hit) => [hit.id, hit.vector, hit.page, hit.similarity]));
  }
  return scores;
}
