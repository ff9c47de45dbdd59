import type { Diagnostic, EmbeddingSpace, IndexSchema, PageInfo } from '@ibid/core/types';
import { crc32 } from 'node:zlib';
import type { PageFrame } from '../chunk-codec.ts';
import type { PageBody, PageRows, StoredPage, TextBody } from './codecs.ts';
import { damage, type Database } from './database.ts';

/** `space`, the counts and `publishedAt` are empty while the generation is being built. */
export interface GenerationBody {
  readonly schema: IndexSchema;
  readonly sourceId: string;
  readonly space: string;
  readonly pages: number;
  readonly chunks: number;
  readonly publishedAt: string;
}

export interface GenerationRow {
  readonly id: number;
  readonly body: GenerationBody;
}

/** The live generation, or the running or interrupted build of this process or another. */
export function readGeneration(db: Database, state: 'building' | 'shown'): GenerationRow | undefined {
  const row = db.sql('SELECT id, body FROM generation WHERE state = ?').get<{ id: number; body: string }>(state);
  return row && { id: row.id, body: JSON.parse(row.body) as GenerationBody };
}

export interface SpaceRow extends EmbeddingSpace {
  readonly key: number;
}

export function readSpace(db: Database, id: string): SpaceRow | undefined {
  const row = db
    .sql('SELECT id AS key, dimensions, data FROM space WHERE name = ?')
    .get<{ key: number; dimensions: number; data: Uint8Array }>(id);
  return row && { id, ...row };
}

/** Returns the row of a space; inserts it with empty data if it is new. */
export function spaceRow(db: Database, id: string, dimensions: number): SpaceRow {
  const known = readSpace(db, id);
  if (known !== undefined) return known;
  const data = new Uint8Array();
  const row = db.sql('INSERT INTO space (name, dimensions, data) VALUES (?, ?, ?)').run(id, dimensions, data);
  return { key: row.lastInsertRowid, id, dimensions, data };
}

/** Inserts a new revision and returns its id. `terms` is the forward blob. */
export function insertPage(db: Database, page: PageRows, terms: Uint8Array): number {
  const { lastInsertRowid: id } = db
    .sql('INSERT INTO page (url, revision, body, chunks) VALUES (?, ?, ?, ?)')
    .run(page.url, page.revision, page.body, page.passages.length);
  db.sql('INSERT INTO page_text (page, body) VALUES (?, ?)').run(id, sealed(page.text));
  const insertPassage = db.sql('INSERT INTO passage (page, position, body) VALUES (?, ?, ?)');
  for (const [position, passage] of page.passages.entries()) insertPassage.run(id, position, sealed(passage));
  const { ids, keys } = page;
  db.sql('INSERT INTO lexicon (page, ids, keys, terms) VALUES (?, ?, ?, ?)').run(id, ids, keys, terms);
  return id;
}

/** Reads the info of a revision. Throws `INDEX_DAMAGED` if it is missing, as the other readers do. */
export function readPageInfo(db: Database, page: number): PageInfo {
  const row = db
    .sql('SELECT url, revision, body, chunks FROM page WHERE id = ?')
    .get<{ url: string; revision: string; body: string; chunks: number }>(page);
  if (row === undefined) throw missing(db, page);
  const [title, sourceFile, locale, version, module] = JSON.parse(row.body) as PageBody;
  return { url: row.url, revision: row.revision, title, sourceFile, locale, version, module, chunks: row.chunks };
}

export function readPageText(db: Database, page: number): { text: string; diagnostics: readonly Diagnostic[] } {
  const row = db.sql('SELECT body FROM page_text WHERE page = ?').get<{ body: string }>(page);
  const [text, diagnostics] = JSON.parse(unsealed(db, page, row?.body)) as TextBody;
  return { text, diagnostics };
}

export function readFrame(db: Database, page: number): PageFrame & PageInfo {
  return { ...readPageInfo(db, page), text: readPageText(db, page).text };
}

/** JSON of the `PackedChunk` at a position of the page. */
export function readPassage(db: Database, page: number, position: number): string {
  const found = db.sql('SELECT body FROM passage WHERE page = ? AND position = ?');
  return unsealed(db, page, found.get<{ body: string }>(page, position)?.body);
}

/** The page with all its passages. */
export function readStoredPage(db: Database, page: number): StoredPage & { readonly frame: PageFrame & PageInfo } {
  const frame = readFrame(db, page);
  const { ids } = readLexicon(db, page);
  const rows = db.sql('SELECT body FROM passage WHERE page = ? ORDER BY position').all<{ body: string }>(page);
  if (ids.length !== 32 * frame.chunks || rows.length !== frame.chunks) throw missing(db, page);
  return { frame, ids, passages: rows.map(({ body }) => unsealed(db, page, body)) };
}

export function readLexicon(db: Database, page: number): { ids: Uint8Array; terms: Uint8Array } {
  const row = db.sql('SELECT ids, terms FROM lexicon WHERE page = ?').get<{ ids: Uint8Array; terms: Uint8Array }>(page);
  if (row === undefined) throw missing(db, page);
  return row;
}

const SUM_LENGTH = 8;

/** Prefixes a body with its checksum, so that text changed on the disk is never quoted. */
function sealed(body: string): string {
  return crc32(body).toString(16).padStart(SUM_LENGTH, '0') + body;
}

function unsealed(db: Database, page: number, stored = ''): string {
  const body = stored.slice(SUM_LENGTH);
  if (stored !== sealed(body)) throw missing(db, page);
  return body;
}

function missing(db: Database, page: number): Error {
  const url = db.sql('SELECT url FROM page WHERE id = ?').get<{ url: string }>(page)?.url;
  const what = `a part of page ${url === undefined ? page : `\`${url}\``} is missing or has changed`;
  return damage(db.file, what);
}
