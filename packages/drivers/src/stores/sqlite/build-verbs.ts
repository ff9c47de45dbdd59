import type { BuildState, Chunk, FittedSpace, IndexSchema, PageRevision } from '@ibid/core';
import { collectGarbage } from './collect-garbage.ts';
import { fault } from '../../files/worker-fault.ts';
import { insertBuild, readShown, readBuild, type GenerationRow } from './generation-row.ts';
import { acquireLease } from './lease.ts';
import { readChunks, readFrame } from './page-rows.ts';
import { currentBuild, currentGeneration, type Session } from './session.ts';
import { listUsedSpaces } from './space-row.ts';
import { runSteps } from './steps.ts';

/** Throws when the caller has given up. */
export type CheckAbort = () => void;

const BATCH_CHUNKS = 256;

export interface BuildRequest {
  readonly schema: IndexSchema;
  readonly sourceId: string;
  readonly fresh: boolean;
}

export async function beginBuild(session: Session, request: BuildRequest, checkAbort: CheckAbort): Promise<BuildState> {
  const { db } = session;
  if (db.readOnly)
    throw fault('INVALID_CONFIG', `\`${db.file}\` was opened with \`readOnly\`; open it without to index`);
  await takeLease(session, checkAbort);
  // First what is on show now, which the vocabulary in the file fits.
  currentGeneration(session);
  session.vocabulary.reload();
  const found = readBuild(db);
  const resumed = found !== undefined && !request.fresh && isSameBuild(found, request);
  if (!resumed) {
    if (found !== undefined) await discardBuild(session, checkAbort);
    db.write(() => {
      session.lease?.guard();
      startBuild(session, request);
    });
  }
  session.build = readBuild(db)!;
  return { resumed, pages: listRevisions(session, session.build.id) };
}

function isSameBuild({ body }: GenerationRow, request: BuildRequest): boolean {
  return isSameSchema(body.schema, request.schema) && body.sourceId === request.sourceId;
}

function isSameSchema(a: IndexSchema, b: IndexSchema): boolean {
  return a.chunker === b.chunker && a.tokenizer === b.tokenizer;
}

function startBuild({ db }: Session, { schema, sourceId, fresh }: BuildRequest): void {
  const shown = readShown(db);
  const build = insertBuild(db, { schema, sourceId, space: '', pages: 0, chunks: 0, folded: 0, publishedAt: '' });
  if (shown === undefined || fresh || !isSameSchema(shown.body.schema, schema)) return;
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

export interface BuildPage {
  readonly url: string;
  readonly chunks: readonly Chunk[];
}

/** The pages after `after`, some hundred chunks of them; empty at the end. */
export function listBuild(session: Session, after: string, withoutVectorsIn: string | undefined): BuildPage[] {
  const { db } = session;
  const { build } = currentBuild(session);
  const rows =
    withoutVectorsIn === undefined
      ? db
          .sql(
            `SELECT manifest.url, manifest.page, chunks FROM manifest JOIN page ON page.id = manifest.page
             WHERE generation = ? AND manifest.url > ? ORDER BY manifest.url LIMIT ${BATCH_CHUNKS}`,
          )
          .all<{ url: string; page: number; chunks: number }>(build.id, after)
      : db
          .sql(
            `SELECT manifest.url, manifest.page, chunks FROM manifest JOIN page ON page.id = manifest.page
             WHERE generation = ? AND manifest.url > ? AND chunks > 0 AND NOT EXISTS (
               SELECT 1 FROM vector JOIN space ON space.id = vector.space WHERE vector.page = manifest.page AND space.name = ?
             ) ORDER BY manifest.url LIMIT ${BATCH_CHUNKS}`,
          )
          .all<{ url: string; page: number; chunks: number }>(build.id, after, withoutVectorsIn);
  const pages: BuildPage[] = [];
  let chunks = 0;
  for (const { url, page, chunks: more } of rows) {
    if (pages.length > 0 && chunks + more > BATCH_CHUNKS) break;
    pages.push({ url, chunks: readChunks(db, page, readFrame(db, page)) });
    chunks += more;
  }
  return pages;
}

export function listSpaces(session: Session): (FittedSpace & { fitted: number })[] {
  const { db } = session;
  const shown = readShown(db)?.body.space ?? '';
  const build = readBuild(db)?.id ?? -1;
  return listUsedSpaces(db, shown, build).map(({ name, dimensions, fitted, data }) => ({
    id: name,
    dimensions,
    data,
    fitted,
  }));
}

export async function abandonBuild(session: Session, checkAbort: CheckAbort): Promise<void> {
  if (readBuild(session.db) !== undefined) {
    await takeLease(session, checkAbort);
    await discardBuild(session, checkAbort);
  }
  giveUpLease(session);
}

async function discardBuild(session: Session, checkAbort: CheckAbort): Promise<void> {
  const { db, lease } = session;
  const guard = (): void => lease?.guard();
  db.write(() => {
    guard();
    db.sql("DELETE FROM generation WHERE state = 'building'").run();
  });
  session.build = undefined;
  await runSteps(collectGarbage(db, guard), checkAbort);
}

/** Keeps the lease that the session has, unless another process took it over meanwhile. */
async function takeLease(session: Session, checkAbort: CheckAbort): Promise<void> {
  if (session.lease?.isHeld() === true) return;
  giveUpLease(session);
  session.lease = await acquireLease(session.db, checkAbort);
}

export function giveUpLease(session: Session): void {
  session.lease?.release();
  Object.assign(session, { lease: undefined, build: undefined });
}
