import { sqliteFault } from '../../files/sqlite/sqlite-fault.ts';
import type { Fault } from '../../files/worker-fault.ts';

/** What the caller is told about anything thrown while working on `file`. */
export function toFault(error: unknown, file: string): Fault {
  return sqliteFault(error, file, {
    damaged,
    full: 'nothing was kept. Make room and try again',
    readOnly: 'cannot be written; check its folder and permissions',
    cannotOpen: 'cannot be written; check its folder and permissions',
  });
}

/** Message of `INDEX_DAMAGED`: which file, what is wrong, what to do. */
export function damaged(file: string, what: string): string {
  return `The feedback in \`${file}\` is damaged: ${what}. Restore a copy, or delete the file and begin anew`;
}
