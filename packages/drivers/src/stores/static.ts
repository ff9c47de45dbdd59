import { IbidError, pathKey } from '@ibid/core';
import { digestChunkId } from '@ibid/core/chunk';
import { byLeg, saturate, type Field } from '@ibid/core/score';
import type { Chunk, LegQuery, LegResult, PageSummary, ReadableStore } from '@ibid/core/types';
import { unpackChunk } from './chunk-codec.ts';
import {
  decodeFile,
  frontDecoded,
  MANIFEST,
  STATIC_FORMAT,
  type StaticHead,
  type StaticManifest,
  type StaticPage,
  type StaticPostings,
  type StaticSections,
  type StaticWords,
} from './static/format.ts';
import { lastUsed } from './last-used.ts';
import {
  addPostings,
  allowedSlots,
  fieldFactors,
  pageNorms,
  pageTextRange,
  postingsFor,
  startsOf,
  textLeg,
  type FilterKeys,
  type Postings,
} from './text-legs.ts';

/** Returns the bytes of a file of the index by its name. Rejects if it cannot be read. */
export type ReadFile = (name: string) => Promise<Uint8Array<ArrayBuffer>>;

export interface StaticStore extends ReadableStore {
  /** Loads the files that every question needs, so that the first question is faster. */
  prepare(): Promise<void>;
}

/** Maximum unpacked files kept in memory: enough for a few questions. */
const MOST_FILES = 256;
const NO_SCORES = byLeg(() => 0);
const NO_RANGES = byLeg(() => ({ hi: 0, lo: 0 }));
const SEARCHED_ID = /^#\d+$/u;

const FILE_NAME = /^[0-9a-f]{16}\.bin$/u;

/** Reads the manifest. Rejects with `NOT_INDEXED` if there is none, with `INDEX_MISMATCH` if it has another layout. */
export async function readManifest(read: ReadFile): Promise<StaticManifest> {
  const bytes = await read(MANIFEST).catch((cause: unknown) => {
    throw new IbidError('NOT_INDEXED', `There is no \`${MANIFEST}\` of a static index.`, { cause });
  });
  const manifest = await decodeFile<StaticManifest>(MANIFEST, bytes);
  const names = [manifest?.head, manifest?.words, manifest?.sections];
  if (manifest?.format === STATIC_FORMAT && names.every((name) => FILE_NAME.test(String(name)))) return manifest;
  throw new IbidError(
    'INDEX_MISMATCH',
    `The static index has layout ${String(manifest?.format)}, this Ibid reads ${STATIC_FORMAT}. Publish the site again.`,
  );
}

/**
 * Reads the index written by `writeStatic`, loading only the files that a question needs. Searches by words only; scores are identical to the
 * bit to those of the SQLite store. An id can be looked up only after a search or another call of this store has returned its passage.
 */
