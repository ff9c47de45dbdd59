/**
 * Reads the whole file and compares all data that are stored twice: counts, lengths, references. Goes page by page, so that searches are
 * answered in between. Chunk ids are returned to the caller for checking, because the worker cannot calculate them.
 */
import type { Chunk, Diagnostic } from '@ibid/core/types';
import { decodeTerms, decodeVectors, emptyPageTerms } from './codecs.ts';
import { toFault } from './faults.ts';
import { readShown, readSpace } from './generation-rows.ts';
import { readChunks, readFrame, readLexicon } from './page-rows.ts';
import type { Session } from './session.ts';

export interface CheckStep {
  readonly diagnostics: readonly Diagnostic[];
  /** Chunks read in this step, with the values from which their ids are derived. */
  readonly chunks: readonly Pick<Chunk, 'id' | 'url' | 'heading' | 'index'>[];
  /** Value of `after` for the next step; `undefined` at the end. */
  readonly next: number | undefined;
}

const PAGES_A_STEP = 16;
const AGAIN = 'index again with `--fresh`';

type Report = (rule: Diagnostic['rule'], message: string, page?: string, severity?: Diagnostic['severity']) => void;

/** Runs one step. `after` is 0 for the first step, which checks the file as a whole. */
export function checkStep(session: Session, after: number): CheckStep {
  const { db } = session;
  const diagnostics: Diagnostic[] = [];
  const report: Report = (rule, message, page = '', severity = 'error') => {
    diagnostics.push({ severity, rule, message, page });
  };
  const attempt = (rule: Diagnostic['rule'], page: string, action: () => void): void => {
    try {
      action();
    } catch (error) {
      report(rule, toFault(error, db.file).message, page);
    }
  };
  const chunks: Chunk[] = [];
  let rows: { id: number; url: string }[] = [];
  attempt('store:file', '', () => {
    if (after === 0) checkFile(session, report);
    rows = db.sql(`SELECT id, url FROM page WHERE id > ? ORDER BY id LIMIT ${PAGES_A_STEP}`).all(after);
  });
  for (const { id, url } of rows) {
    attempt('store:page', url, () => chunks.push(...checkPage(session, id, url, report)));
    attempt('store:vectors', url, () => checkVectors(session, id, url, report));
  }
  return { diagnostics, chunks, next: rows.at(-1)?.id };
}

function checkFile({ db, vocabulary }: Session, report: Report): void {
  vocabulary.refresh();
  for (const { integrity_check: line } of db.sql('PRAGMA integrity_check').all<{ integrity_check: string }>()) {
    if (line !== 'ok')
      report('store:file', `SQLite finds the file damaged: ${line}. Restore a copy, or delete it and index again`);
  }
  for (const { table, parent } of db.sql('PRAGMA foreign_key_check').all<{ table: string; parent: string }>()) {
    report('store:orphan', `A row of \`${table}\` refers to a missing row of \`${parent}\`; ${AGAIN}`);
  }
  const listed =
    'SELECT manifest.url FROM manifest LEFT JOIN page ON page.id = page WHERE page.url IS NOT manifest.url';
  for (const { url } of db.sql(listed).all<{ url: string }>())
    report('store:manifest', `The page is listed but missing; ${AGAIN}`, url);
  const { orphans } = db
    .sql('SELECT count(*) AS orphans FROM page WHERE id NOT IN (SELECT page FROM manifest)')
    .get<{ orphans: number }>()!;
  if (orphans > 0) {
    const message = `${orphans} page revisions are left over from an interruption; the next indexing removes them`;
    report('store:orphan', message, '', 'info');
  }

  const shown = readShown(db);
  if (shown === undefined) return;
  const { pages, chunks } = db
    .sql(
      'SELECT count(*) AS pages, coalesce(sum(chunks), 0) AS chunks FROM manifest JOIN page ON page.id = page WHERE generation = ?',
    )
    .get<{ pages: number; chunks: number }>(shown.id)!;
  if (pages !== shown.body.pages || chunks !== shown.body.chunks) {
    const instead = `instead of ${shown.body.pages} and ${shown.body.chunks}`;
    report('store:manifest', `The live generation has ${pages} pages and ${chunks} chunks ${instead}; ${AGAIN}`);
  }
  const space = readSpace(db, shown.body.space);
  const lacking = db
    .sql(
      `SELECT manifest.url FROM manifest JOIN page ON page.id = manifest.page WHERE generation = ? AND chunks > 0
         AND NOT EXISTS (SELECT 1 FROM vector WHERE vector.page = manifest.page AND vector.space = ?)`,
    )
    .all<{ url: string }>(shown.id, space?.key ?? -1);
  for (const { url } of lacking) report('store:vectors', `The page has no vectors; ${AGAIN}`, url);
}

function checkPage({ db, vocabulary }: Session, page: number, url: string, report: Report): readonly Chunk[] {
  const frame = readFrame(db, page);
  const chunks = readChunks(db, page, frame);
  for (const { id, start, end, text, spans, marks } of chunks) {
    if (
      !within(start, end, frame.text.length) ||
      ![...spans, ...marks].every((part) => within(part.start, part.end, text.length))
    )
      report('store:page', `Chunk \`${id}\` reaches outside its page, or its spans outside of it; ${AGAIN}`, url);
  }
  const held = emptyPageTerms();
  decodeTerms(readLexicon(db, page).terms, frame.chunks, held);
  const unknown = held.terms.subarray(0, held.count).filter((term) => vocabulary.term(term) === undefined).length;
  if (unknown > 0) report('store:page', `${unknown} terms of the page are not in the vocabulary; ${AGAIN}`, url);
  return chunks;
}

function within(from: number, to: number, length: number): boolean {
  return from >= 0 && from <= to && to <= length;
}

function checkVectors({ db }: Session, page: number, url: string, report: Report): void {
  const rows = db
    .sql(
      'SELECT vector.data, dimensions, chunks FROM vector JOIN space ON space.id = space JOIN page ON page.id = page WHERE page = ?',
    )
    .all<{ data: Uint8Array; dimensions: number; chunks: number }>(page);
  for (const { data, dimensions, chunks } of rows) {
    const { scales } = decodeVectors(data, chunks, dimensions);
    if (!scales.every(Number.isFinite))
      report('store:vectors', `The vectors of the page are not finite; ${AGAIN}`, url);
  }
}
