import type { ErrorCode } from '@ibid/core/types';
import { resultCode } from '../../files/sqlite/result-code.ts';
import { ownFault, type Fault } from '../../files/worker-fault.ts';

/** What the caller is told about anything thrown while working on `file`. */
export function toFault(error: unknown, file: string): Fault {
  const { message } = error as { message?: string };
  const own = ownFault(error);
  if (own !== undefined) return own;
  const problem = PROBLEMS[resultCode(error) ?? 0];
  const [code, text, retryable] = problem ?? ['UPSTREAM_FAILED', `failed: ${message ?? String(error)}`, false];
  return { code, message: `The job list \`${file}\` ${text}`, retryable };
}

export const UNREADABLE = 'is damaged. Delete it: the index is not in it, only what is known of earlier jobs';
const LOCKED = ['STORE_BUSY', 'is locked by another process; try again', true] as const;
const CLOSED = ['INVALID_CONFIG', 'cannot be opened; check its folder and permissions', false] as const;

/** By primary result code of SQLite. */
const PROBLEMS: Readonly<Record<number, readonly [code: ErrorCode, text: string, retryable: boolean]>> = {
  5: LOCKED,
  6: LOCKED,
  8: ['INVALID_CONFIG', 'cannot be written; check its permissions', false],
  11: ['UPSTREAM_FAILED', UNREADABLE, false],
  13: ['UPSTREAM_FAILED', 'is on a full disk; nothing was changed. Make room and try again', true],
  14: CLOSED,
  26: ['UPSTREAM_FAILED', UNREADABLE, false],
};
