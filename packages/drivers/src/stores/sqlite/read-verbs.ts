import type { Chunk, IndexInfo, IndexTerms, LegQuery, PageInfo, TermCounts, WholePage } from '@ibid/core/types';
import { fault } from '../../files/worker-fault.ts';
import { damage } from './faults.ts';
import { readGeneration } from './generation-rows.ts';
import { findSlot, type Generation, type LoadedPage, pageByPath, slotId } from './generation.ts';
import type { StoredPage } from './page-codec.ts';
import { readChunks, readFrame, readPassage, readLexicon, readPageInfo, readPageText } from './page-rows.ts';
import { searchGeneration } from './legs.ts';
import { currentGeneration, type Session } from './session.ts';
import { decodeTerms, emptyPageTerms, type PackedResult } from './codecs.ts';

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
  return searchGeneration(generation, query, session.vocabulary.id);
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
          frame: frames(page, () => readFrame(db, page)),
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
export function onShown<T>(session: Session, action: (generation: Generation) => T): T | undefined {
  const { db } = session;
  for (;;) {
    const generation = currentGeneration(session);
    if (generation === undefined) return undefined;
    const result = db.read(() => {
      return readGeneration(db, 'shown')?.id === generation.id ? { value: action(generation) } : undefined;
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

function readBatch(session: Session, shown: Generation, after = ''): readonly WholePage[] {
  const pages: WholePage[] = [];
  let chunks = 0;
  const from = shown.pages.findIndex(({ url }) => url > after);
  for (const loaded of from < 0 ? [] : shown.pages.slice(from)) {
    if (pages.length > 0 && chunks + loaded.passages > BATCH_CHUNKS) break;
    pages.push(readPageAt(session, shown, loaded));
    chunks += loaded.passages;
  }
  return pages;
}

/** Reads a page of the generation whole. Throws `INDEX_DAMAGED` if a part of it is missing or has changed. */
export function readPageAt(
  { db, vocabulary }: Session,
  { info: { space } }: Generation,
  loaded: LoadedPage,
): WholePage {
  const frame = readFrame(db, loaded.page);
  const chunks = readChunks(db, loaded.page, frame);
  const { diagnostics } = readPageText(db, loaded.page);
  const counts = readTerms(readLexicon(db, loaded.page).terms, chunks.length, (id) => {
    const term = vocabulary.term(id);
    if (term === undefined) throw damage(db.file, `a term of \`${frame.url}\` is missing`);
    return term;
  });
  if (!loaded.vectors.scales.every(Number.isFinite))
    throw damage(db.file, `the vectors of \`${frame.url}\` are not finite`);
  const { url, title, revision, sourceFile, text } = frame;
  const indexed = chunks.map((chunk, i) => ({ chunk, terms: counts[i]! }));
  return {
    page: { url, title, revision, sourceFile, text, chunks: indexed, diagnostics },
    vectors: { url, spaceId: space.id, ...floatVectors(loaded, space.dimensions) },
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

function floatVectors(
  { vectors: { scales, values }, passages }: LoadedPage,
  dimensions: number,
): Pick<WholePage['vectors'], 'passages' | 'headings'> {
  const all = Array.from(scales, (scale, i) =>
    Float32Array.from(values.subarray(i * dimensions, (i + 1) * dimensions), (value) => value * scale),
  );
  return { passages: all.slice(0, passages), headings: all.slice(passages) };
}
