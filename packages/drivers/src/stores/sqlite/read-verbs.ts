import type { Chunk, IndexInfo, IndexTerms, LegQuery, LegResult, PageInfo } from '@ibid/core';
import { fault } from '../../files/worker-fault.ts';
import { shownId } from './generation-row.ts';
import { findSlot, pageByPath, type Generation } from './generation.ts';
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
      const { db, frames } = session;
      return ids.map((id) => {
        const slot = findSlot(generation, id);
        if (slot === undefined) return undefined;
        const owner = generation.pageOf[slot]!;
        const { page } = generation.pages[owner]!;
        const frame = frames.get(page, () => readFrame(db, page));
        return readChunk(db, page, slot - generation.starts[owner]!, id, frame);
      });
    }) ?? ids.map(() => undefined)
  );
}

export type PageContent = PageInfo & { readonly text: string; readonly content: readonly Chunk[] };

/** `path` as `pathKey` made it; where hosts differ only, the first URL. */
export function getPage(session: Session, path: string): PageContent | undefined {
  const { db } = session;
  return onShown(session, (generation) => {
    const found = pageByPath(generation, path);
    if (found === undefined) return undefined;
    const { page } = found;
    const frame = readFrame(db, page);
    return { ...frame, content: readChunks(db, page, frame) };
  });
}

export function listPages(session: Session): PageInfo[] {
  return onShown(session, (generation) => generation.pages.map(({ page }) => readPageInfo(session.db, page))) ?? [];
}

/** As many passages hold a term as it has postings. */
export function terms(session: Session, known: number | undefined): IndexTerms | undefined {
  const generation = currentGeneration(session);
  if (generation === undefined || generation.id === known) return undefined;
  const { starts } = generation.passagePostings;
  return { generation: generation.id, terms: session.vocabulary.postingCounts(starts) };
}

/** Runs `action` on one snapshot of the file in which the loaded generation is the one on show; `undefined` before the first. */
export function onShown<T>(session: Session, action: (generation: Generation) => T): T | undefined {
  const { db } = session;
  for (;;) {
    const generation = currentGeneration(session);
    if (generation === undefined) return undefined;
    const result = db.read(() => {
      return shownId(db) === generation.id ? { value: action(generation) } : undefined;
    });
    if (result !== undefined) return result.value;
  }
}
