import { crc32 } from 'node:zlib';
import type { Chunk, Diagnostic, Facets, IndexedPage, Mark, PageInfo, Span } from '@ibid/core/types';
import { fault } from '../../files/worker-fault.ts';
import { damaged, type Database } from './database.ts';
import type { FilterKeys } from './generation.ts';

/** The JSON in `page.body`. */
type PageBody = readonly [title: string, sourceFile: string, locale: string, version: string, module: string];
/** The JSON in `page_text.body`. */
type TextBody = readonly [text: string, diagnostics: readonly Diagnostic[]];

/** A page without text has no chunk that could say where it stands. */
const NOWHERE: Facets = { locale: '', version: '', module: 'root' };

/** Writes a new revision and returns its id. `terms` is the forward blob. */
export function insertPage(db: Database, page: IndexedPage, keys: FilterKeys, terms: Uint8Array): number {
  const { locale, version, module } = page.chunks[0]?.chunk ?? NOWHERE;
  const body = JSON.stringify([page.title, page.sourceFile, locale, version, module] satisfies PageBody);
  const { id } = db
    .sql('INSERT INTO page (url, revision, body, chunks) VALUES (?, ?, ?, ?)')
    .run(page.url, page.revision, body, page.chunks.length);
  const text = JSON.stringify([page.text, page.diagnostics] satisfies TextBody);
  db.sql('INSERT INTO page_text (page, body) VALUES (?, ?)').run(id, sealed(text));
  const insertPassage = db.sql('INSERT INTO passage (page, position, body) VALUES (?, ?, ?)');
  for (const [position, { chunk }] of page.chunks.entries()) {
    insertPassage.run(id, position, sealed(encodePassage(chunk, page)));
  }
  const ids = Buffer.from(page.chunks.map(({ chunk }) => chunk.id).join(''), 'hex');
  db.sql('INSERT INTO lexicon (page, ids, keys, terms) VALUES (?, ?, ?, ?)').run(id, ids, JSON.stringify(keys), terms);
  return id;
}

/** A second revision with the same content, for a build that needs its own vectors. Vectors are not copied. */
export function copyPage(db: Database, page: number): number {
  const copied = 'SELECT url, revision, body, chunks FROM page WHERE id = ?';
  const { id } = db.sql(`INSERT INTO page (url, revision, body, chunks) ${copied}`).run(page);
  for (const [table, columns] of [
    ['page_text', 'body'],
    ['passage', 'position, body'],
    ['lexicon', 'ids, keys, terms'],
  ]) {
    const rows = `SELECT ?, ${columns} FROM ${table} WHERE page = ?`;
    db.sql(`INSERT INTO ${table} (page, ${columns}) ${rows}`).run(id, page);
  }
  return id;
}

/** Throws `INDEX_DAMAGED` unless the revision is there; so do the other readers. */
export function readPageInfo(db: Database, page: number): PageInfo {
  const row = db
    .sql('SELECT url, revision, body, chunks FROM page WHERE id = ?')
    .get<{ url: string; revision: string; body: string; chunks: number }>(page);
  if (row === undefined) throw missing(db, page);
  const [title, sourceFile, locale, version, module] = JSON.parse(row.body) as PageBody;
  return { url: row.url, revision: row.revision, title, sourceFile, locale, version, module, chunks: row.chunks };
}

export function readPageText(db: Database, page: number): { text: string; diagnostics: readonly Diagnostic[] } {
  const body = readBody(db, 'SELECT body FROM page_text WHERE page = ?', page);
  const [text, diagnostics] = JSON.parse(body) as TextBody;
  return { text, diagnostics };
}

export function readFrame(db: Database, page: number): PageFrame & PageInfo {
  return { ...readPageInfo(db, page), text: readPageText(db, page).text };
}

/** The chunk at a position of the page whose frame is given. */
export function readChunk(db: Database, page: number, position: number, id: string, frame: PageFrame): Chunk {
  const body = readBody(db, 'SELECT body FROM passage WHERE page = ? AND position = ?', page, position);
  return decodePassage(id, body, frame);
}

