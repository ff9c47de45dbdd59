import { IbidError } from '@ibid/core';
import type { CallOptions, EmbeddingSpace, IndexInfo } from '@ibid/core/types';
import { putBlob } from './blobs.ts';
import type { Build } from './build.ts';
import type { Point, QdrantClient } from './client.ts';
import { decodePage, decodeVectors, distinctTerms, lengthsOf, pack, passagePayload, sparseVector } from './codec.ts';
import {
  FILTERED,
  passagesOf,
  pointId,
  SPARSE,
  vectorsKey,
  type PagePayload,
  type SpaceNote,
  type Totals,
  type VectorsPayload,
} from './layout.ts';
import { averagesOf, writeState } from './published.ts';
import { PAGES } from './read.ts';

interface Publication {
  readonly space: EmbeddingSpace;
  readonly publishedAt: string;
}

const POINTS_AT_ONCE = 128;

/** Makes the collection of passages and the statistics of a build whose pages have all their vectors; the alias is not moved yet. */
export async function publishBuild(
  client: QdrantClient,
  base: string,
  build: Build,
  { space, publishedAt }: Publication,
  call?: CallOptions,
): Promise<IndexInfo> {
  const { version, meta, schema, sourceId, pages } = build;
  const collection = passagesOf(base, version);
  const { totals, terms } = await countTerms(client, meta, call);
  await putBlob(client, meta, { kind: 'terms', name: '', bytes: await pack(JSON.stringify(terms)), note: {} }, call);

  // What an earlier attempt to publish left may hold pages that were replaced since.
  await client.drop(collection, call);
  await client.createPassages(collection, space.dimensions, FILTERED, call);
  await writePassages(client, build, collection, { space, totals }, call);
  const written = await client.count(collection, {}, call);
  if (written !== totals.passages) {
    throw new IbidError(
      'UPSTREAM_FAILED',
      `\`${collection}\` holds ${written} points of ${totals.passages} that were written, so it is not published. Run \`ibid index\` again.`,
      { retryable: true },
    );
  }
  const info = {
    generation: version,
    schema,
    sourceId,
    pages: pages.size,
    chunks: totals.passages,
    publishedAt,
  };
  const note = { id: space.id, dimensions: space.dimensions };
  await putBlob(client, meta, { kind: 'space', name: space.id, bytes: space.data, note }, call);
  await writeState(client, meta, { schema, sourceId, published: { info, spaceId: space.id, totals } }, call);
  return { ...info, space };
}

/** Every term with the number of passages and of pages' bodies that hold it. */
async function countTerms(
  client: QdrantClient,
  meta: string,
  call?: CallOptions,
): Promise<{ readonly totals: Totals; readonly terms: readonly (readonly [string, number, number])[] }> {
  const counts = new Map<string, [number, number]>();
  const count = (term: string, at: 0 | 1): void => {
    const held = counts.get(term) ?? [0, 0];
    held[at]++;
    counts.set(term, held);
  };
  const lengths: [number, number, number] = [0, 0, 0];
  let [pages, passages] = [0, 0];
  for await (const points of client.scroll(meta, { filter: PAGES, payload: ['url', 'body'], size: 64 }, call)) {
    for (const { payload } of points) {
      const { chunks } = await decodePage(payload as unknown as PagePayload);
      if (chunks.length > 0) pages++;
      passages += chunks.length;
      for (const { terms } of chunks) {
        for (const term of distinctTerms(terms)) count(term, 0);
        for (const [i, length] of lengthsOf(terms).entries()) lengths[i]! += length;
      }
      for (const term of new Set(chunks.flatMap(({ terms }) => [...terms.body.keys()]))) count(term, 1);
    }
  }
  return { totals: { pages, passages, lengths }, terms: [...counts].map(([term, held]) => [term, ...held] as const) };
}

/** With as many digits as stored vectors have: JSON of whole floats is twice as long. */
function shortened(vector: Float32Array): number[] {
  return Array.from(vector, (value) => Math.round(value * 1e6) / 1e6);
}

async function writePassages(
  client: QdrantClient,
  { meta, spaces }: Build,
  collection: string,
  { space, totals }: { readonly space: SpaceNote; readonly totals: Totals },
  call?: CallOptions,
): Promise<void> {
  const averages = averagesOf(totals);
  const key = vectorsKey(space.id);
  const others = [...spaces.keys()].filter((id) => id !== space.id).map(vectorsKey);
  if (others.length > 0) await client.dropPayload(meta, others, call);
  let waiting: Point[] = [];
  const flush = async (): Promise<void> => {
    if (waiting.length > 0) await client.upsert(collection, waiting, undefined, call);
    waiting = [];
  };
  for await (const points of client.scroll(meta, { filter: PAGES, payload: ['url', 'body', key], size: 32 }, call)) {
    for (const { payload } of points) {
      const { chunks } = await decodePage(payload as unknown as PagePayload);
      const vectors = payload[key] as VectorsPayload | undefined;
      if (vectors === undefined) continue;
      const passages = decodeVectors(vectors.passages, space.dimensions);
      const headings = decodeVectors(vectors.headings, space.dimensions);
      for (const [i, indexed] of chunks.entries()) {
        const vector = { '': shortened(passages[i]!), [SPARSE]: sparseVector(indexed.terms, averages) };
        waiting.push({
          id: pointId('passage', indexed.chunk.id),
          vector,
          payload: { ...passagePayload(indexed, headings[i]!) },
        });
        if (waiting.length >= POINTS_AT_ONCE) await flush();
      }
    }
  }
  await flush();
}
