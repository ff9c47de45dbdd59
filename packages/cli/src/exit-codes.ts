import { IbidError } from '@ibid/core';

export const EXIT = { ok: 0, failure: 1, usage: 2, nothingFound: 3, partial: 4, interrupted: 130 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** For `--help`. */
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
