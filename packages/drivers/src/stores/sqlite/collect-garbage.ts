import type { Database } from './database.ts';

const MANIFEST_ROWS = 1000;
const PAGES = 16;
const VECTORS = 64;
const FREE_PAGES = 256;
/** The file shrinks only when more of it than this is free; the next build will need some room again. */
const FREE_SHARE = 0.1;

/** Generations for which an embedding that nobody asked for is kept. */
const CACHE_GENERATIONS = 4;

/**
 * Removes what no generation refers to: manifests, revisions, vectors, spaces, old cache entries. Each step is one short
 * transaction that leaves a sound index, so an interruption only leaves work for the next time. `guard` runs in each.
 * Only without a build under way, whose vectors would look unused.
 */
export function* collectGarbage(db: Database, guard: () => void): Generator<undefined, void> {
  const repeat = function* (step: () => number): Generator<undefined, void> {
    for (;;) {
      const changes = db.write(() => {
        guard();
        return step();
      });
      if (changes === 0) return;
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
    db.write(() => {
      guard();
      db.sql('DELETE FROM space WHERE id = ?').run(id);
    });
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
