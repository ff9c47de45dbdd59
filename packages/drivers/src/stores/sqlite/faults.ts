import { messageOf, sqliteFault } from '../../files/sqlite.ts';
import { fault, type Fault } from '../../files/worker-fault.ts';

/** Converts any error thrown while working on `file`: uses the error given to `fault`, else maps SQLite's result code. */
export function toFault(error: unknown, file: string): Fault {
  const what = messageOf(error);
  // Every file is created with all tables, and data that cannot be decoded were not written by this program.
  const isIncomplete = /^no such (?:table|column): /u.test(what);
  const isUnreadable = error instanceof SyntaxError || error instanceof RangeError;
  const damaged = damage(file, isUnreadable ? `a row cannot be read: ${what}` : what);
  return sqliteFault(isIncomplete || isUnreadable ? damaged : error, file, damaged.message);
}

/** Error to throw for a damaged file: names the file, the problem and the fix. */
export function damage(file: string, what: string): Error {
  return fault(
    'INDEX_DAMAGED',
    `The index \`${file}\` is damaged: ${what}. Restore a copy, or delete it and index again`,
  );
}
