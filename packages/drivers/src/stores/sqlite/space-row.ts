import type { FittedSpace } from '@ibid/core';
import { checksum } from './checksum.ts';
import type { Database } from './database.ts';
import { fault } from '../../files/worker-fault.ts';
import { damaged } from './fault.ts';

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
