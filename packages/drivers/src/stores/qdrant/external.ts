/** Read-only store for a collection that another program filled with the six fields of the book contract. It searches by vectors only. */
import { canonicalUrl, IbidError, isOfFacets, pathKey, sha256Hex, TOKENIZER_ID } from '@ibid/core';
import type {
  CallOptions,
  Chunk,
  ErrorCode,
  LegQuery,
  LegResult,
  PageInfo,
  StoreDriver,
  Where,
} from '@ibid/core/types';
import { countTokens } from '@ibid/core/chunk';
import { byLeg } from '@ibid/core/score';
import type { Payload, QdrantClient } from './client.ts';
import { sectionsOf } from './layout.ts';

/** Maximum points of such a collection, because its passages are held in memory. */
const MOST_POINTS = 50_000;
const MOST = MOST_POINTS.toLocaleString('en');
const SEPARATOR = '\n\n';
const NO_SCORES = byLeg(() => 0);
const FRESH_MS = 60_000;
const FIELDS = ['text', 'url', 'title', 'section_heading', 'chunk_index', 'chunk_id'];
const REINDEX = 'name another collection and run `ibid index`';

interface Listing {
  readonly readAt: number;
  readonly byPoint: ReadonlyMap<string | number, Chunk>;
  /** Passages by URL, both in order. */
  readonly pages: ReadonlyMap<string, readonly Chunk[]>;
}

/** Describes the limits of a collection made by another program, as a warning for its owner. */
export function describeExternal(base: string): string {
  return `The collection \`${base}\` was made by another program. It is read by its vectors alone: passages that only share words with a question are not found, languages and versions are not known, and nothing is found while the embedder does not answer. More than ${MOST} points are not read. For all of that, ${REINDEX}`;
}

/** Rejects with `INDEX_MISMATCH` if the embedder is not named or has other dimensions, with `UNSUPPORTED` if the collection is unsuitable. */
export async function openExternal(
  client: QdrantClient,
  base: string,
  spaceId: string | undefined,
  call: CallOptions | undefined,
): Promise<Partial<StoreDriver>> {
  const refusal = (code: ErrorCode, why: string): IbidError =>
    new IbidError(code, `The collection \`${base}\` was made by another program${why}`);
  const found = await client.for(call).collection(base);
  const { size, distance } = found?.config.params.vectors ?? {};
  if (typeof size !== 'number' || distance !== 'Cosine') {
    throw refusal('UNSUPPORTED', ` and has no unnamed vector compared by Cosine; ${REINDEX}`);
  }
  if ((found?.points_count ?? 0) > MOST_POINTS) {
    throw refusal('UNSUPPORTED', ` and has more than ${MOST} points; ${REINDEX} on the site itself`);
  }
  if (spaceId === undefined) {
    const unknown = `, and nothing in it says which embedder made its vectors of ${size} dimensions`;
    throw refusal('INDEX_MISMATCH', `${unknown}; name that embedder, or ${REINDEX}`);
  }
  // Marks of the embedder, such as its prefixes, may follow the number.
  const dimensions = Number(/@(\d+)(?=;|$)/u.exec(spaceId)?.[1] ?? size);
  if (dimensions !== size) {
    const other = ` with vectors of ${size} dimensions, and the embedder \`${spaceId}\` makes ${dimensions}`;
    throw refusal('INDEX_MISMATCH', `${other}; use the embedder that the collection was made with, or ${REINDEX}`);
  }

  let listing: Promise<Listing> | undefined;
  async function listed(): Promise<Listing> {
    const known = await listing?.catch(() => undefined);
    if (known !== undefined && Date.now() - known.readAt < FRESH_MS) return known;
    listing = readListing(client, base);
    return listing;
  }

  return {
    info: async () => {
      const { readAt, byPoint, pages } = await listed();
      return {
        generation: readAt,
        schema: { chunker: 'external', tokenizer: TOKENIZER_ID },
        sourceId: `qdrant:${base}`,
        pages: pages.size,
        chunks: byPoint.size,
        space: { id: spaceId, dimensions: size, data: new Uint8Array() },
        // The collection has no record of when it was made.
        publishedAt: new Date(0).toISOString(),
      };
    },
    search: async (query, calling) => searchExternal(client.for(calling), base, await listed(), query),
    getChunks: async (ids) => {
      const byId = new Map((await listed()).byPoint.values().map((chunk) => [chunk.id, chunk]));
      return ids.map((id) => structuredClone(byId.get(id)));
    },
    getPage: async (path) => {
      const chunks = (await listed()).pages.values().find(([first]) => pathKey(first!.url) === pathKey(path));
      if (chunks === undefined) return undefined;
      const text = chunks.map((chunk) => chunk.text).join(SEPARATOR);
      return { ...pageInfo(chunks), text, content: structuredClone([...chunks]) };
    },
    async *listPages() {
      for (const chunks of (await listed()).pages.values()) yield pageInfo(chunks);
    },
    // oxlint-disable-next-line require-yield -- there is nothing whole to give
    async *readPages() {
      throw refusal('UNSUPPORTED', ' and holds passages, not whole pages; index the site itself instead of copying');
    },
    terms: undefined,
    async *check() {
      yield { severity: 'warning', rule: 'qdrant:external', message: `${describeExternal(base)}.`, page: base };
    },
    cache: undefined,
  };
}