export function staticStore(manifest: StaticManifest, read: ReadFile): StaticStore {
  const recent = lastUsed<string, Promise<unknown>>(MOST_FILES);
  // Callers share a pending load, so none of them can abort it.
  const load = <T>(name: string): Promise<T> =>
    recent(name, () => read(name).then((bytes) => decodeFile(name, bytes))) as Promise<T>;
  const { generation } = manifest.info;
  let opening: Promise<Opened> | undefined;
  let reading: Promise<Words> | undefined;
  /** Slots of passages by id, for the passages returned so far. */
  const slots = new Map<string, number>();

  const open = (): Promise<Opened> => (opening ??= once(load<StaticHead>(manifest.head).then(openHead)));
  const words = (): Promise<Words> => (reading ??= once(load<StaticWords>(manifest.words).then(withIds)));
  /** Forgets a failed load, so that the next call requests the file again. */
  function once<T>(promise: Promise<T>): Promise<T> {
    promise.catch(() => (opening = reading = undefined));
    return promise;
  }

  async function pageAt(index: Opened, page: number): Promise<StaticPage & { readonly content: readonly Chunk[] }> {
    const { pages, files } = index.head;
    const file = pages.file[page]!;
    const stored = (await load<readonly StaticPage[]>(files[file]!))[page - pages.file.indexOf(file)]!;
    const frame = { ...stored, ...index.pageInfo(page) };
    const content = await Promise.all(
      stored.chunks.map(async (packed): Promise<Chunk> => {
        const chunk = unpackChunk(packed, frame);
        return { id: await digestChunkId(chunk.url, chunk.heading, chunk.index), ...chunk };
      }),
    );
    for (const [at, { id }] of content.entries()) slots.set(id, index.starts[page]! + at);
    return { ...stored, content };
  }

  async function postingsOf(term: number): Promise<StaticPostings> {
    const { files, firsts } = await words();
    const file = firsts.findLastIndex((first) => first <= term);
    return (await load<readonly StaticPostings[]>(files[file]!))[term - firsts[file]!]!;
  }

  async function search({ terms, limit, where }: LegQuery): Promise<LegResult> {
    const [index, { ids }] = await Promise.all([open(), words()]);
    const sections = where?.sections === undefined ? undefined : await load<StaticSections>(manifest.sections);
    const found = await Promise.all(
      terms.map(({ term }) => {
        const id = ids.get(term);
        return id === undefined ? NO_POSTINGS : postingsOf(id);
      }),
    );
    const { passages, pages } = invert(index, found);
    const counted = terms.map(({ count }, id) => ({ id, count }));
    const size = index.pageOf.length;
    const text = addPostings(passages, counted, size, size);
    const pageText = addPostings(pages, counted, index.norms.length, index.pagesWithText);
    const allowed = allowedSlots(index.starts, () => index.keys(sections), where);
    const leg = textLeg(index.rank, allowed, limit, text);
    const candidates = leg.best
      .map(({ item }) => ({
        // Sorts like the chunk id, which is unknown until the page is read.
        id: `#${String(index.rank[item]).padStart(8, '0')}`,
        url: index.head.pages.url[index.pageOf[item]!]!,
        ...NO_SCORES,
        text: text.scores[item]!,
        pageText: pageText.scores[index.pageOf[item]!]!,
        similarity: 0,
      }))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    return {
      candidates,
      ...NO_RANGES,
      text: leg.range,
      pageText: pageTextRange(allowed, limit, pageText),
      passages: allowed.passages,
      pages: allowed.pages.length,
      idf: text.idf,
      generation,
    };
  }

  return {
    async prepare() {
      await Promise.all([open(), words()]);
    },
    info: async () => ({ ...manifest.info, space: { id: 'words', dimensions: 0, data: new Uint8Array() } }),
    search,
    async getChunks(ids) {
      const index = await open();
      return Promise.all(
        ids.map(async (id) => {
          const slot = SEARCHED_ID.test(id) ? index.slotOf[Number(id.slice(1))] : slots.get(id);
          if (slot === undefined) return undefined;
          const page = index.pageOf[slot]!;
          return (await pageAt(index, page)).content[slot - index.starts[page]!];
        }),
      );
    },
    async getPage(path) {
      const index = await open();
      const page = index.pageByPath().get(pathKey(path));
      if (page === undefined) return undefined;
      const { text, revision, sourceFile, content } = await pageAt(index, page);
      return { ...index.pageInfo(page), revision, sourceFile, text, content };
    },
    async *listPages() {
      const index = await open();
      for (const page of index.norms.keys()) yield index.pageInfo(page);
    },
    async terms(known) {
      if (known === generation) return undefined;
      const { ids, passages } = await words();
      return { generation, terms: new Map([...ids].map(([token, id]) => [token, passages[id]!])) };
    },
    cache: undefined,
    close: async () => undefined,
  };
}

const NO_POSTINGS: StaticPostings = [[], 0, 0, 0];

