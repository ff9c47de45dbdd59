import type { BuildState, EmbeddingSpace, IndexInfo, PageRevision, StoreDriver } from '@ibid/core/types';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { fault } from '../../files/worker-fault.ts';
import { encodeTerms, type PageRows, type StoredPage, type VectorRows } from './codecs.ts';
import type { Database } from './database.ts';
import { loadGeneration } from './generation.ts';
import { type GenerationBody, insertPage, readGeneration, readStoredPage, spaceRow } from './rows.ts';
import { acquireWriterLock, currentBuild, currentGeneration, releaseLock, type Session } from './session.ts';

const BATCH_CHUNKS = 256;

type BuildRequest = Parameters<StoreDriver['beginBuild']>[0];

export async function beginBuild(session: Session, request: BuildRequest): Promise<BuildState> {
  const { db } = session;
  if (db.readOnly)
    throw fault('INVALID_CONFIG', `\`${db.file}\` was opened with \`readOnly\`; open it without to index`);
  session.lock ??= acquireWriterLock(db.file);
  // Load the live generation first: it must match the vocabulary in the file.
  currentGeneration(session);
  session.vocabulary.refresh();
  const found = readGeneration(db, 'building');
  const { schema, sourceId, fresh } = request;
  const resumed = !fresh && found?.body.sourceId === sourceId && isDeepStrictEqual(found.body.schema, schema);
  if (!resumed) {
    if (found !== undefined) await discardBuild(session);
    db.write(() => startBuild(session, request));
  }
  session.build = readGeneration(db, 'building')!;
  return { resumed, pages: listRevisions(session, session.build.id) };
}

function startBuild({ db }: Session, { schema, sourceId, fresh }: BuildRequest): void {
  const shown = readGeneration(db, 'shown');
  const body: GenerationBody = { schema, sourceId, space: '', pages: 0, chunks: 0, publishedAt: '' };
  const insert = db.sql("INSERT INTO generation (state, body) VALUES ('building', ?)");
  const { lastInsertRowid: build } = insert.run(JSON.stringify(body));
  if (shown === undefined || fresh || !isDeepStrictEqual(shown.body.schema, schema)) return;
  db.sql('INSERT INTO manifest (generation, url, page) SELECT ?, url, page FROM manifest WHERE generation = ?').run(
    build,
    shown.id,
  );
}

function listRevisions({ db }: Session, generation: number): PageRevision[] {
  return db
    .sql(
      'SELECT manifest.url, revision FROM manifest JOIN page ON page.id = manifest.page WHERE generation = ? ORDER BY manifest.url',
    )
    .all<PageRevision>(generation)
    .map(({ url, revision }) => ({ url, revision }));
}

/** The pages after `after`, with a few hundred chunks in total; empty at the end. */
export function listBuild(session: Session, after: string, withoutVectorsIn: string | undefined): StoredPage[] {
  const { db } = session;
  const build = currentBuild(session);
  const hasVectors =
    'SELECT 1 FROM vector JOIN space ON space.id = vector.space WHERE vector.page = manifest.page AND space.name = ?';
  const rows = db
    .sql(
      `SELECT manifest.page, chunks FROM manifest JOIN page ON page.id = manifest.page
       WHERE generation = ? AND manifest.url > ? AND (? IS NULL OR chunks > 0 AND NOT EXISTS (${hasVectors}))
       ORDER BY manifest.url LIMIT ${BATCH_CHUNKS}`,
    )
    .all<{ page: number; chunks: number }>(build.id, after, withoutVectorsIn ?? null, withoutVectorsIn ?? null);
  const pages: StoredPage[] = [];
  let chunks = 0;
  for (const { page, chunks: more } of rows) {
    if (pages.length > 0 && chunks + more > BATCH_CHUNKS) break;
    pages.push(readStoredPage(db, page));
    chunks += more;
  }
  return pages;
}

export async function abandonBuild(session: Session): Promise<void> {
  if (readGeneration(session.db, 'building') !== undefined) {
    session.lock ??= acquireWriterLock(session.db.file);
    await discardBuild(session);
  }
  releaseLock(session);
}

async function discardBuild(session: Session): Promise<void> {
  const { db, checkAbort } = session;
  // Pages listed for a generation without a row mean damage, so both go at once.
  db.write(() => {
    db.sql("DELETE FROM manifest WHERE generation = (SELECT id FROM generation WHERE state = 'building')").run();
    db.sql("DELETE FROM generation WHERE state = 'building'").run();
  });
  session.build = undefined;
  await runSteps(collectGarbage(db), checkAbort);
}

export function putPage(session: Session, page: PageRows): void {
  const { db, vocabulary } = session;
  const { id: build } = currentBuild(session);
  vocabulary.extend((idOf, writeTerms) =>
    db.write(() => {
      const terms = encodeTerms(page.terms, idOf);
      writeTerms();
      const old = pageOf(db, build, page.url);
      const list = db.sql('INSERT OR REPLACE INTO manifest (generation, url, page) VALUES (?, ?, ?)');
      list.run(build, page.url, insertPage(db, page, terms));
      if (old !== undefined) dropUnused(db, old);
    }),
  );
}

