import type { ErrorCode } from '@ibid/core';

/** An error as it crosses from the worker: only what survives a structured clone. */
export interface Fault {
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryable: boolean;
}

const FAULT = Symbol('fault');

/** An error to throw inside the worker, where `IbidError` is not loaded so that the worker starts fast. */
export function fault(code: ErrorCode, message: string, retryable = false): Error {
  return Object.assign(new Error(message), { [FAULT]: { code, message, retryable } satisfies Fault });
}

const [BUSY, LOCKED, READ_ONLY, CORRUPT, FULL, CANNOT_OPEN, NOT_A_DATABASE] = [5, 6, 8, 11, 13, 14, 26];

/** What the caller is told about anything thrown while working on `file`. */
export function toFault(error: unknown, file: string): Fault {
  const { [FAULT]: own, errcode, message = '' } = error as { [FAULT]?: Fault; errcode?: number; message?: string };
  if (own !== undefined) return own;
  switch (errcode === undefined ? undefined : errcode & 0xff) {
    case BUSY:
    case LOCKED:
      return { code: 'STORE_BUSY', message: `\`${file}\` is locked by another process; try again`, retryable: true };
    case CORRUPT:
    case NOT_A_DATABASE:
      return { code: 'INDEX_DAMAGED', message: damaged(file, message), retryable: false };
    case FULL:
      return {
        code: 'UPSTREAM_FAILED',
        message: `The disk of \`${file}\` is full; nothing was changed. Make room and try again`,
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
  return `The conversations in \`${file}\` are damaged: ${what}. Restore a copy, or delete the file and begin anew`;
}
