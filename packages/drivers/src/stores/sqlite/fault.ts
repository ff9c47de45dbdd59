import { ownFault, type Fault } from '../../files/worker-fault.ts';

/** What the caller is told about anything thrown while working on `file`. */
export function toFault(error: unknown, file: string): Fault {
  const { errcode, message } = error as { errcode?: number; message?: string };
  return (
    ownFault(error) ??
    sqliteFault(file, typeof errcode === 'number' ? errcode & 0xff : undefined, String(message ?? error))
  );
}

const [BUSY, LOCKED, READ_ONLY, CORRUPT, FULL, CANNOT_OPEN, NOT_A_DATABASE] = [5, 6, 8, 11, 13, 14, 26];

function sqliteFault(file: string, primary: number | undefined, message: string): Fault {
  switch (primary) {
    case BUSY:
    case LOCKED:
      return { code: 'STORE_BUSY', message: `\`${file}\` is locked by another process; try again`, retryable: true };
    case CORRUPT:
    case NOT_A_DATABASE:
      return { code: 'INDEX_DAMAGED', message: damaged(file, message), retryable: false };
    case FULL:
      return {
        code: 'UPSTREAM_FAILED',
        message: `The disk of \`${file}\` is full; nothing was changed`,
        retryable: true,
      };
    case READ_ONLY:
      return {
        code: 'INVALID_CONFIG',
        message: `\`${file}\` cannot be written; check its permissions`,
        retryable: false,
      };
    case CANNOT_OPEN:
      return {
        code: 'INVALID_CONFIG',
        message: `\`${file}\` cannot be opened; check its folder and permissions`,
        retryable: false,
      };
    default:
      return { code: 'UPSTREAM_FAILED', message: `Working on \`${file}\` failed: ${message}`, retryable: false };
  }
}

/** Message of `INDEX_DAMAGED`: which file, what is wrong, what to do. */
export function damaged(file: string, what: string): string {
  return `The index \`${file}\` is damaged: ${what}. Restore a copy, or delete it and index again`;
}
