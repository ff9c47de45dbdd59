import type { Chunk, IndexInfo, IndexTerms, LegQuery, PageInfo, TermCounts, WholePage } from '@ibid/core/types';
import { fault } from '../../files/worker-fault.ts';
import type { Database } from './database.ts';
import { damaged } from './faults.ts';
import { readSpace, readVectorBlob, shownId, type SpaceRow } from './generation-rows.ts';
import { findSlot, type Generation, pageByPath, slotId } from './generation.ts';
import type { PageFrame, StoredPage } from './page-codec.ts';
import { readChunks, readFrame, readPassage, readLexicon, readPageInfo, readPageText } from './page-rows.ts';
import { searchGeneration } from './legs.ts';
import { currentGeneration, type Session } from './session.ts';
import { decodeTerms, decodeVectors, emptyPageTerms, type PackedResult } from './codecs.ts';

export function info(session: Session): IndexInfo | undefined {
  return currentGeneration(session)?.info;
}

export function search(session: Session, query: LegQuery): PackedResult {
  const generation = currentGeneration(session);
  if (generation === undefined) {
    throw fault('NOT_INDEXED', `Nothing is indexed in \`${session.db.file}\` yet; run \`ibid index\` first`);
  }
  const { dimensions, id } = generation.info.space;
  if (query.vector !== undefined && query.vector.length !== dimensions) {
    throw fault(
      'INVALID_REQUEST',
      `search: the vector has ${query.vector.length} dimensions, the index is in \`${id}\` with ${dimensions}; embed with its model`,
    );
  }
  return searchGeneration(generation, query, session.vocabulary.id, session.scoring.heading);
}

/** The live chunks with these ids, grouped by page; other ids are left out. */
export function getChunks(session: Session, ids: readonly string[]): StoredPage[] {
  return (
    onShown(session, (generation) => {
      const { db, frames } = session;
      const wanted = new Map<number, number[]>();
      for (const slot of ids.map((id) => findSlot(generation, id)).filter((found) => found !== undefined)) {
        const owner = generation.pageOf[slot]!;
        wanted.set(owner, [...(wanted.get(owner) ?? []), slot]);
      }
      return [...wanted].map(([owner, slots]) => {
        const { page } = generation.pages[owner]!;
        const first = generation.starts[owner]!;
        return {
          frame: frames.get(page, () => readFrame(db, page)),
          ids: Buffer.concat(slots.map((slot) => slotId(generation, slot))),
          passages: slots.map((slot) => readPassage(db, page, slot - first)),
        };
      });
    }) ?? []
  );
}

export type PageContent = PageInfo & { readonly text: string; readonly content: readonly Chunk[] };

/** Returns a page. `path` is a result of `pathKey`; if pages differ only by host, the first URL is used. */
export function getPage(session: Session, path: string): PageContent | undefined {
  const { db } = session;
  return onShown(session, (generation) => {
    const found = pageByPath(generation, path);
    if (found === undefined) return undefined;
    const { page } = found;
    const frame = readFrame(db, page);
    return { ...frame, content: readChunks(db, page, frame) };
  });
}

export function listPages(session: Session): PageInfo[] {
  return onShown(session, (generation) => generation.pages.map(({ page }) => readPageInfo(session.db, page))) ?? [];
}

/** Passage counts of all terms, equal to the numbers of their postings. */
export function terms(session: Session, known: number | undefined): IndexTerms | undefined {
  const generation = currentGeneration(session);
  if (generation === undefined || generation.id === known) return undefined;
  const { starts } = generation.passagePostings;
  return { generation: generation.id, terms: session.vocabulary.postingCounts(starts) };
}

/** Runs `action` on one snapshot of the file in which the loaded generation is live; `undefined` before the first publish. */
function onShown<T>(session: Session, action: (generation: Generation) => T): T | undefined {
  const { db } = session;
  for (;;) {
    const generation = currentGeneration(session);
    if (generation === undefined) return undefined;
    const result = db.read(() => {
      return shownId(db) === generation.id ? { value: action(generation) } : undefined;
    });
    if (result !== undefined) return result.value;
  }
}

export interface StoredBatch {
  readonly generation: number | undefined;
  /** Empty at the end. */
  readonly pages: readonly WholePage[];
}

const BATCH_CHUNKS = 256;

/** The pages after `after`, with a few hundred chunks in total. `generation` is that of the previous batch. */
export function readPages(session: Session, after: string | undefined, generation: number | undefined): StoredBatch {
  const batch = onShown(session, (shown): StoredBatch => {
    if (generation !== undefined && shown.id !== generation) {
      throw fault('STORE_BUSY', `\`${session.db.file}\` was indexed again while it was read; start over`, true);
    }
    return { generation: shown.id, pages: readBatch(session, shown, after) };
  });
  return batch ?? { generation, pages: [] };
}

