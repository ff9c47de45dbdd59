/**
 * Reads the whole file and compares everything that is there twice: checksums, counts, lengths, references. Goes page by page, so
 * that searches are answered in between. Chunk ids are handed out, because the worker does not know how they are made.
 */
import type { Chunk, Diagnostic } from '@ibid/core/types';
import { checksum } from './checksum.ts';
import { type Database, toFault } from './database.ts';
import { readShown, readSpace } from './generation-rows.ts';
import { readChunks, readFrame, readLexicon, readPageText } from './page-rows.ts';
import type { Session } from './session.ts';
import { decodeTerms, emptyPageTerms } from './term-codec.ts';
import { decodeVectors } from './vector-codec.ts';

export interface CheckStep {
  readonly diagnostics: readonly Diagnostic[];
  /** What the ids of the chunks read in this step must follow from. */
  readonly chunks: readonly Pick<Chunk, 'id' | 'url' | 'heading' | 'index'>[];
  /** Where to go on; `undefined` at the end. */
  readonly next: number | undefined;
}

const PAGES_A_STEP = 16;

/** `after` = 0 for the first step, which looks at the file as a whole. */
export function checkStep(session: Session, after: number): CheckStep {
  const found: Diagnostic[] = [];
  const report = (
    rule: Diagnostic['rule'],
    message: string,
    page = '',
    severity: Diagnostic['severity'] = 'error',
  ): void => {
    found.push({ severity, rule, message, page });
  };
  const chunks: CheckStep['chunks'][number][] = [];
  const attempt = (rule: Diagnostic['rule'], page: string, action: () => void): void => {
    try {
      action();
    } catch (error) {
      report(rule, toFault(error, session.db.file).message, page);
    }
  };

  const { db } = session;
  if (after === 0) attempt('store:file', '', () => checkFile(session, report));
  let rows: { id: number; url: string }[] = [];
  attempt('store:file', '', () => {
    rows = db.sql(`SELECT id, url FROM page WHERE id > ? ORDER BY id LIMIT ${PAGES_A_STEP}`).all(after);
  });
  for (const { id, url } of rows) {
    attempt('store:page', url, () =>
      chunks.push(...checkPage(session, id, (message) => report('store:page', message, url))),
    );
    attempt('store:vectors', url, () => checkVectors(session, id, (message) => report('store:vectors', message, url)));
  }
  return { diagnostics: found, chunks, next: rows.at(-1)?.id };
}

function checkFile(
  session: Session,
  report: (rule: Diagnostic['rule'], message: string, page?: string, severity?: Diagnostic['severity']) => void,
): void {
  const { db, vocabulary } = session;
  for (const { quick_check: line } of db.sql('PRAGMA quick_check').all<{ quick_check: string }>()) {
    if (line !== 'ok')
      report('store:file', `SQLite finds the file damaged: ${line}. Restore a copy, or delete it and index again`);
  }
  for (const { table, parent } of db.sql('PRAGMA foreign_key_check').all<{ table: string; parent: string }>()) {
    report(
      'store:orphan',
      `A row of \`${table}\` refers to a missing row of \`${parent}\`; index again with \`--fresh\``,
    );
  }
  vocabulary.refresh();
  for (const { first, terms, sum } of db
    .sql('SELECT first, terms, sum FROM vocabulary')
    .all<{ first: number; terms: string; sum: number }>()) {
    if (sum !== checksum(first, terms))
      report('store:file', `The terms from ${first} on have changed; index again with \`--fresh\``);
  }
  const missing = db.sql('SELECT url FROM manifest WHERE page NOT IN (SELECT id FROM page)').all<{ url: string }>();
  for (const { url } of missing)
    report('store:manifest', 'The page is listed but missing; index again with `--fresh`', url);
  const moved = db
    .sql('SELECT manifest.url FROM manifest JOIN page ON page.id = page WHERE manifest.url <> page.url')
    .all<{ url: string }>();
  for (const { url } of moved)
    report('store:manifest', 'The page is listed under the URL of another; index again with `--fresh`', url);
  const { orphans } = db
    .sql('SELECT count(*) AS orphans FROM page WHERE id NOT IN (SELECT page FROM manifest)')
    .get<{ orphans: number }>()!;
  if (orphans > 0)
    report(
      'store:orphan',
      `${orphans} page revisions are left over from an interruption; the next indexing removes them`,
      '',
      'info',
    );
  checkShown(db, report);
}

