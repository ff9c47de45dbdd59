import type { Chunk, IndexInfo, LegQuery, LegResult, PageInfo } from '@ibid/core';
import { fault } from './fault.ts';
import { findSlot, type Generation } from './generation.ts';
import type { PageFrame } from './passage-codec.ts';
import { readChunk, readChunks, readFrame, readPageInfo } from './page-rows.ts';
import { searchGeneration } from './search-generation.ts';
import { currentGeneration, type Session } from './session.ts';

export function info(session: Session): IndexInfo | undefined {
  return currentGeneration(session)?.info;
}

export function search(session: Session, query: LegQuery): LegResult {
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
  return searchGeneration(generation, query, session.vocabulary.id, session.scoring.heading);
}

export function getChunks(session: Session, ids: readonly string[]): (Chunk | undefined)[] {
  return (
    onShown(session, (generation) => {
      const frames = new Map<number, PageFrame>();
      return ids.map((id) => {
        const slot = findSlot(generation, id);
        if (slot === undefined) return undefined;
        const owner = generation.pageOf[slot]!;
        const { page } = generation.pages[owner]!;
        const frame = frames.get(page) ?? readFrame(session.db, page);
        frames.set(page, frame);
        return readChunk(session.db, page, slot - generation.starts[owner]!, id, frame);
      });
    }) ?? ids.map(() => undefined)
  );
}

export type PageContent = PageInfo & { readonly text: string; readonly content: readonly Chunk[] };

/** `path` as `pathKey` made it; where hosts differ only, the first URL. */
export function getPage(session: Session, path: string): PageContent | undefined {
  const { db } = session;
  return onShown(session, (generation) => {
    const row = db
      .sql(
        'SELECT page.id FROM page JOIN manifest ON manifest.page = page.id WHERE path = ? AND generation = ? ORDER BY page.url LIMIT 1',
      )
      .get<{ id: number }>(path, generation.id);
    if (row === undefined) return undefined;
    const frame = readFrame(db, row.id);
    return { ...frame, content: readChunks(db, row.id, frame) };
  });
}

export function listPages(session: Session): PageInfo[] {
  return onShown(session, (generation) => generation.pages.map(({ page }) => readPageInfo(session.db, page))) ?? [];
}

/** Runs `action` on one snapshot of the file in which the loaded generation is the one on show; `undefined` before the first. */
function onShown<T>(session: Session, action: (generation: Generation) => T): T | undefined {
  const { db } = session;
  for (;;) {
    const generation = currentGeneration(session);
    if (generation === undefined) return undefined;
    const result = db.read(() => {
      const shown = db.sql("SELECT id FROM generation WHERE state = 'shown'").get<{ id: number }>();
      return shown?.id === generation.id ? { value: action(generation) } : undefined;
    });
    if (result !== undefined) return result.value;
  }
}
