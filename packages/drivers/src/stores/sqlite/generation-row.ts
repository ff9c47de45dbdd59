import type { IndexSchema } from '@ibid/core';
import { checksum } from './checksum.ts';
import type { Database } from './database.ts';
import { damaged, fault } from './fault.ts';

/** `space`, the counts and `publishedAt` are empty while the generation is being built. */
export interface GenerationBody {
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

type State = 'building' | 'shown';

export function readGeneration(db: Database, state: State): GenerationRow | undefined {
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
  db.sql("UPDATE generation SET state = 'shown', body = ?, sum = ? WHERE id = ?").run(json, checksum(json), build);
}
