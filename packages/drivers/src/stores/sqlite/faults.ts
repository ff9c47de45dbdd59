import type { ErrorCode } from '@ibid/core/types';
import { ownFault, type Fault } from '../../files/worker-fault.ts';

const [BUSY, LOCKED, READ_ONLY, CORRUPT, FULL, CANNOT_OPEN, NOT_A_DATABASE] = [5, 6, 8, 11, 13, 14, 26];
/** SQLite code for a full disk when creating the shared-memory file, a 32 KiB file next to an open database. */
const NO_ROOM_TO_SHARE = 4874;

/** Converts any error thrown while working on `file`: uses the error given to `fault`, else maps SQLite's result code. */
export function toFault(error: unknown, file: string): Fault {
  const own = ownFault(error);
  if (own !== undefined) return own;
  const what = String((error as { readonly message?: string }).message ?? error);
  // Every file is created with all tables.
  if (/^no such (?:table|column): /u.test(what)) return faultOf('INDEX_DAMAGED', damaged(file, what));
  // Data that cannot be decoded were not written by this program.
  if (error instanceof SyntaxError || error instanceof RangeError)
    return faultOf('INDEX_DAMAGED', damaged(file, `a row cannot be read: ${what}`));
  switch (resultCode(error)) {
    case BUSY:
    case LOCKED:
      return faultOf('STORE_BUSY', `\`${file}\` is locked by another process; try again`, true);
    case CORRUPT:
    case NOT_A_DATABASE:
      return faultOf('INDEX_DAMAGED', damaged(file, what));
    case FULL:
      return faultOf(
        'UPSTREAM_FAILED',
        `The disk of \`${file}\` is full; nothing was changed. Make room and try again`,
        true,
      );
    case READ_ONLY:
      return faultOf('INVALID_CONFIG', `\`${file}\` cannot be written; check its permissions`);
    case CANNOT_OPEN:
      return faultOf('INVALID_CONFIG', `\`${file}\` cannot be opened; check its folder and permissions`);
  }
  return faultOf('UPSTREAM_FAILED', `Working on \`${file}\` failed: ${what}`);
}

function faultOf(code: ErrorCode, message: string, retryable = false): Fault {
  return { code, message, retryable };
}

/** SQLite's primary result code for an error of SQLite or of a system call on its files; `undefined` for other errors. */
export function resultCode(error: unknown): number | undefined {
  const { errcode, code } = Object(error) as { readonly errcode?: number; readonly code?: string };
  if (code === 'ENOSPC' || code === 'EDQUOT' || errcode === NO_ROOM_TO_SHARE) return FULL;
  return typeof errcode === 'number' ? errcode & 0xff : undefined;
}

/** Message of `INDEX_DAMAGED`: names the file, the problem and the fix. */
export function damaged(file: string, what: string): string {
  return `The index \`${file}\` is damaged: ${what}. Restore a copy, or delete it and index again`;
}
