import { IbidError } from '@ibid/core';
import type { EmbeddingSpace, IndexInfo } from '@ibid/core/types';
import type { Build } from './build.ts';
import type { Point, QdrantClient } from './client.ts';
import { decodePage, decodeVectors, lengthsOf, pack, passagePayload, sparseVector } from './codec.ts';
import { distinctTerms } from '../text-legs.ts';
import { FILTERED, passagesOf, pointId, SPARSE, vectorsKey, type Totals, type VectorsPayload } from './layout.ts';
import { averagesOf, putBlob, writeState } from './published.ts';
import { scrollPages } from './read.ts';

const POINTS_AT_ONCE = 128;

/** Creates the passage collection and statistics of a build whose pages have all their vectors. Does not move the alias. */
export async function publishBuild(
  client: QdrantClient,
  base: string,
  { version, meta, schema, sourceId, pages }: Build,
  { space, publishedAt }: { readonly space: EmbeddingSpace; readonly publishedAt: string },
): Promise<IndexInfo> {
  const collection = passagesOf(base, version);
  const { totals, terms } = await countTerms(client, meta);
  await putBlob(client, meta, 'terms', await pack(JSON.stringify(terms)));
  await putBlob(client, meta, 'space', space.data);
  const unused = new Set([...pages.values()].flatMap(({ spaces }) => [...spaces]));
  unused.delete(vectorsKey(space.id));
  if (unused.size > 0) await client.dropPayload(meta, [...unused]);

  // The collection of an earlier attempt to publish may contain pages that were replaced since.
  await client.drop(collection);
  await client.createPassages(collection, space.dimensions, FILTERED);
  await writePassages(client, meta, collection, { space, totals });
  const written = await client.count(collection);
  if (written !== totals.passages) {
    throw new IbidError(
      'UPSTREAM_FAILED',
      `\`${collection}\` holds ${written} points of ${totals.passages} that were written, so it is not published. Run \`ibid index\` again.`,
      { retryable: true },
    );
  }
  const info = { generation: version, schema, sourceId, pages: pages.size, chunks: totals.passages, publishedAt };
  const { id, dimensions } = space;
  await writeState(client, meta, { schema, sourceId, published: { info, space: { id, dimensions }, totals } });
  return { ...info, space };
}

/** Counts, for every term, the passages and the page bodies that contain it. */
async function countTerms(
  client: QdrantClient,
  meta: string,
): Promise<{ readonly totals: Totals; readonly terms: readonly (readonly [string, number, number])[] }> {
  const counts = new Map<string, [number, number]>();
  const count = (term: string, at: 0 | 1): void => {
    const held = counts.get(term) ?? [0, 0];
    held[at]++;
    counts.set(term, held);
  };
  const lengths: [number, number, number] = [0, 0, 0];
  let [pages, passages] = [0, 0];
  for await (const payload of scrollPages(client, meta, ['url', 'body'])) {
    const { chunks } = await decodePage(payload);
    if (chunks.length > 0) pages++;
    passages += chunks.length;
    for (const { terms } of chunks) {
      for (const term of distinctTerms(terms)) count(term, 0);
      for (const [i, length] of lengthsOf(terms).entries()) lengths[i]! += length;
    }
    for (const term of new Set(chunks.flatMap(({ terms }) => [...terms.body.keys()]))) count(term, 1);
  }
  return { totals: { pages, passages, lengths }, terms: [...counts].map(([term, held]) => [term, ...held] as const) };
}

async function writePassages(
  client: QdrantClient,
  meta: string,
  collection: string,
  { space, totals }: { readonly space: EmbeddingSpace; readonly totals: Totals },
): Promise<void> {
  const averages = averagesOf(totals);
  const key = vectorsKey(space.id);
  let waiting: Point[] = [];
  for await (const payload of scrollPages(client, meta, ['url', 'body', key])) {
    const { chunks } = await decodePage(payload);
    const vectors = payload[key] as VectorsPayload | undefined;
    if (vectors === undefined) continue;
    const passages = decodeVectors(vectors.passages, space.dimensions);
    const headings = decodeVectors(vectors.headings, space.dimensions);
    for (const [i, indexed] of chunks.entries()) {
      waiting.push({
        id: pointId('passage', indexed.chunk.id),
        vector: { '': shortened(passages[i]!), [SPARSE]: sparseVector(indexed.terms, averages) },
        payload: { ...passagePayload(indexed, headings[i]!) },
      });
      if (waiting.length < POINTS_AT_ONCE) continue;
      await client.upsert(collection, waiting);
      waiting = [];
    }
  }
  await client.upsert(collection, waiting);
}

/** Rounds to the precision of stored vectors, because JSON of full floats is twice as long. */
function shortened(vector: Float32Array): number[] {
  return Array.from(vector, (value) => Math.round(value * 1e6) / 1e6);
}
