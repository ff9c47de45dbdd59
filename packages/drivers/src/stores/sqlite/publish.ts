import { setImmediate } from 'node:timers/promises';
import type { EmbeddingSpace, IndexInfo } from '@ibid/core/types';
import { fault } from '../../files/worker-fault.ts';
import type { Database } from './database.ts';
import { spaceRow, switchGeneration, writeSpaceData } from './generation-rows.ts';
import { loadGeneration } from './load-generation.ts';
import { type CheckAbort, currentBuild, releaseLock, type Session } from './session.ts';

export async function publish(
  session: Session,
  { space, publishedAt }: { readonly space: EmbeddingSpace; readonly publishedAt: string },
  checkAbort: CheckAbort,
): Promise<IndexInfo> {
  const { db, scoring } = session;
  const build = currentBuild(session);
  const row = { ...spaceRow(db, space.id, space.dimensions), ...space };
  requireVectors(session, build.id, row.key, row.id);

  // Load it before the switch, so that no search has to wait.
  const body = { ...build.body, space: space.id, publishedAt };
  const next = await runSteps(loadGeneration(db, { id: build.id, body }, row, scoring, session.shown), checkAbort);
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

function requireVectors({ db }: Session, build: number, space: number, name: string): void {
  const lacking = db
    .sql(
      `SELECT count(*) AS pages, min(manifest.url) AS first FROM manifest JOIN page ON page.id = manifest.page
       WHERE generation = ? AND chunks > 0
         AND NOT EXISTS (SELECT 1 FROM vector WHERE vector.page = manifest.page AND vector.space = ?)`,
    )
    .get<{ pages: number; first: string }>(build, space)!;
  if (lacking.pages > 0) {
    throw fault(
      'BUILD_INCOMPLETE',
      `${lacking.pages} pages lack vectors in \`${name}\`, first \`${lacking.first}\`; put them, then publish again`,
    );
  }
}

/** Work after the switch continues even if the caller has aborted. */
function proceed(): void {}

const MANIFEST_ROWS = 1000;
const PAGES = 16;
const VECTORS = 64;
const FREE_PAGES = 256;
/** The file is shrunk only if more than this share of it is free, because the next build will need some space again. */
const FREE_SHARE = 0.1;

/** Number of generations for which an unused cached embedding is kept. */
const CACHE_GENERATIONS = 4;

/**
 * Removes everything that no generation refers to: manifests, revisions, vectors, spaces, old cache entries. Each step is one short
 * transaction that leaves a sound index, so an interruption only leaves work for the next time. Call it only without a running build, whose
 * vectors would look unused.
 */
export function* collectGarbage(db: Database): Generator<undefined, void> {
  const repeat = function* (step: () => number): Generator<undefined, void> {
    for (;;) {
      if (db.write(step) === 0) return;
      yield;
    }
  };

  yield* repeat(
    () =>
      db
        .sql(
          `DELETE FROM manifest WHERE (generation, url) IN (
           SELECT generation, url FROM manifest WHERE generation NOT IN (SELECT id FROM generation) LIMIT ${MANIFEST_ROWS})`,
        )
        .run().changes,
  );

  const orphans = db
    .sql('SELECT id FROM page WHERE NOT EXISTS (SELECT 1 FROM manifest WHERE manifest.page = page.id)')
    .all<{ id: number }>();
  yield* repeat(() => {
    const batch = orphans.splice(0, PAGES);
    for (const { id } of batch) db.sql('DELETE FROM page WHERE id = ?').run(id);
    return batch.length;
  });

  const unused = db
    .sql("SELECT id FROM space WHERE name NOT IN (SELECT body ->> '$.space' FROM generation WHERE state = 'shown')")
    .all<{ id: number }>();
  for (const { id } of unused) {
    yield* repeat(
      () =>
        db.sql(`DELETE FROM vector WHERE id IN (SELECT id FROM vector WHERE space = ? LIMIT ${VECTORS})`).run(id)
          .changes,
    );
    db.sql('DELETE FROM space WHERE id = ?').run(id);
    yield;
  }

  yield* repeat(
    () =>
      db
        .sql(
          `DELETE FROM embedding WHERE id IN (SELECT id FROM embedding
             WHERE used < (SELECT max(id) FROM generation) - ${CACHE_GENERATIONS} LIMIT ${VECTORS})`,
        )
        .run().changes,
  );

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
