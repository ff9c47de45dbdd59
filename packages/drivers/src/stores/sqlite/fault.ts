import { sqliteFault } from '../../files/sqlite/sqlite-fault.ts';
import type { Fault } from '../../files/worker-fault.ts';

/** What the caller is told about anything thrown while working on `file`. */
export function toFault(error: unknown, file: string): Fault {
  return sqliteFault(error, file, {
    damaged,
    full: 'nothing was changed. Make room and try again',
    readOnly: 'cannot be written; check its permissions',
    cannotOpen: 'cannot be opened; check its folder and permissions',
  });
}

/** Message of `INDEX_DAMAGED`: which file, what is wrong, what to do. */
export function damaged(file: string, what: string): string {
  return `The index \`${file}\` is damaged: ${what}. Restore a copy, or delete it and index again`;
}