function checkShown(db: Database, report: (rule: Diagnostic['rule'], message: string, page?: string) => void): void {
  const shown = readShown(db);
  if (shown === undefined) return;
  const counted = db
    .sql(
      'SELECT count(*) AS pages, coalesce(sum(chunks), 0) AS chunks FROM manifest JOIN page ON page.id = page WHERE generation = ?',
    )
    .get<{ pages: number; chunks: number }>(shown.id)!;
  if (counted.pages !== shown.body.pages || counted.chunks !== shown.body.chunks) {
    report(
      'store:manifest',
      `The generation on show has ${counted.pages} pages and ${counted.chunks} chunks instead of ${shown.body.pages} and ${shown.body.chunks}; index again with \`--fresh\``,
    );
  }
  const space = readSpace(db, shown.body.space);
  if (space === undefined) {
    report('store:vectors', `The space \`${shown.body.space}\` is missing; index again with \`--fresh\``);
    return;
  }
  const lacking = db
    .sql(
      `SELECT manifest.url FROM manifest JOIN page ON page.id = manifest.page WHERE generation = ? AND chunks > 0
         AND NOT EXISTS (SELECT 1 FROM vector WHERE vector.page = manifest.page AND vector.space = ?)`,
    )
    .all<{ url: string }>(shown.id, space.key);
  for (const { url } of lacking) report('store:vectors', 'The page has no vectors; index again with `--fresh`', url);
}

function checkPage({ db, vocabulary }: Session, page: number, report: (message: string) => void): readonly Chunk[] {
  const frame = readFrame(db, page);
  const chunks = readChunks(db, page, frame);
  const { passages } = db
    .sql('SELECT count(*) AS passages FROM passage WHERE page = ?')
    .get<{ passages: number }>(page)!;
  if (passages !== frame.chunks)
    report(`The page has ${passages} passages instead of ${frame.chunks}; index again with \`--fresh\``);
  readPageText(db, page);
  for (const chunk of chunks) {
    if (chunk.start < 0 || chunk.end < chunk.start || chunk.end > frame.text.length) {
      report(`Chunk \`${chunk.id}\` reaches outside the page's text; index again with \`--fresh\``);
    }
    const outside = [...chunk.spans, ...chunk.marks].some(
      ({ start, end }) => start < 0 || end < start || end > chunk.text.length,
    );
    if (outside) report(`Chunk \`${chunk.id}\` has spans or marks outside its text; index again with \`--fresh\``);
  }
  const held = emptyPageTerms();
  decodeTerms(readLexicon(db, page).terms, frame.chunks, held);
  const unknown = held.terms.subarray(0, held.count).filter((term) => !vocabulary.has(term)).length;
  if (unknown > 0) report(`${unknown} terms of the page are not in the vocabulary; index again with \`--fresh\``);
  return chunks;
}

function checkVectors({ db }: Session, page: number, report: (message: string) => void): void {
  const rows = db
    .sql(
      'SELECT space, vector.data, vector.sum, dimensions, chunks FROM vector JOIN space ON space.id = space JOIN page ON page.id = page WHERE page = ?',
    )
    .all<{ space: number; data: Uint8Array; sum: number; dimensions: number; chunks: number }>(page);
  for (const { space, data, sum, dimensions, chunks } of rows) {
    if (sum !== checksum(page, space, data)) {
      report('The vectors of the page have changed; index again with `--fresh`');
      continue;
    }
    const { scales } = decodeVectors(data, chunks, dimensions);
    if (scales.some((scale) => !Number.isFinite(scale)))
      report('The vectors of the page are not finite; index again with `--fresh`');
  }
}
