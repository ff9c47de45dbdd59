import type { Chunk, ChunkStore, IndexInfo } from '@ibid/core/types';
import { seededRandom } from '@ibid/testkit';

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
  /** Scores of every passage in the vector legs against fixed random directions. If all scores are equal, so are the vectors. */
  readonly scores: readonly (readonly (readonly [id: string, ...scores: number[]])[])[];
}

export async function takeSnapshot(store: ChunkStore): Promise<Snapshot | undefined> {
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
    scores: await scoresOfAll(store, info),
  };
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
