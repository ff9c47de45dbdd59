import type { Chunk, Diagnostic, Facets, IndexedPage, PageInfo } from '@ibid/core/types';
import { fault } from '../../files/worker-fault.ts';
import { checksum } from './checksum.ts';
import { damaged, type Database } from './database.ts';
import type { FilterKeys } from './generation.ts';
import { decodePassage, encodePassage, type PageFrame } from './passage-codec.ts';

/** The JSON in `page.body`. */
type PageBody = readonly [title: string, sourceFile: string, locale: string, version: string, module: string];
/** The JSON in `page_text.body`. */
type TextBody = readonly [text: string, diagnostics: readonly Diagnostic[]];

interface PageRow {
  readonly id: number;
  readonly url: string;
  readonly revision: string;
  readonly body: string;
  readonly chunks: number;
  readonly sum: number;
}

/** A page without text has no chunk that could say where it stands. */
const NOWHERE: Facets = { locale: '', version: '', module: 'root' };

/** Writes a new revision and returns its id. `terms` is the forward blob. */
export function insertPage(db: Database, page: IndexedPage, keys: FilterKeys, terms: Uint8Array): number {
  const { locale, version, module } = page.chunks[0]?.chunk ?? NOWHERE;
  const body = JSON.stringify([page.title, page.sourceFile, locale, version, module] satisfies PageBody);
  const { id } = db
    .sql('INSERT INTO page (url, revision, body, chunks, sum) VALUES (?, ?, ?, ?, 0)')
    .run(page.url, page.revision, body, page.chunks.length);
  const row = { id, url: page.url, revision: page.revision, body, chunks: page.chunks.length };
  db.sql('UPDATE page SET sum = ? WHERE id = ?').run(pageSum(row), id);

  const text = JSON.stringify([page.text, page.diagnostics] satisfies TextBody);
  db.sql('INSERT INTO page_text (page, body, sum) VALUES (?, ?, ?)').run(id, text, checksum(id, text));
  const insertPassage = db.sql('INSERT INTO passage (page, position, body, sum) VALUES (?, ?, ?, ?)');
  for (const [position, { chunk }] of page.chunks.entries()) {
    const passage = encodePassage(chunk, page);
    insertPassage.run(id, position, passage, checksum(id, position, passage));
  }
  const ids = Buffer.from(page.chunks.map(({ chunk }) => chunk.id).join(''), 'hex');
  insertLexicon(db, id, ids, JSON.stringify(keys), terms);
  return id;
}

function insertLexicon(db: Database, page: number, ids: Uint8Array, keys: string, terms: Uint8Array): void {
  const sum = checksum(page, ids, keys, terms);
  db.sql('INSERT INTO lexicon (page, ids, keys, terms, sum) VALUES (?, ?, ?, ?, ?)').run(page, ids, keys, terms, sum);
}

/** A second revision with the same content, for a build that needs its own vectors. Vectors are not copied. */
export function copyPage(db: Database, page: number): number {
  const row = readPageRow(db, page);
  const { id } = db
    .sql('INSERT INTO page (url, revision, body, chunks, sum) VALUES (?, ?, ?, ?, 0)')
    .run(row.url, row.revision, row.body, row.chunks);
  db.sql('UPDATE page SET sum = ? WHERE id = ?').run(pageSum({ ...row, id }), id);
  const text = readBody(db, 'SELECT body, sum FROM page_text WHERE page = ?', page);
  db.sql('INSERT INTO page_text (page, body, sum) VALUES (?, ?, ?)').run(id, text, checksum(id, text));
  for (let position = 0; position < row.chunks; position++) {
    const passage = readBody(db, 'SELECT body, sum FROM passage WHERE page = ? AND position = ?', page, position);
    const sum = checksum(id, position, passage);
    db.sql('INSERT INTO passage (page, position, body, sum) VALUES (?, ?, ?, ?)').run(id, position, passage, sum);
  }
  const { ids, keys, terms } = readLexicon(db, page);
  insertLexicon(db, id, ids, keys, terms);
  return id;
}

/** Throws `INDEX_DAMAGED` unless the revision is there and sound; so do the other readers. */
export function readPageInfo(db: Database, page: number): PageInfo {
  const row = readPageRow(db, page);
  const [title, sourceFile, locale, version, module] = JSON.parse(row.body) as PageBody;
  return { url: row.url, revision: row.revision, title, sourceFile, locale, version, module, chunks: row.chunks };
}

export function readPageText(db: Database, page: number): { text: string; diagnostics: readonly Diagnostic[] } {
  const body = readBody(db, 'SELECT body, sum FROM page_text WHERE page = ?', page);
  const [text, diagnostics] = JSON.parse(body) as TextBody;
  return { text, diagnostics };
}

export function readFrame(db: Database, page: number): PageFrame & PageInfo {
  return { ...readPageInfo(db, page), text: readPageText(db, page).text };
}

/** The chunk at a position of the page whose frame is given. */
export function readChunk(db: Database, page: number, position: number, id: string, frame: PageFrame): Chunk {
  const body = readBody(db, 'SELECT body, sum FROM passage WHERE page = ? AND position = ?', page, position);
  return decodePassage(id, body, frame);
}

export function readChunks(db: Database, page: number, frame: PageFrame & PageInfo): Chunk[] {
  const ids = Buffer.from(readLexicon(db, page).ids);
  if (ids.length !== 32 * frame.chunks) throw changed(db, page);
  return Array.from({ length: frame.chunks }, (_, position) =>
    readChunk(db, page, position, ids.toString('hex', 32 * position, 32 * position + 32), frame),
  );
}

export function readLexicon(db: Database, page: number): { ids: Uint8Array; keys: string; terms: Uint8Array } {
  const row = db
    .sql('SELECT ids, keys, terms, sum FROM lexicon WHERE page = ?')
    .get<{ ids: Uint8Array; keys: string; terms: Uint8Array; sum: number }>(page);
  if (row === undefined || row.sum !== checksum(page, row.ids, row.keys, row.terms)) throw changed(db, page);
  return row;
}

function readPageRow(db: Database, page: number): PageRow {
  const row = db.sql('SELECT id, url, revision, body, chunks, sum FROM page WHERE id = ?').get<PageRow>(page);
  if (row === undefined || row.sum !== pageSum(row)) throw changed(db, page);
  return row;
}

/** The sum covers the row's key, which is what the query binds. */
function readBody(db: Database, sql: string, ...key: number[]): string {
  const row = db.sql(sql).get<{ body: string; sum: number }>(...key);
  if (row === undefined || row.sum !== checksum(...key, row.body)) throw changed(db, key[0]!);
  return row.body;
}

function pageSum(row: Omit<PageRow, 'sum'>): number {
  return checksum(row.id, row.url, row.revision, row.body, row.chunks);
}

function changed(db: Database, page: number): Error {
  const url = db.sql('SELECT url FROM page WHERE id = ?').get<{ url: string }>(page)?.url;
  return fault(
    'INDEX_DAMAGED',
    damaged(db.file, `page ${url === undefined ? page : `\`${url}\``} is missing or has changed`),
  );
}
