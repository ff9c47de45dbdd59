import type { FittedSpace, IndexSchema } from '@ibid/core/types';
import { fault } from '../../files/worker-fault.ts';
import { checksum } from './checksum.ts';
import { damaged, type Database } from './database.ts';

/** `space`, the counts and `publishedAt` are empty while the generation is being built. */
interface GenerationBody {
  readonly schema: IndexSchema;
  readonly sourceId: string;
  readonly space: string;
  readonly pages: number;
  readonly chunks: number;
  readonly folded: number;
  readonly publishedAt: string;
}

export interface GenerationRow {
  readonly id: number;
  readonly body: GenerationBody;
}

/** The build under way or interrupted, in this process or another. */
export function readBuild(db: Database): GenerationRow | undefined {
  return readRow(db, 'building');
}

/** The generation on show, or `undefined` before the first; throws `INDEX_DAMAGED` when its row was lost. */
export function readShown(db: Database): GenerationRow | undefined {
  const row = readRow(db, 'shown');
  if (row?.id !== shownId(db)) {
    throw fault('INDEX_DAMAGED', damaged(db.file, 'the row of the generation on show is missing'));
  }
  return row;
}

export function shownId(db: Database): number | undefined {
  return db.sql('SELECT generation FROM published').get<{ generation: number }>()?.generation;
}

function readRow(db: Database, state: 'building' | 'shown'): GenerationRow | undefined {
  const row = db
    .sql('SELECT id, body, sum FROM generation WHERE state = ?')
    .get<{ id: number; body: string; sum: number }>(state);
  if (row === undefined) return undefined;
  if (row.sum !== checksum(row.body)) {
    throw fault('INDEX_DAMAGED', damaged(db.file, `the row of generation ${row.id} has changed`));
  }
  return { id: row.id, body: JSON.parse(row.body) as GenerationBody };
}

export function insertBuild(db: Database, body: GenerationBody): number {
  const json = JSON.stringify(body);
  return db.sql("INSERT INTO generation (state, body, sum) VALUES ('building', ?, ?)").run(json, checksum(json)).id;
}

/** Takes the shown row away and puts the build in its place. */
export function switchGeneration(db: Database, build: number, body: GenerationBody): void {
  const json = JSON.stringify(body);
  db.sql("DELETE FROM generation WHERE state = 'shown'").run();
  db.sql('INSERT OR REPLACE INTO published (id, generation) VALUES (1, ?)').run(build);
  db.sql("UPDATE generation SET state = 'shown', body = ?, sum = ? WHERE id = ?").run(json, checksum(json), build);
}

export interface SpaceRow {
  readonly id: number;
  readonly name: string;
  readonly dimensions: number;
  readonly fitted: number;
  readonly data: Uint8Array;
}

const COLUMNS = 'id, name, dimensions, fitted, data, sum';

export function readSpace(db: Database, name: string): SpaceRow | undefined {
  const row = db.sql(`SELECT ${COLUMNS} FROM space WHERE name = ?`).get<SpaceRow & { sum: number }>(name);
  return row && sound(db, row);
}

/** Newest first; only spaces of the generation on show, and those with vectors in the build. */
export function listUsedSpaces(db: Database, shown: string, build: number): SpaceRow[] {
  return db
    .sql(
      `SELECT ${COLUMNS} FROM space WHERE name = ? OR EXISTS (
         SELECT 1 FROM manifest JOIN vector ON vector.page = manifest.page
         WHERE manifest.generation = ? AND vector.space = space.id
       ) ORDER BY id DESC`,
    )
    .all<SpaceRow & { sum: number }>(shown, build)
    .map((row) => sound(db, row));
}

export function insertSpace(db: Database, { id, dimensions, data }: FittedSpace, fitted: number): void {
  db.sql('INSERT OR IGNORE INTO space (name, dimensions, fitted, data, sum) VALUES (?, ?, ?, ?, ?)').run(
    id,
    dimensions,
    fitted,
    data,
    checksum(id, dimensions, fitted, data),
  );
}

function sound(db: Database, { sum, ...row }: SpaceRow & { sum: number }): SpaceRow {
  if (sum !== checksum(row.name, row.dimensions, row.fitted, row.data)) {
    throw fault('INDEX_DAMAGED', damaged(db.file, `the space \`${row.name}\` has changed`));
  }
  return row;
}
