import type { EmbeddingSpace, IndexSchema } from '@ibid/core/types';
import type { Database } from './database.ts';

/** `space`, the counts and `publishedAt` are empty while the generation is being built. */
interface GenerationBody {
  readonly schema: IndexSchema;
  readonly sourceId: string;
  readonly space: string;
  readonly pages: number;
  readonly chunks: number;
  readonly publishedAt: string;
}

export interface GenerationRow {
  readonly id: number;
  readonly body: GenerationBody;
}

/** The live generation, or the running or interrupted build of this process or another. */
export function readGeneration(db: Database, state: 'building' | 'shown'): GenerationRow | undefined {
  const row = db.sql('SELECT id, body FROM generation WHERE state = ?').get<{ id: number; body: string }>(state);
  return row && { id: row.id, body: JSON.parse(row.body) as GenerationBody };
}

export function insertBuild(db: Database, body: GenerationBody): number {
  return db.sql("INSERT INTO generation (state, body) VALUES ('building', ?)").run(JSON.stringify(body)).id;
}

/** Deletes the shown row and makes the build the shown one. */
export function switchGeneration(db: Database, build: number, body: GenerationBody): void {
  db.sql("DELETE FROM generation WHERE state = 'shown'").run();
  db.sql("UPDATE generation SET state = 'shown', body = ? WHERE id = ?").run(JSON.stringify(body), build);
}

export interface SpaceRow extends EmbeddingSpace {
  readonly key: number;
}

export function readSpace(db: Database, id: string): SpaceRow | undefined {
  const row = db
    .sql('SELECT id AS key, dimensions, data FROM space WHERE name = ?')
    .get<{ key: number; dimensions: number; data: Uint8Array }>(id);
  return row && { id, ...row };
}

/** Returns the row of a space; inserts it with empty data if it is new. */
export function spaceRow(db: Database, id: string, dimensions: number): SpaceRow {
  const known = readSpace(db, id);
  if (known !== undefined) return known;
  const data = new Uint8Array();
  const { id: key } = db.sql('INSERT INTO space (name, dimensions, data) VALUES (?, ?, ?)').run(id, dimensions, data);
  return { key, id, dimensions, data };
}

export function writeSpaceData(db: Database, { key, dimensions, data }: SpaceRow): void {
  db.sql('UPDATE space SET dimensions = ?, data = ? WHERE id = ?').run(dimensions, data, key);
}
