import { ownFault, type Fault } from '../../files/worker-fault.ts';

const [BUSY, LOCKED, READ_ONLY, CORRUPT, FULL, CANNOT_OPEN, NOT_A_DATABASE] = [5, 6, 8, 11, 13, 14, 26];
/** SQLite code for a full disk when creating the shared-memory file, a 32 KiB file next to an open database. */
const NO_ROOM_TO_SHARE = 4874;

/** Converts any error thrown while working on `file`: uses the error given to `fault`, else maps SQLite's result code. */
export function toFault(error: unknown, file: string): Fault {
  const own = ownFault(error);
  if (own !== undefined) return own;
  const what = String((error as { readonly message?: string }).message ?? error);
  const isDamaged = (why: string): Fault => ({
    code: 'INDEX_DAMAGED',
    message: damaged(file, why),
    retryable: false,
  });
  const misplaced = (why: string): Fault => ({
    code: 'INVALID_CONFIG',
    message: `\`${file}\` ${why}`,
    retryable: false,
  });
  // Data that cannot be decoded were not written by this program.
  if (error instanceof SyntaxError || error instanceof RangeError) return isDamaged(`a row cannot be read: ${what}`);
  switch (resultCode(error)) {
    case BUSY:
    case LOCKED:
      return { code: 'STORE_BUSY', message: `\`${file}\` is locked by another process; try again`, retryable: true };
    case CORRUPT:
    case NOT_A_DATABASE:
      return isDamaged(what);
    case FULL:
      return {
        code: 'UPSTREAM_FAILED',
        message: `The disk of \`${file}\` is full; nothing was changed. Make room and try again`,
        retryable: true,
      };
    case READ_ONLY:
      return misplaced('cannot be written; check its permissions');
    case CANNOT_OPEN:
      return misplaced('cannot be opened; check its folder and permissions');
  }
  return { code: 'UPSTREAM_FAILED', message: `Working on \`${file}\` failed: ${what}`, retryable: false };
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