export function readChunks(db: Database, page: number, frame: PageFrame & PageInfo): Chunk[] {
  const ids = Buffer.from(readLexicon(db, page).ids);
  if (ids.length !== 32 * frame.chunks) throw missing(db, page);
  return Array.from({ length: frame.chunks }, (_, position) =>
    readChunk(db, page, position, ids.toString('hex', 32 * position, 32 * position + 32), frame),
  );
}

export function readLexicon(db: Database, page: number): { ids: Uint8Array; terms: Uint8Array } {
  const row = db.sql('SELECT ids, terms FROM lexicon WHERE page = ?').get<{ ids: Uint8Array; terms: Uint8Array }>(page);
  if (row === undefined) throw missing(db, page);
  return row;
}

function readBody(db: Database, sql: string, ...key: number[]): string {
  const row = db.sql(sql).get<{ body: string }>(...key);
  const body = row?.body.slice(SUM_LENGTH) ?? '';
  if (row === undefined || row.body !== sealed(body)) throw missing(db, key[0]!);
  return body;
}

const SUM_LENGTH = 8;

/** With its checksum before it: a word that changed on the disk is never quoted. */
function sealed(body: string): string {
  return crc32(body).toString(16).padStart(SUM_LENGTH, '0') + body;
}

function missing(db: Database, page: number): Error {
  const url = db.sql('SELECT url FROM page WHERE id = ?').get<{ url: string }>(page)?.url;
  const what = `a part of page ${url === undefined ? page : `\`${url}\``} is missing or has changed`;
  return fault('INDEX_DAMAGED', damaged(db.file, what));
}

/** What the chunks of a page share. */
export interface PageFrame extends Facets {
  readonly url: string;
  readonly title: string;
  readonly sourceFile: string;
  readonly text: string;
}

/**
 * A chunk on disk is a JSON array without what its page knows already: the text (a slice of the page's), the URL, the facets,
 * and title and source file where they are the page's own (`0`). Spans and marks are arrays too. Positions are part of the format: append
 * only. JSON keeps every UTF-16 unit, lone surrogates and NUL included, which SQLite's own text does not.
 */
const OWN = [
  'heading',
  'headings',
  'anchor',
  'start',
  'end',
  'lead',
  'index',
  'indexInSection',
  'indexInPage',
  'chunksInPage',
  'tokens',
] as const;
const SPAN = ['kind', 'start', 'end', 'group', 'ordinal', 'language', 'depth'] as const;
const MARK = ['kind', 'start', 'end', 'href'] as const;

type StoredPassage = readonly [
  own: readonly unknown[],
  spans: readonly (readonly unknown[])[],
  marks: readonly (readonly unknown[])[],
  title: string | 0,
  sourceFile: string | 0,
];

export function encodePassage(chunk: Chunk, frame: Pick<PageFrame, 'title' | 'sourceFile'>): string {
  return JSON.stringify([
    valuesOf(chunk, OWN),
    chunk.spans.map((span) => valuesOf(span, SPAN)),
    chunk.marks.map((mark) => valuesOf(mark, MARK)),
    chunk.title === frame.title ? 0 : chunk.title,
    chunk.sourceFile === frame.sourceFile ? 0 : chunk.sourceFile,
  ] satisfies StoredPassage);
}

export function decodePassage(id: string, body: string, frame: PageFrame): Chunk {
  const [values, spans, marks, title, sourceFile] = JSON.parse(body) as StoredPassage;
  const own = withKeys<Pick<Chunk, (typeof OWN)[number]>>(OWN, values);
  const { url, locale, version, module } = frame;
  return {
    id,
    url,
    locale,
    version,
    module,
    ...own,
    text: frame.text.slice(own.start, own.end),
    title: title === 0 ? frame.title : title,
    sourceFile: sourceFile === 0 ? frame.sourceFile : sourceFile,
    spans: spans.map((span) => withKeys<Span>(SPAN, span)),
    marks: marks.map((mark) => withKeys<Mark>(MARK, mark)),
  };
}

function valuesOf<T>(record: T, keys: readonly (keyof T)[]): readonly unknown[] {
  return keys.map((key) => record[key]);
}

function withKeys<T>(keys: readonly (keyof T)[], values: readonly unknown[]): T {
  return Object.fromEntries(keys.map((key, i) => [key, values[i]])) as T;
}
