import { IbidError, pathKey, sha256Hex, TOKENIZER_ID } from '@ibid/core';
import type { Chunk, FittedSpace, PageInfo, StoreDriver } from '@ibid/core/types';
import type { QdrantCalls } from '../client/qdrant-calls.ts';
import { describeForeign, MOST_FOREIGN_POINTS, refuseForeign, tooLarge } from './describe-foreign.ts';
import type { ForeignCollection } from './find-foreign.ts';
import { foreignChunk, moduleOf, SEPARATOR } from './foreign-chunk.ts';
import type { ForeignListing } from './foreign-listing.ts';
import { keepListing } from './kept-listing.ts';
import type { ListedPassage } from './place-in-pages.ts';
import { readLive } from './read-live.ts';
import { searchForeign } from './search-foreign.ts';

export interface ForeignStoreOptions {
  readonly calls: QdrantCalls;
  readonly base: string;
  readonly collection: ForeignCollection;
  /** Id of the embedder that made its vectors, as the owner says: the collection does not. */
  readonly spaceId: string | undefined;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
}

export interface ForeignStore extends StoreDriver {
  /** Tells how many points there are now. Whether that is another number than before. */
  note(points: number): boolean;
}

/** Times that something is read again because the collection changed under it. */
const MOST_ATTEMPTS = 4;

/**
 * A collection of another program, to read. Throws `INDEX_MISMATCH` when the embedder is not named, or has other dimensions by its id;
 * `UNSUPPORTED` beyond `MOST_FOREIGN_POINTS`. All of it is read at the first call that needs to know what is there, and again when that is old,
 * or when something else is met than was read; what is cited is built of a single point as it is at that moment.
 */
export function foreignStore({ calls, base, collection, spaceId, now }: ForeignStoreOptions): ForeignStore {
  const space = foreignSpace(base, collection, spaceId);
  if (collection.points > MOST_FOREIGN_POINTS) throw tooLarge(base, collection.points);
  const kept = keepListing(calls, base, now);
  let { points } = collection;

  /** What `read` makes of the listing; with another listing as long as it gives `undefined`. */
  async function asListed<T>(read: (listing: ForeignListing) => Promise<T | undefined>): Promise<T> {
    let listing = await kept.current(points);
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const result = await read(listing);
      if (result !== undefined) return result;
      listing = await kept.renewed(listing, points);
    }
    throw new IbidError('STORE_BUSY', `The collection \`${base}\` is being written to; try again when that is done`, {
      retryable: true,
    });
  }

  function refuse(verb: string): () => Promise<never> {
    return () => Promise.reject(refuseForeign(base, verb));
  }

  return {
    name: 'qdrant',
    traits: { durable: true },
    open: async () => undefined,
    close: async () => undefined,
    note(latest) {
      const isOther = latest !== points;
      points = latest;
      return isOther;
    },

    async info() {
      const { generation, pages, passages } = await kept.current(points);
      return {
        generation,
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
      return asListed((listing) => searchForeign(calls, base, listing, query, call));
    },
    getChunks: (ids, call) =>
      asListed(async ({ byId }) => {
        const places = ids.map((id) => byId.get(id));
        const wanted = new Set(places.filter((place) => place !== undefined));
        const live = await readLive(calls, base, [...wanted], call);
        return live && places.map((place) => place && chunkOf(place, live));
      }),
    async getPage(path, call) {
      const { page } = await asListed(async ({ pages, byPath }) => {
        const [url] = byPath.get(pathKey(path)) ?? [];
        if (url === undefined) return { page: undefined };
        const places = pages.get(url)!;
        const live = await readLive(calls, base, places, call);
        if (live === undefined) return undefined;
        const content = places.map((place) => chunkOf(place, live));
        const text = content.map((chunk) => chunk.text).join(SEPARATOR);
        return { page: { ...pageInfo([url, places]), text, content } };
      });
      return page;
    },
    async *listPages() {
      for (const page of (await kept.current(points)).pages) yield pageInfo(page);
    },
    terms: undefined,
    // oxlint-disable-next-line require-yield -- there is nothing whole to give
    async *readPages() {
      throw new IbidError(
        'UNSUPPORTED',
        `The collection \`${base}\` was made by another program and holds passages, not whole pages; index the site itself instead of copying`,
      );
    },
    async *check() {
      yield { severity: 'warning', rule: 'qdrant:foreign', message: `${describeForeign(base)}.`, page: base };
      yield* (await kept.renewed(await kept.current(points), points)).problems;
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

/** As the listing says, so are its lengths. */
function chunkOf(place: ListedPassage, live: NonNullable<Awaited<ReturnType<typeof readLive>>>): Chunk {
  const passage = live.get(String(place.point))!;
  return foreignChunk({ ...place, passage }, passage.text);
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
