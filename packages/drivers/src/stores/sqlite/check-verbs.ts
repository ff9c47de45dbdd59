/**
 * Checks the file with SQLite's own `integrity_check` and reads every live page whole, a few pages at a time, so that searches are answered in
 * between. Chunk ids are returned to the caller for checking, because the worker cannot calculate them.
 */
import type { Chunk, Diagnostic } from '@ibid/core/types';
import { toFault } from './faults.ts';
import { onShown, readPageAt } from './read-verbs.ts';
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
  const found = db
    .sql('PRAGMA integrity_check')
    .all<{ integrity_check: string }>()
    .filter(({ integrity_check: line }) => line !== 'ok')
    .map(({ integrity_check: line }): Diagnostic => {
      const message = `SQLite finds the file damaged: ${line}. Restore a copy, or delete it and index again`;
      return { severity: 'error', rule: 'store:file', message, page: '' };
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
