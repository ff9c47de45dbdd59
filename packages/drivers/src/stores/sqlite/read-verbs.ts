import type {
  Chunk,
  Diagnostic,
  IndexInfo,
  IndexTerms,
  LegQuery,
  PageInfo,
  TermCounts,
  WholePage,
} from '@ibid/core/types';
import { DatabaseSync } from 'node:sqlite';
import { fault } from '../../files/worker-fault.ts';
import { decodeChunks, decodeTerms, emptyPageTerms, type PackedResult, type StoredPage } from './codecs.ts';
import { damage, toFault } from './database.ts';
import { findSlot, type Generation, type LoadedPage, pageByPath, slotId } from './generation.ts';
import { searchGeneration } from './legs.ts';
import {
  readFrame,
  readGeneration,
  readLexicon,
  readPageInfo,
  readPageText,
  readPassage,
  readStoredPage,
} from './rows.ts';
import { TABLES } from './schema.ts';
import { currentGeneration, type Session } from './session.ts';

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

/** Returns a page. `path` is a result of `pathKey`; if pages differ only by host, the first URL is used. */
export function getPage(session: Session, path: string): ReturnType<typeof readStoredPage> | undefined {
  return onShown(session, (generation) => {
    const found = pageByPath(generation, path);
    return found && readStoredPage(session.db, found.page);
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
function readPageAt({ db, vocabulary }: Session, { info: { space } }: Generation, loaded: LoadedPage): WholePage {
  const stored = readStoredPage(db, loaded.page);
  const { frame } = stored;
  const chunks = decodeChunks(stored);
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

export interface CheckStep {
  readonly diagnostics: readonly Diagnostic[];
  /** Chunks read in this step, with the values from which their ids are derived. */
  readonly chunks: readonly Pick<Chunk, 'id' | 'url' | 'heading' | 'index'>[];
  /** Value of `from` for the next step; `undefined` at the end. */
  readonly next: number | undefined;
}

const PAGES_A_STEP = 16;

/**
 * Checks the pages from the one at `from` on, a few in a step, so that searches are answered in between: every live page is read whole. The first
 * step, from 0, also runs SQLite's own `integrity_check`. Chunk ids are returned to the caller, because the thread cannot calculate them.
 */
export function checkStep(session: Session, from: number): CheckStep {
  const { db } = session;
  const diagnostics: Diagnostic[] = [];
  const attempt = <T>(rule: Diagnostic['rule'], page: string, action: () => readonly T[]): readonly T[] => {
    try {
      return action();
    } catch (error) {
      diagnostics.push({ severity: 'error', rule, message: toFault(error, db.file).message, page });
      return [];
    }
  };
  if (from === 0) diagnostics.push(...attempt('store:file', '', () => checkFile(session)));
  const read = onShown(session, (generation) =>
    generation.pages.slice(from, from + PAGES_A_STEP).map((loaded) =>
      attempt('store:page', loaded.url, () =>
        readPageAt(session, generation, loaded).page.chunks.map(({ chunk: { id, url, heading, index } }) => {
          return { id, url, heading, index };
        }),
      ),
    ),
  );
  const next = read === undefined || read.length === 0 ? undefined : from + read.length;
  return { diagnostics, chunks: read?.flat() ?? [], next };
}

function checkFile({ db }: Session): Diagnostic[] {
  const lines = db.sql('PRAGMA integrity_check').all<{ integrity_check: string }>();
  const problems = lines.map((line) => line.integrity_check).filter((line) => line !== 'ok');
  // Searches work without some tables and all indexes, so only this check notices their loss.
  const present = db.sql(PARTS).all<Part>();
  const lost = allParts().filter((part) => present.every((one) => one.part !== part));
  const found = [...problems, ...lost.map((part) => `the ${part} is missing`)].map((what): Diagnostic => {
    return { severity: 'error', rule: 'store:file', message: damage(db.file, what).message, page: '' };
  });
  const { orphans } = db
    .sql('SELECT count(*) AS orphans FROM page WHERE id NOT IN (SELECT page FROM manifest)')
    .get<{ orphans: number }>()!;
  if (orphans > 0) {
    const message = `${orphans} page revisions are left over from an interruption; the next indexing removes them`;
    found.push({ severity: 'info', rule: 'store:orphan', message, page: '' });
  }
  return found;
}

const PARTS = "SELECT type || ' `' || name || '`' AS part FROM sqlite_schema WHERE sql IS NOT NULL";

interface Part {
  readonly part: string;
}

/** The tables and indexes of every index file. */
function allParts(): readonly string[] {
  const empty = new DatabaseSync(':memory:');
  try {
    empty.exec(TABLES);
    return (empty.prepare(PARTS).all() as unknown as Part[]).map(({ part }) => part);
  } finally {
    empty.close();
  }
}
