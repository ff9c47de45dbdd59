import type { FittedSpace, IndexedPage, PageVectors } from '@ibid/core';
import { checksum } from './checksum.ts';
import { fault } from '../../files/worker-fault.ts';
import { readShown } from './generation-row.ts';
import type { FilterKeys } from './generation.ts';
import { copyPage, insertPage } from './page-rows.ts';
import { currentBuild, type Session } from './session.ts';
import { insertSpace, readSpace } from './space-row.ts';
import { encodeTerms } from './term-codec.ts';
import { encodeVectors } from './vector-codec.ts';

/** `keys` go with the page: the main thread computes them, the worker only compares. */
export function putPage(session: Session, page: IndexedPage, keys: FilterKeys): void {
  const { db, vocabulary } = session;
  const { build, lease } = currentBuild(session);
  const extension = vocabulary.extend();
  try {
    db.write(() => {
      lease.guard();
      const terms = encodeTerms(
        page.chunks.map((chunk) => chunk.terms),
        extension.id,
      );
      extension.write();
      replacePage(session, build.id, page.url, insertPage(db, page, keys, terms));
    });
  } catch (error) {
    extension.undo();
    throw error;
  }
}

function replacePage({ db }: Session, build: number, url: string, page: number): void {
  const old = pageOf(db, build, url);
  db.sql('INSERT OR REPLACE INTO manifest (generation, url, page) VALUES (?, ?, ?)').run(build, url, page);
  if (old !== undefined) dropUnused(db, old);
}

export function deletePages(session: Session, urls: readonly string[]): void {
  const { db } = session;
  const { build, lease } = currentBuild(session);
  db.write(() => {
    lease.guard();
    for (const url of urls) {
      const page = pageOf(db, build.id, url);
      if (page === undefined) continue;
      db.sql('DELETE FROM manifest WHERE generation = ? AND url = ?').run(build.id, url);
      dropUnused(db, page);
    }
  });
}

function pageOf(db: Session['db'], generation: number, url: string): number | undefined {
  return db.sql('SELECT page FROM manifest WHERE generation = ? AND url = ?').get<{ page: number }>(generation, url)
    ?.page;
}

/** Revisions that only the build had go at once; those on show go after the next publish. */
function dropUnused(db: Session['db'], page: number): void {
  if (db.sql('SELECT 1 FROM manifest WHERE page = ? LIMIT 1').get(page) === undefined) {
    db.sql('DELETE FROM page WHERE id = ?').run(page);
  }
}

export function putSpace(session: Session, space: FittedSpace, fitted: number): void {
  const { db } = session;
  const { lease } = currentBuild(session);
  db.write(() => {
    lease.guard();
    insertSpace(db, space, fitted);
  });
}

export function putVectors(session: Session, { url, spaceId, passages, headings }: PageVectors): void {
  const { db } = session;
  const { build, lease } = currentBuild(session);
  db.write(() => {
    lease.guard();
    const space = readSpace(db, spaceId);
    if (space === undefined)
      throw fault('INVALID_REQUEST', `putVectors: the space \`${spaceId}\` is unknown; call \`putSpace\` first`);
    let page = pageOf(db, build.id, url);
    if (page === undefined) throw fault('INVALID_REQUEST', `putVectors: the build has no page \`${url}\``);
    const { chunks } = db.sql('SELECT chunks FROM page WHERE id = ?').get<{ chunks: number }>(page) ?? { chunks: 0 };
    if (passages.length !== chunks) {
      throw fault(
        'INVALID_REQUEST',
        `putVectors: \`${url}\` has ${chunks} chunks, but ${passages.length} vectors came`,
      );
    }
    if (isShown(session, page, spaceId)) {
      const own = copyPage(db, page);
      replacePage(session, build.id, url, own);
      page = own;
    }
    const data = encodeVectors(passages, headings);
    db.sql('DELETE FROM vector WHERE page = ? AND space = ?').run(page, space.id);
    db.sql('INSERT INTO vector (page, space, data, sum) VALUES (?, ?, ?, ?)').run(
      page,
      space.id,
      data,
      checksum(page, space.id, data),
    );
  });
}

/** Whether readers see this revision with vectors of this space, which must then stay as they are. */
function isShown({ db }: Session, page: number, space: string): boolean {
  const shown = readShown(db);
  return (
    shown?.body.space === space &&
    db.sql('SELECT 1 FROM manifest WHERE generation = ? AND page = ?').get(shown.id, page) !== undefined
  );
}