/** `ids` has the numbers of the tokens, in their order. */
type Words = StaticWords & { readonly ids: ReadonlyMap<string, number> };

function withIds(lists: StaticWords): Words {
  return { ...lists, ids: new Map(frontDecoded(lists.tokens).map((token, id) => [token, id])) };
}

type Opened = ReturnType<typeof openHead>;

function openHead(head: StaticHead) {
  const { pages, lengths } = head;
  const count = pages.url.length;
  const starts = startsOf(pages.chunks);
  const rank = Uint32Array.from(head.rank);
  const pageOf = new Uint32Array(rank.length);
  const slotOf = new Uint32Array(rank.length);
  const bodies = new Float64Array(count);
  for (let page = 0; page < count; page++) {
    pageOf.fill(page, starts[page], starts[page + 1]);
    for (let slot = starts[page]!; slot < starts[page + 1]!; slot++) {
      slotOf[rank[slot]!] = slot;
      bodies[page] = bodies[page]! + lengths.body[slot]!;
    }
  }
  const factorsOf = (field: Field): Float64Array => fieldFactors(field, Float64Array.from(lengths[field]));
  const pagesWithText = pages.chunks.filter((chunks) => chunks > 0).length;
  const paths = pages.url.map((url) => pathKey(url));
  return {
    head,
    /** Slots of page `i` are `starts[i]` up to `starts[i + 1]`. */
    starts,
    pageOf,
    rank,
    /** Slots in order of chunk id. */
    slotOf,
    /** Factors for the counts in each field, by slot. */
    factors: { title: factorsOf('title'), headings: factorsOf('headings'), body: factorsOf('body') },
    norms: pageNorms(bodies, pagesWithText),
    pagesWithText,
    keys: (sections: StaticSections | undefined): readonly FilterKeys[] =>
      paths.map((path, i) => [path, pages.locale[i]!, pages.version[i]!, pages.module[i]!, sections?.[i] ?? []]),
    // The last entry of a key wins, so reverse: if pages differ only by host, the first URL is to win.
    pageByPath: () => new Map(paths.map((path, i): [string, number] => [path, i]).toReversed()),
    pageInfo: (page: number): PageSummary => ({
      url: pages.url[page]!,
      title: pages.title[page]!,
      locale: pages.locale[page]!,
      version: pages.version[page]!,
      module: pages.module[page]!,
      chunks: pages.chunks[page]!,
    }),
  };
}

/** Postings of the terms of one query, which are numbered in the given order. */
function invert(
  { pageOf, factors, norms }: Opened,
  terms: readonly StaticPostings[],
): { readonly passages: Postings; readonly pages: Postings } {
  const passages: Posting[][] = [];
  const pages: Posting[][] = [];
  for (const [gaps, title, headings, body] of terms) {
    const bySlot: Posting[] = [];
    const counts = new Map<number, number>();
    let slot = 0;
    for (const [i, gap] of gaps.entries()) {
      slot += gap;
      const inBody = body === 0 ? 0 : body[i]!;
      const frequency =
        (title === 0 ? 0 : title[i]!) * factors.title[slot]! +
        (headings === 0 ? 0 : headings[i]!) * factors.headings[slot]! +
        inBody * factors.body[slot]!;
      bySlot.push([slot, saturate(frequency)]);
      if (inBody > 0) counts.set(pageOf[slot]!, (counts.get(pageOf[slot]!) ?? 0) + inBody);
    }
    passages.push(bySlot);
    pages.push([...counts].map(([page, count]) => [page, saturate(count, norms[page])]));
  }
  return { passages: flat(passages), pages: flat(pages) };
}

type Posting = readonly [item: number, impact: number];

function flat(lists: readonly (readonly Posting[])[]): Postings {
  const postings = postingsFor(lists.map(({ length }) => length));
  for (const [at, [item, impact]] of lists.flat().entries()) {
    postings.items[2 * at] = item;
    postings.impacts[2 * at + 1] = impact;
  }
  return postings;
}
