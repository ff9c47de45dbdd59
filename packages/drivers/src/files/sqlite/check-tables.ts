import type { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { fault } from '../worker-fault.ts';
import type { DatabaseKind } from './database-kind.ts';

/** A changed letter in a table's definition would otherwise show as a strange error much later. */
export function checkTables(connection: DatabaseSync, file: string, { tables, words }: DatabaseKind): void {
  // Sorted, because VACUUM puts tables and indexes in another order.
  const found = connection
    .prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'")
    .all()
    .map((row) => String(row.sql).trim())
    .sort();
  const expected = tables
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
    .sort();
  if (!isDeepStrictEqual(found, expected)) throw fault('INDEX_DAMAGED', words.damaged(file, words.otherTables));
}
