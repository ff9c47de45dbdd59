/**
 * Checks the file with SQLite's own `integrity_check` and reads every live page whole, a few pages at a time, so that searches are answered in
 * between. Chunk ids are returned to the caller for checking, because the worker cannot calculate them.
 */
import type { Chunk, Diagnostic } from '@ibid/core/types';
import { DatabaseSync } from 'node:sqlite';
import { damage, toFault } from './faults.ts';
import { onShown, readPageAt } from './read-verbs.ts';
import { TABLES } from './schema.ts';
import type { Session } from './session.ts';

export interface CheckStep {
  readonly diagnostics: readonly Diagnostic[];
  /** Chunks read in this step, with the values from which their ids are derived. */
  readonly chunks: readonly Pick<Chunk, 'id' | 'url' | 'heading' | 'index'>[];
  /** Value of `from` for the next step; `undefined` at the end. */
  readonly next: number | undefined;
}

const PAGES_A_STEP = 16;

/** Runs one step, from the page at `from` on. The first step, from 0, also checks the file as a whole. */
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
  const present = new Set(
    db
      .sql(PARTS)
      .all<Part>()
      .map(({ part }) => part),
  );
  const lost = allParts().filter((part) => !present.has(part));
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