async function searchExternal(
  client: QdrantClient,
  base: string,
  { readAt, byPoint }: Listing,
  { where = {}, vector, limit, terms }: LegQuery,
): Promise<LegResult> {
  const passing = [...byPoint].filter(([, chunk]) => isWithin(chunk, where));
  const filter = passing.length === byPoint.size ? {} : { must: [{ has_id: passing.map(([id]) => id) }] };
  const found = await client.query(base, vector && [...vector], { filter, limit, with_payload: [] });
  const candidates = found.flatMap(({ id, score }) => {
    const chunk = byPoint.get(id);
    if (chunk === undefined) return [];
    const similarity = Math.min(1, Math.max(-1, score));
    return [{ id: chunk.id, url: chunk.url, ...NO_SCORES, vector: similarity, page: similarity, similarity }];
  });
  const near = { hi: candidates[0]?.similarity ?? 0, lo: candidates.at(-1)?.similarity ?? 0 };
  return {
    candidates: candidates.sort((a, b) => (a.id < b.id ? -1 : 1)),
    ...byLeg((leg) => (leg === 'vector' || leg === 'page' ? near : { hi: 0, lo: 0 })),
    passages: passing.length,
    pages: new Set(passing.map(([, { url }]) => url)).size,
    idf: terms.map(() => 1),
    generation: readAt,
  };
}

function isWithin(chunk: Chunk, where: Where): boolean {
  const { module, paths, sections } = where;
  return (
    isOfFacets(chunk, where) &&
    (module === undefined || module === chunk.module) &&
    (paths === undefined || paths.includes(pathKey(chunk.url))) &&
    (sections === undefined || sectionsOf(chunk).some((name) => sections.includes(name)))
  );
}

/** Reads all points except those without URL or text, which cannot be cited. */
async function readListing(client: QdrantClient, base: string): Promise<Listing> {
  const points = (await Array.fromAsync(client.scroll(base, {}, FIELDS))).flat();
  const found = points.flatMap(({ id, payload }) => externalChunk(payload).map((chunk) => ({ id, chunk })));
  found.sort(({ chunk: a }, { chunk: b }) => Number(a.url > b.url) - Number(a.url < b.url) || a.index - b.index);
  const byPoint = new Map<string | number, Chunk>();
  for (const group of Map.groupBy(found, ({ chunk }) => chunk.url).values()) {
    let start = 0;
    for (const [indexInPage, { id, chunk }] of group.entries()) {
      const end = start + chunk.text.length;
      byPoint.set(id, { ...chunk, start, end, indexInPage, chunksInPage: group.length });
      start = end + SEPARATOR.length;
    }
  }
  return { readAt: Date.now(), byPoint, pages: Map.groupBy(byPoint.values(), ({ url }) => url) };
}

/** The passage of a point, without its position in the page. */
function externalChunk(payload: Payload): Chunk[] {
  const textOf = (name: string): string => (typeof payload[name] === 'string' ? payload[name].trim() : '');
  const [address = '', anchor = ''] = textOf('url').split('#');
  if (address === '' || textOf('text') === '') return [];
  const text = String(payload['text']);
  const url = URL.canParse(address) ? canonicalUrl(address) : address;
  const parts = (URL.parse(url)?.pathname ?? url).split('/').filter((part) => part !== '');
  const title = textOf('title') || (parts.at(-1) ?? url);
  const heading = textOf('section_heading') || title;
  const index = Number.isSafeInteger(payload['chunk_index']) ? Math.max(0, Number(payload['chunk_index'])) : 0;
  const chunk = {
    id: textOf('chunk_id') || sha256Hex(JSON.stringify([url, heading, index])),
    url,
    title,
    heading,
    headings: heading === title ? [] : [heading],
    anchor,
    text,
    start: 0,
    end: text.length,
    lead: '',
    spans: [{ kind: 'paragraph', start: 0, end: text.length, group: 0, ordinal: 0, language: '', depth: 0 }] as const,
    marks: [],
    index,
    indexInSection: index,
    indexInPage: 0,
    chunksInPage: 1,
    tokens: Math.max(1, countTokens(text)),
    sourceFile: `/${parts.join('/')}`,
    locale: '',
    version: '',
    module: parts.length > 1 ? parts[0]! : 'root',
  };
  return [chunk];
}

function pageInfo(chunks: readonly Chunk[]): PageInfo {
  const { url, title, sourceFile, module } = chunks[0]!;
  const revision = sha256Hex(JSON.stringify(chunks.map(({ id }) => id)));
  return { url, title, sourceFile, module, locale: '', version: '', chunks: chunks.length, revision };
}