function readBatch(session: Session, shown: Generation, after: string | undefined): readonly WholePage[] {
  const { db } = session;
  const space = readSpace(db, shown.info.space.id);
  if (space === undefined) {
    throw fault('INDEX_DAMAGED', damaged(db.file, `the space \`${shown.info.space.id}\` is missing`));
  }
  const pages: WholePage[] = [];
  let chunks = 0;
  for (let at = after === undefined ? 0 : placeAfter(shown, after); at < shown.pages.length; at++) {
    const { page, passages } = shown.pages[at]!;
    if (pages.length > 0 && chunks + passages > BATCH_CHUNKS) break;
    pages.push(readStored(session, page, space));
    chunks += passages;
  }
  return pages;
}

/** Index of the first page whose URL is after this one. */
function placeAfter({ pages }: Generation, url: string): number {
  let from = 0;
  let to = pages.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (pages[middle]!.url <= url) from = middle + 1;
    else to = middle;
  }
  return from;
}

function readStored({ db, vocabulary }: Session, page: number, space: SpaceRow): WholePage {
  const frame = readFrame(db, page);
  const chunks = readChunks(db, page, frame);
  const { diagnostics } = readPageText(db, page);
  const counts = readTerms(readLexicon(db, page).terms, chunks.length, (id) => {
    const term = vocabulary.term(id);
    if (term === undefined) throw fault('INDEX_DAMAGED', damaged(db.file, `a term of \`${frame.url}\` is missing`));
    return term;
  });
  const { url, title, revision, sourceFile, text } = frame;
  return {
    page: {
      url,
      title,
      revision,
      sourceFile,
      text,
      chunks: chunks.map((chunk: Chunk, i) => ({ chunk, terms: counts[i]! })),
      diagnostics,
    },
    vectors: { url, spaceId: space.id, ...readVectors(db, page, url, chunks.length, space) },
  };
}

function readTerms(blob: Uint8Array, passages: number, termOf: (id: number) => string): readonly TermCounts[] {
  const held = emptyPageTerms();
  decodeTerms(blob, passages, held);
  const counts = Array.from({ length: passages }, () => ({
    title: new Map<string, number>(),
    headings: new Map<string, number>(),
    body: new Map<string, number>(),
  }));
  for (let i = 0; i < held.count; i++) {
    const term = termOf(held.terms[i]!);
    const own = counts[held.passages[i]!]!;
    for (const field of ['title', 'headings', 'body'] as const) {
      const count = held[field][i]!;
      if (count > 0) own[field].set(term, count);
    }
  }
  return counts;
}

function readVectors(
  db: Database,
  page: number,
  url: string,
  passages: number,
  space: SpaceRow,
): Pick<WholePage['vectors'], 'passages' | 'headings'> {
  const blob = passages === 0 ? new Uint8Array() : readVectorBlob(db, page, space);
  if (blob === undefined) throw fault('INDEX_DAMAGED', damaged(db.file, `the vectors of \`${url}\` are missing`));
  const { dimensions } = space;
  const { scales, values } = decodeVectors(blob, passages, dimensions);
  const all = Array.from(scales, (scale, i) =>
    Float32Array.from(values.subarray(i * dimensions, (i + 1) * dimensions), (value) => value * scale),
  );
  return { passages: all.slice(0, passages), headings: all.slice(passages) };
}

/**
 * Cache of the frames of recently read pages, because reading and checking the whole text of a page is most of the work of reading a few
 * chunks. Entries stay valid: a revision never changes and its number is never reused.
 */
export interface RecentFrames {
  /** Returns the frame of a page revision, calling `read` if it is not cached. */
  get(page: number, read: (page: number) => PageFrame): PageFrame;
}

/** Maximum UTF-16 units of cached text, one or two bytes each. */
const MOST_TEXT = 8_000_000;

export function recentFrames(mostText: number = MOST_TEXT): RecentFrames {
  // The most recently read page is last.
  const frames = new Map<number, PageFrame>();
  let text = 0;
  return {
    get(page, read) {
      const known = frames.get(page);
      const frame = known ?? read(page);
      if (known === undefined) text += frame.text.length;
      else frames.delete(page);
      frames.set(page, frame);
      for (const [oldest, dropped] of frames) {
        if (text <= mostText) break;
        frames.delete(oldest);
        text -= dropped.text.length;
      }
      return frame;
    },
  };
}
