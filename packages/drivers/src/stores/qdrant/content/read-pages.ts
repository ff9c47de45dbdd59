import { HEADING_WEIGHT, IbidError } from '@ibid/core';
import type { CallOptions, IndexedPage, WholePage } from '@ibid/core/types';
import type { QdrantCalls, Vectors } from '../client/qdrant-calls.ts';
import { pagePointId } from '../ids.ts';
import { collectionsOf, DENSE, keepingOf, shownAt, type PassagePayload, type ShownState } from '../layout.ts';
import { readShown } from '../state/state-point.ts';
import { AS_WRITTEN } from './as-written.ts';
import { pageInfoOf } from './page-codec.ts';
import { readPage } from './read-page.ts';

const PAGES_AT_ONCE = 32;
const CHUNKS_AT_ONCE = 256;

interface Listed {
  readonly id: string;
  readonly url: string;
  readonly chunks: number;
}

/** The pages on show with their vectors, by URL. Rejects with `STORE_BUSY` when something else comes on show meanwhile. */
export async function* readPages(
  calls: QdrantCalls,
  base: string,
  after: string | undefined,
  options: CallOptions | undefined,
): AsyncGenerator<WholePage, void, undefined> {
  const shown = await readShown(calls, base, options);
  if (shown === undefined) return;
  const unchanged = async <T>(reading: () => Promise<T>): Promise<T> => {
    const outcome = await reading().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    const now = await readShown(calls, base, options);
    if (now?.epoch !== shown.epoch || now.publishedAt !== shown.publishedAt) throw movedOn(base);
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  };
  const listed = await unchanged(() => listContents(calls, base, shown, after, options));
  for (let at = 0; at < listed.length;) {
    const batch: Listed[] = [];
    let chunks = 0;
    for (; at < listed.length && batch.length < PAGES_AT_ONCE; at++) {
      const page = listed[at]!;
      if (batch.length > 0 && chunks + page.chunks > CHUNKS_AT_ONCE) break;
      batch.push(page);
      chunks += page.chunks;
    }
    yield* await unchanged(() => readBatch(calls, base, shown, batch, options));
  }
}

function movedOn(base: string): IbidError {
  return new IbidError('STORE_BUSY', `The index \`${base}\` was published anew while it was read; begin again`, {
    retryable: true,
  });
}

async function listContents(
  calls: QdrantCalls,
  base: string,
  state: ShownState,
  after: string | undefined,
  options: CallOptions | undefined,
): Promise<readonly Listed[]> {
  const shown = shownAt(state);
  const filter = { ...shown, must: [...shown.must, { key: 'kind', match: { value: 'content' } }] };
  const listed: Listed[] = [];
  const query = { filter, payload: ['info', 'from'] };
  for await (const points of calls.scroll(keepingOf(base), query, options)) {
    for (const { payload } of points) {
      const { url, chunks } = pageInfoOf(payload);
      if (after !== undefined && url <= after) continue;
      listed.push({ id: pagePointId(url, Number(payload['from'])), url, chunks });
    }
  }
  return listed.sort((a, b) => (a.url < b.url ? -1 : 1));
}

async function readBatch(
  calls: QdrantCalls,
  base: string,
  shown: ShownState,
  batch: readonly Listed[],
  options: CallOptions | undefined,
): Promise<readonly WholePage[]> {
  const { passages, legs } = collectionsOf(base, shown.version);
  const [points, directions, sums] = await Promise.all([
    calls.retrieve(
      keepingOf(base),
      batch.map(({ id }) => id),
      AS_WRITTEN,
      options,
    ),
    vectorsOf(calls, passages, '', shown, batch, options),
    vectorsOf(calls, legs, DENSE, shown, batch, options),
  ]);
  const read: WholePage[] = [];
  for (const { id, url } of batch) {
    const point = points.find((one) => one.id === id);
    const page = point && (await readPage(calls, base, point, options));
    if (page === undefined) throw damaged(url, 'content');
    const vectors = page.chunks.map(({ chunk }) => {
      const d = directions.get(chunk.id);
      const sum = sums.get(chunk.id);
      if (d === undefined || sum === undefined) throw damaged(url, `vectors of chunk \`${chunk.id}\``);
      return { d, h: sum.map((value, i) => (value - d[i]!) / HEADING_WEIGHT) };
    });
    read.push(wholePage(page, shown.spaceId, vectors));
  }
  return read;
}

function wholePage(
  page: IndexedPage,
  spaceId: string,
  vectors: readonly { readonly d: Float32Array; readonly h: Float32Array }[],
): WholePage {
  const { url } = page;
  return { page, vectors: { url, spaceId, passages: vectors.map(({ d }) => d), headings: vectors.map(({ h }) => h) } };
}

/** Dense vectors of the chunks of these pages, by chunk id. */
async function vectorsOf(
  calls: QdrantCalls,
  collection: string,
  name: string,
  state: ShownState,
  batch: readonly Listed[],
  options: CallOptions | undefined,
): Promise<ReadonlyMap<string, Float32Array>> {
  const vectors = new Map<string, Float32Array>();
  const urls = batch.filter(({ chunks }) => chunks > 0).map(({ url }) => url.toWellFormed());
  if (urls.length === 0) return vectors;
  const shown = shownAt(state);
  const filter = { ...shown, must: [...shown.must, { key: 'url', match: { any: urls } }] };
  const query = { filter, payload: ['chunk_id'], pageSize: CHUNKS_AT_ONCE };
  for await (const points of calls.scrollVectors(collection, query, options)) {
    for (const { payload, vectors: own } of points) {
      const vector = denseOf(own, name);
      if (vector !== undefined) vectors.set((payload as unknown as PassagePayload).chunk_id, vector);
    }
  }
  return vectors;
}

function denseOf(vectors: Vectors, name: string): Float32Array | undefined {
  const vector = vectors[name];
  return vector instanceof Float32Array ? vector : undefined;
}

function damaged(url: string, what: string): IbidError {
  return new IbidError('INDEX_DAMAGED', `The ${what} of \`${url}\` is missing in Qdrant; index again with \`--fresh\``);
}
