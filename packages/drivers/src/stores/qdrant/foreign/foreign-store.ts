import {
  IbidError,
  pathKey,
  sha256Hex,
  TOKENIZER_ID,
  type CallOptions,
  type Chunk,
  type FittedSpace,
  type PageInfo,
  type StoreDriver,
} from '@ibid/core';
import type { QdrantCalls } from '../client/qdrant-calls.ts';
import { describeForeign, refuseForeign } from './describe-foreign.ts';
import type { ForeignCollection } from './find-foreign.ts';
import { foreignChunk, moduleOf, SEPARATOR } from './foreign-chunk.ts';
import { readForeignListing, type ForeignListing, type ListedPassage } from './foreign-listing.ts';
import { searchForeign } from './search-foreign.ts';

export interface ForeignStoreOptions {
  readonly calls: QdrantCalls;
  readonly base: string;
  readonly collection: ForeignCollection;
  /** Id of the embedder that made its vectors, as the owner says: the collection does not. */
  readonly spaceId: string | undefined;
}

/** Times that a search is done again because the collection changed under it. */
const MOST_ATTEMPTS = 4;
const PAGE_SIZE = 256;

/**
 * A collection of another program, to read. Throws `INDEX_MISMATCH` when the embedder is not named, or has other dimensions by its id. All of
 * it is read at the first call that needs to know what is there, and again when it has more or fewer points.
 */
export function foreignStore({ calls, base, collection, spaceId }: ForeignStoreOptions): StoreDriver {
  const space = foreignSpace(base, collection, spaceId);
  let known: ForeignListing | undefined;
  let reading: Promise<ForeignListing> | undefined;

  /** What is there now; read anew when there are more or fewer points, or when `outdated` is what is known. */
  async function listing(call: CallOptions | undefined, outdated?: ForeignListing): Promise<ForeignListing> {
    const last = known;
    if (last !== undefined && last !== outdated && (await calls.count(base, {}, call)) === last.points) return last;
    reading ??= readForeignListing(calls, base)
      .then((listed) => (known = listed))
      .finally(() => (reading = undefined));
    return reading;
  }

  async function textsOf(
    passages: readonly ListedPassage[],
    call: CallOptions | undefined,
  ): Promise<ReadonlyMap<string, string>> {
    const texts = new Map<string, string>();
    if (passages.length === 0) return texts;
    const filter = { must: [{ has_id: passages.map(({ point }) => point) }] };
    for await (const found of calls.scroll(base, { filter, payload: ['text'], pageSize: PAGE_SIZE }, call)) {
      for (const { id, payload } of found) texts.set(String(id), String(payload['text'] ?? ''));
    }
    return texts;
  }

  function refuse(verb: string): () => Promise<never> {
    return () => Promise.reject(refuseForeign(base, verb));
  }

  return {
    name: 'qdrant',
    traits: { durable: true },
    open: async () => undefined,
    close: async () => undefined,

    async info(call) {
      const { pages, passages } = await listing(call);
      return {
        generation: 1,
        schema: { chunker: 'foreign', tokenizer: TOKENIZER_ID },
        sourceId: `qdrant:${base}`,
        pages: pages.size,
        chunks: passages,
        fitted: 0,
        folded: 0,
        space: { ...space, data: new Uint8Array() },
        // Nobody noted when.
        publishedAt: new Date(0).toISOString(),
      };
    },
    async search(query, call) {
      const { vector } = query;
      if (vector !== undefined && vector.length !== space.dimensions) throw otherSize(base, space, vector.length);
      let listed = await listing(call);
      for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
        const result = await searchForeign(calls, base, listed, query, call);
        if (result !== undefined) return result;
        listed = await listing(call, listed);
      }
      throw new IbidError('STORE_BUSY', `The collection \`${base}\` is being written to; try again when that is done`, {
        retryable: true,
      });
    },
    async getChunks(ids, call) {
      const { byId } = await listing(call);
      const places = new Map(ids.map((id) => [id, byId.get(id)]));
      const texts = await textsOf(
        [...places.values()].filter((place) => place !== undefined),
        call,
      );
      return ids.map((id) => {
        const place = places.get(id);
        const text = place && texts.get(String(place.point));
        return place && text !== undefined ? foreignChunk(place, text) : undefined;
      });
    },
    async getPage(path, call) {
      const key = pathKey(path);
      const page = [...(await listing(call)).pages].find(([url]) => pathKey(url) === key);
      if (page === undefined) return undefined;
      const texts = await textsOf(page[1], call);
      const content: Chunk[] = [];
      let start = 0;
      for (const place of page[1]) {
        const text = texts.get(String(place.point)) ?? '';
        content.push(foreignChunk({ ...place, start }, text));
        start += text.length + SEPARATOR.length;
      }
      return { ...pageInfo(page), text: content.map(({ text }) => text).join(SEPARATOR), content };
    },
    async *listPages(call) {
      for (const page of (await listing(call)).pages) yield pageInfo(page);
    },
    // oxlint-disable-next-line require-yield -- there is nothing whole to give
    async *readPages() {
      throw new IbidError(
        'UNSUPPORTED',
        `The collection \`${base}\` was made by another program and holds passages, not whole pages; index the site itself instead of copying`,
      );
    },
    async *check(call) {
      yield { severity: 'warning', rule: 'qdrant:foreign', message: `${describeForeign(base)}.`, page: base };
      yield* (await listing(call, known)).problems;
    },

    beginBuild: refuse('beginBuild'),
    putPage: refuse('putPage'),
    deletePages: refuse('deletePages'),
    // oxlint-disable-next-line require-yield -- there is no build
    async *listBuild() {
      throw refuseForeign(base, 'listBuild');
    },
    putSpace: refuse('putSpace'),
    listSpaces: async () => [{ ...space, data: new Uint8Array(), fitted: 0 }],
    putVectors: refuse('putVectors'),
    publish: refuse('publish'),
    abandonBuild: async () => undefined,

    cache: undefined,
  };
}

function foreignSpace(
  base: string,
  { dimensions }: ForeignCollection,
  spaceId: string | undefined,
): Pick<FittedSpace, 'id' | 'dimensions'> {
  if (spaceId === undefined) {
    throw new IbidError(
      'INDEX_MISMATCH',
      `The collection \`${base}\` was made by another program, and nothing in it says which embedder made its vectors of ${dimensions} dimensions; name that embedder, or name another collection and run \`ibid index\``,
    );
  }
  const declared = /@(\d+)$/.exec(spaceId)?.[1];
  if (declared !== undefined && Number(declared) !== dimensions) {
    throw otherSize(base, { id: spaceId, dimensions }, Number(declared));
  }
  return { id: spaceId, dimensions };
}

function otherSize(base: string, { id, dimensions }: Pick<FittedSpace, 'id' | 'dimensions'>, given: number): IbidError {
  return new IbidError(
    'INDEX_MISMATCH',
    `The collection \`${base}\` holds vectors of ${dimensions} dimensions, the embedder \`${id}\` makes ${given}; use the embedder that the collection was made with, or name another collection and run \`ibid index\``,
  );
}

function pageInfo([url, passages]: readonly [string, readonly ListedPassage[]]): PageInfo {
  const first = passages[0]!.passage;
  return {
    url,
    title: first.title,
    revision: sha256Hex(JSON.stringify(passages.map(({ passage, start }) => [passage.id, start]))),
    sourceFile: URL.canParse(url) ? new URL(url).pathname : url,
    locale: '',
    version: '',
    module: moduleOf(url),
    chunks: passages.length,
  };
}
