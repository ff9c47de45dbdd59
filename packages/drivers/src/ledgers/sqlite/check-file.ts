import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { fault } from '../../files/worker-fault.ts';
import { damaged } from './fault.ts';
import { APPLICATION_ID, FORMAT, TABLES } from './schema.ts';

/** SQLite would take an empty file for an empty database, and every cap would begin anew; the header tells before it is opened. */
export function checkHeader(file: string): void {
  const status = statSync(file);
  if (!status.isFile()) throw fault('INDEX_DAMAGED', `\`${file}\` is not a file; name the file of the ledger itself`);
  if (status.size === 0) throw fault('INDEX_DAMAGED', damaged(file, 'it is empty'));
  const header = readHeader(file);
  if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0') {
    throw fault('INDEX_DAMAGED', `\`${file}\` is no ledger: it does not begin like one. Name another file`);
  }
  if (header.readUInt32BE(68) !== APPLICATION_ID) {
    throw fault('INDEX_DAMAGED', `\`${file}\` is a database of another kind; name another file`);
  }
  const format = header.readUInt32BE(60);
  if (format === FORMAT) return;
  throw fault(
    'INDEX_MISMATCH',
    `The ledger \`${file}\` has format ${format}, this version of Ibid reads format ${FORMAT}; ` +
      (format > FORMAT ? 'update Ibid, or name another file' : 'delete the file, or name another one'),
  );
}

function readHeader(file: string): Buffer {
  const header = Buffer.alloc(100);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, header, 0, header.length, 0);
  } finally {
    closeSync(handle);
  }
  return header;
}

/** Looks at every page: a sum that was read wrong would be spent wrong. A ledger is small. */
export function checkContent(connection: DatabaseSync, file: string): void {
  const found = connection
    .prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'")
    .all()
    .map((row) => String(row.sql).trim())
    .sort();
  const expected = TABLES.split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
    .sort();
  if (!isDeepStrictEqual(found, expected)) {
    throw fault('INDEX_DAMAGED', damaged(file, 'its tables are not those of a ledger'));
  }
  const verdict = String(connection.prepare('PRAGMA integrity_check(1)').get()?.integrity_check);
  if (verdict !== 'ok') throw fault('INDEX_DAMAGED', damaged(file, verdict.replace(/\s+/gu, ' ')));
}
