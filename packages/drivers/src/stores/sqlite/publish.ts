import { setImmediate } from 'node:timers/promises';
import type { EmbeddingSpace, IndexInfo } from '@ibid/core/types';
import type { Database } from './database.ts';
import { spaceRow, switchGeneration, writeSpaceData } from './generation-rows.ts';
import { loadGeneration } from './load-generation.ts';
import { currentBuild, releaseLock, type Session } from './session.ts';

export async function publish(
  session: Session,
  { space, publishedAt }: { readonly space: EmbeddingSpace; readonly publishedAt: string },
): Promise<IndexInfo> {
  const { db, checkAbort } = session;
  const build = currentBuild(session);
  const row = { ...spaceRow(db, space.id, space.dimensions), ...space };

  // Load it before the switch, so that no search has to wait.
  const body = { ...build.body, space: space.id, publishedAt };
  const next = await runSteps(loadGeneration(session, { id: build.id, body }, row), checkAbort);
  db.write(() => {
    writeSpaceData(db, row);
    switchGeneration(db, build.id, { ...body, pages: next.info.pages, chunks: next.info.chunks });
  }, 'flush');
  session.shown = next;
  session.build = undefined;
  try {
    await runSteps(collectGarbage(db), proceed);
    db.checkpoint();
  } catch {
    // The generation is live; remaining garbage is removed after the next publish.
  }
  releaseLock(session);
  return next.info;
}

/** Work after the switch continues even if the caller has aborted. */
function proceed(): void {}

const FREE_PAGES = 256;
/** The file is shrunk only if more than this share of it is free, because the next build will need some space again. */
const FREE_SHARE = 0.1;

/** Number of generations for which an unused cached embedding is kept. */
const CACHE_GENERATIONS = 4;

const SPACES = "SELECT id FROM space WHERE name IN (SELECT body ->> '$.space' FROM generation)";

/** Rows that no generation refers to, in the order in which they can be deleted, and the number deleted in one step. */
const UNUSED: readonly (readonly [table: string, key: string, condition: string, rows: number])[] = [
  ['manifest', 'generation, url', 'generation NOT IN (SELECT id FROM generation)', 1000],
  ['page', 'id', 'NOT EXISTS (SELECT 1 FROM manifest WHERE manifest.page = page.id)', 32],
  ['vector', 'id', `space NOT IN (${SPACES})`, 64],
  ['space', 'id', `id NOT IN (${SPACES})`, 64],
  ['embedding', 'id', `used < (SELECT max(id) FROM generation) - ${CACHE_GENERATIONS}`, 64],
];

/**
 * Removes everything that no generation refers to. Each step is one short transaction that leaves a sound index, so an interruption only leaves
 * work for the next time. Call it only without a running build, whose vectors would look unused.
 */
export function* collectGarbage(db: Database): Generator<undefined, void> {
  for (const [table, key, condition, rows] of UNUSED) {
    const found = `SELECT ${key} FROM ${table} WHERE ${condition} LIMIT ${rows}`;
    const step = db.sql(`DELETE FROM ${table} WHERE (${key}) IN (${found})`);
    while (db.write(() => step.run().changes) > 0) yield;
  }
  yield* shrink(db);
}

function* shrink(db: Database): Generator<undefined, void> {
  const value = (pragma: string): number => Number(Object.values(db.sql(`PRAGMA ${pragma}`).get<object>() ?? {})[0]);
  while (value('freelist_count') > FREE_SHARE * value('page_count')) {
    const before = value('freelist_count');
    db.sql(`PRAGMA incremental_vacuum(${FREE_PAGES})`).all();
    if (value('freelist_count') >= before) return;
    yield;
  }
}

/** Runs a generator to its end, answering other calls between its steps. `afterStep` may throw to stop it. */
export async function runSteps<T>(steps: Generator<undefined, T>, afterStep: () => void): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await setImmediate();
    afterStep();
  }
}