export function deletePages(session: Session, urls: readonly string[]): void {
  const { db } = session;
  const build = currentBuild(session);
  db.write(() => {
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

/** Deletes a revision that only the build used; revisions of the live generation are deleted after the next publish. */
function dropUnused(db: Session['db'], page: number): void {
  if (db.sql('SELECT 1 FROM manifest WHERE page = ? LIMIT 1').get(page) === undefined) {
    db.sql('DELETE FROM page WHERE id = ?').run(page);
  }
}

export function putVectors(session: Session, { url, spaceId, passages, dimensions, data }: VectorRows): void {
  const { db } = session;
  const build = currentBuild(session);
  db.write(() => {
    const page = pageOf(db, build.id, url);
    if (page === undefined) throw fault('INVALID_REQUEST', `putVectors: the build has no page \`${url}\``);
    const { chunks } = db.sql('SELECT chunks FROM page WHERE id = ?').get<{ chunks: number }>(page) ?? { chunks: 0 };
    if (passages !== chunks) {
      throw fault('INVALID_REQUEST', `putVectors: \`${url}\` has ${chunks} chunks, but ${passages} vectors came`);
    }
    if (isShown(session, page, spaceId)) return;
    const { key } = spaceRow(db, spaceId, dimensions);
    db.sql('DELETE FROM vector WHERE page = ? AND space = ?').run(page, key);
    db.sql('INSERT INTO vector (page, space, data) VALUES (?, ?, ?)').run(page, key, data);
  });
}

/** True if readers see this revision with vectors of this space, which are of the same texts and stay. */
function isShown({ db }: Session, page: number, space: string): boolean {
  const shown = readGeneration(db, 'shown');
  return (
    shown?.body.space === space &&
    db.sql('SELECT 1 FROM manifest WHERE generation = ? AND page = ?').get(shown.id, page) !== undefined
  );
}

export function getCached(session: Session, space: string, hashes: readonly string[]): (Float32Array | undefined)[] {
  const { db } = session;
  const select = db.sql('SELECT id, vector, used FROM embedding WHERE space = ? AND hash = ?');
  const rows = hashes.map((hash) => select.get<{ id: number; vector: Uint8Array; used: number }>(space, hash));
  const newest = newestGeneration(session);
  const stale = rows.filter((row) => row !== undefined && row.used < newest);
  // Only a build records which embeddings it used, because reading an index must not write to it.
  if (stale.length > 0 && session.lock !== undefined) {
    db.write(() => {
      for (const row of stale) db.sql('UPDATE embedding SET used = ? WHERE id = ?').run(newest, row!.id);
    });
  }
  return rows.map((row) => row && new Float32Array(row.vector.slice().buffer));
}

export function putCached(
  session: Session,
  space: string,
  entries: readonly { readonly hash: string; readonly vector: Float32Array }[],
): void {
  const { db } = session;
  if (db.readOnly)
    throw fault('INVALID_CONFIG', `\`${db.file}\` was opened with \`readOnly\` and cannot cache embeddings`);
  const used = newestGeneration(session);
  db.write(() => {
    for (const { hash, vector } of entries) {
      const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
      const row = 'INSERT OR REPLACE INTO embedding (space, hash, vector, used) VALUES (?, ?, ?, ?)';
      db.sql(row).run(space, hash, bytes, used);
    }
  }, 'flush');
}

function newestGeneration({ db }: Session): number {
  return db.sql('SELECT coalesce(max(id), 0) AS id FROM generation').get<{ id: number }>()!.id;
}

export async function publish(
  session: Session,
  { space, publishedAt }: { readonly space: EmbeddingSpace; readonly publishedAt: string },
): Promise<IndexInfo> {
  const { db, checkAbort } = session;
  const build = currentBuild(session);
  const { key } = spaceRow(db, space.id, space.dimensions);

  // Load it before the switch, so that no search has to wait.
  const body = { ...build.body, space: space.id, publishedAt };
  const next = await runSteps(loadGeneration(session, { id: build.id, body }, { key, ...space }), checkAbort);
  const { pages, chunks } = next.info;
  db.write(() => {
    db.sql('UPDATE space SET dimensions = ?, data = ? WHERE id = ?').run(space.dimensions, space.data, key);
    db.sql("DELETE FROM generation WHERE state = 'shown'").run();
    const show = db.sql("UPDATE generation SET state = 'shown', body = ? WHERE id = ?");
    show.run(JSON.stringify({ ...body, pages, chunks } satisfies GenerationBody), build.id);
  }, 'flush');
  session.shown = next;
  session.build = undefined;
  try {
    // This continues even if the caller has aborted.
    await runSteps(collectGarbage(db), () => undefined);
    db.checkpoint();
  } catch {
    // The generation is live; remaining garbage is removed after the next publish.
  }
  releaseLock(session);
  return next.info;
}

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
function* collectGarbage(db: Database): Generator<undefined, void> {
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
async function runSteps<T>(steps: Generator<undefined, T>, afterStep: () => void): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await setImmediate();
    afterStep();
  }
}
