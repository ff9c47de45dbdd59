import { ownFault, type Fault } from '../../files/worker-fault.ts';

const [BUSY, LOCKED, READ_ONLY, CORRUPT, FULL, CANNOT_OPEN, CONSTRAINT, NOT_A_DATABASE] = [5, 6, 8, 11, 13, 14, 19, 26];

/** What the caller is told about anything thrown while working on `file`. */
export function toFault(error: unknown, file: string): Fault {
  const { errcode, message = '' } = error as { errcode?: number; message?: string };
  const own = ownFault(error);
  if (own !== undefined) return own;
  switch (errcode === undefined ? undefined : errcode & 0xff) {
    case BUSY:
    case LOCKED:
      return { code: 'STORE_BUSY', message: `\`${file}\` is locked by another process; try again`, retryable: true };
    case CORRUPT:
    case NOT_A_DATABASE:
      return { code: 'INDEX_DAMAGED', message: damaged(file, message), retryable: false };
    case CONSTRAINT:
      return {
        code: 'INDEX_DAMAGED',
        message: damaged(file, 'its sums contradict its reservations'),
        retryable: false,
      };
    case FULL:
      return {
        code: 'UPSTREAM_FAILED',
        message: `The disk of \`${file}\` is full; nothing was booked. Make room and try again`,
        retryable: true,
      };
    case READ_ONLY:
    case CANNOT_OPEN:
      return {
        code: 'INVALID_CONFIG',
        message: `\`${file}\` cannot be written; check its folder and permissions`,
        retryable: false,
      };
    default:
      return { code: 'UPSTREAM_FAILED', message: `Working on \`${file}\` failed: ${message}`, retryable: false };
  }
}

/** Message of `INDEX_DAMAGED`: which file, what is wrong, what to do. */
export function damaged(file: string, what: string): string {
  return `The ledger \`${file}\` is damaged: ${what}. Restore a copy, or delete the file: what was spent today is then forgotten`;
}
