import { IbidError } from '@ibid/core';
import type { ErrorCode } from '@ibid/core/types';
import { plain, type Terminal } from './terminal.ts';

export const EXIT = { ok: 0, failure: 1, usage: 2, nothingFound: 3, partial: 4, interrupted: 130 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Shown by `--help`. */
export const EXIT_CODES_HELP = `Exit codes:
  0    done
  1    failed
  2    wrong use or configuration
  3    the pages do not say, or nothing was found
  4    partly done: some pages could not be indexed
  130  stopped by Ctrl-C`;

export function exitCodeOf(error: unknown): ExitCode {
  if (IbidError.is(error, 'ABORTED')) return EXIT.interrupted;
  if (IbidError.is(error, 'INVALID_CONFIG') || IbidError.is(error, 'INVALID_REQUEST')) return EXIT.usage;
  return EXIT.failure;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Error as an object for `--json` output. */
export function errorBody(error: unknown): object {
  const { code, details } = IbidError.is(error) ? error : { code: 'INTERNAL', details: {} };
  return { error: 'failed', code, message: messageOf(error), details };
}

/** Advice on how to fix an error, by code. */
const FIX: Readonly<Partial<Record<ErrorCode, string>>> = {
  NOT_INDEXED: 'ibid index <folder|url>',
  SOURCE_UNAVAILABLE:
    'check the folder or address (one in a private network needs --allow-private); the index stays as it was',
  INDEX_MISMATCH:
    'ibid index <folder|url> --fresh (first delete a file of another format), or name the embedder that made it in `embedder` of the configuration',
  INDEX_DAMAGED: 'ibid verify, then ibid index <folder|url> --fresh with another --index file',
  STORE_BUSY: 'wait until the other `ibid index` has ended, or stop it',
  BUILD_HELD: 'add --allow-shrink when the pages were really removed',
  ABORTED: 'run the same command again; what was done is kept',
};

/** Prints what failed, why, and how to fix it; the stack only with `--debug`. With `--json`, also prints one object to standard output. */
export function reportError(error: unknown, terminal: Terminal): void {
  const { color } = terminal;
  terminal.problem(`${color.red('error')} ${plain(messageOf(error))}`);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
  if (cause !== '') terminal.problem(`${color.dim('  why')} ${plain(cause)}`);
  const fix = IbidError.is(error) ? FIX[error.code] : 'run again with --debug for details';
  if (fix !== undefined) terminal.problem(`${color.dim(' fix')} ${fix}`);
  if (terminal.debug && error instanceof Error) terminal.problem(plain(error.stack ?? ''));
  if (terminal.json) terminal.outJson(errorBody(error));
}
