import { ownFault, type Fault } from '../worker-fault.ts';
import { resultCode } from './result-code.ts';

/** What messages say differently for one kind of file. */
interface FaultWords {
  /** Message of `INDEX_DAMAGED`: which file, what is wrong, what to do. */
  damaged(file: string, what: string): string;
  /** What is wrong with a file whose constraints refuse a change; without it that is an error like any other. */
  readonly constraint?: string;
  /** After the file's name and "is full; ": what became of the call, and what to do. */
  readonly full: string;
  /** After the file's name: what is wrong, and what to do. */
  readonly readOnly: string;
  /** After the file's name: what is wrong, and what to do. */
  readonly cannotOpen: string;
}

const [BUSY, LOCKED, READ_ONLY, CORRUPT, FULL, CANNOT_OPEN, CONSTRAINT, NOT_A_DATABASE] = [5, 6, 8, 11, 13, 14, 19, 26];

/** What the caller is told about anything thrown while working on `file`: what `fault` was given, or by SQLite's result code. */
export function sqliteFault(error: unknown, file: string, words: FaultWords): Fault {
  const { message } = error as { readonly message?: string };
  const own = ownFault(error);
  if (own !== undefined) return own;
  const what = String(message ?? error);
  const damaged = (why: string): Fault => ({
    code: 'INDEX_DAMAGED',
    message: words.damaged(file, why),
    retryable: false,
  });
  const misplaced = (why: string): Fault => ({
    code: 'INVALID_CONFIG',
    message: `\`${file}\` ${why}`,
    retryable: false,
  });
  switch (resultCode(error)) {
    case BUSY:
    case LOCKED:
      return { code: 'STORE_BUSY', message: `\`${file}\` is locked by another process; try again`, retryable: true };
    case CORRUPT:
    case NOT_A_DATABASE:
      return damaged(what);
    case CONSTRAINT:
      if (words.constraint !== undefined) return damaged(words.constraint);
      break;
    case FULL:
      return {
        code: 'UPSTREAM_FAILED',
        message: `The disk of \`${file}\` is full; ${words.full}`,
        retryable: true,
      };
    case READ_ONLY:
      return misplaced(words.readOnly);
    case CANNOT_OPEN:
      return misplaced(words.cannotOpen);
  }
  return { code: 'UPSTREAM_FAILED', message: `Working on \`${file}\` failed: ${what}`, retryable: false };
}
