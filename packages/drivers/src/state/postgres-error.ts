import { IbidError } from '@ibid/core';
import type { ErrorCode } from '@ibid/core/types';

/** Interpretation of a failure: error code, explanation with a fix, and whether to retry. */
type Meaning = readonly [code: ErrorCode, says: string, retryable?: boolean];

const AWAY: Meaning = ['UPSTREAM_FAILED', 'cannot be reached or went away', true];
const NOT_LET_IN: Meaning = ['INVALID_CONFIG', 'does not let us in; check user, password and database of the URL'];
const NO_TLS: Meaning = [
  'INVALID_CONFIG',
  'cannot be reached over TLS as `sslmode` of the URL wants it; name its certificate in `sslrootcert` or set another `sslmode`',
];
const FULL: Meaning = ['RATE_LIMITED', 'has no connection left; let it have more, or each server fewer', true];
const READ_ONLY: Meaning = ['UPSTREAM_FAILED', 'takes no writes just now: it is a standby, or set to read only', true];
const SLOW: Meaning = ['TIMED_OUT', 'did not answer in time', true];
const BUSY: Meaning = ['STORE_BUSY', 'had others write the same again and again', true];

/** By SQLSTATE, or by its first two characters. */
const BY_STATE: Readonly<Record<string, Meaning>> = {
  '08': AWAY,
  '25006': READ_ONLY,
  '25P03': SLOW,
  '28': NOT_LET_IN,
  '3D000': NOT_LET_IN,
  '40': BUSY,
  '42501': [
    'INVALID_CONFIG',
    'does not give the user the right; run `ibid doctor` once as the owner of the database, which makes all tables, and let this user read and write them',
  ],
  '3F000': ['INDEX_DAMAGED', 'has our schema no more; restore it from a backup'],
  '42P01': ['INDEX_DAMAGED', 'lacks one of our tables; restore it from a backup'],
  '53': ['UPSTREAM_FAILED', 'has run out of memory or space', true],
  '53100': ['UPSTREAM_FAILED', 'has a full disk; make room on it and try again', true],
  '53300': FULL,
  '55P03': BUSY,
  '57014': SLOW,
  '57P': AWAY,
  '58': ['UPSTREAM_FAILED', 'could not read or write its files', true],
  XX001: ['INDEX_DAMAGED', 'found damaged data; restore it from a backup'],
};

/** By message, for errors of `pg` and of TLS that have no code; the first match is used. */
const BY_WORDS: readonly (readonly [RegExp, Meaning])[] = [
  [/too many (?:clients|connections)/iu, FULL],
  [/timeout exceeded when trying to connect/iu, AWAY],
  [/password|SASL|authentication/iu, NOT_LET_IN],
  [/timeout/iu, SLOW],
  [/does not support SSL|SSL connection|certificate|altnames/iu, NO_TLS],
  [/^(?:ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO|ENOENT|EACCES)/u, NO_TLS],
  [/^ETIMEDOUT/u, SLOW],
  [/^E[A-Z_]+|Connection terminated|connection error|not queryable|closed the connection/iu, AWAY],
];

/** SQLSTATE of a PostgreSQL error; empty for other errors. */
export function sqlStateOf(error: unknown): string {
  const { code = '' } = error as { readonly code?: string };
  return /^[0-9A-Z]{5}$/u.test(code) && 'severity' in Object(error) ? code : '';
}

/** Converts a failure of `pg`, the server or the network to an `IbidError`. `place` names host and database. */
export function postgresError(error: unknown, place: string): IbidError {
  if (IbidError.is(error)) return error;
  const { code = '', message = '' } = error as { readonly code?: string; readonly message?: string };
  const state = sqlStateOf(error);
  const words = `${code} ${message}`.trim();
  const [errorCode, says, retryable = false] = (state === ''
    ? BY_WORDS.find(([pattern]) => pattern.test(words))?.[1]
    : (BY_STATE[state] ?? BY_STATE[state.slice(0, 3)] ?? BY_STATE[state.slice(0, 2)])) ?? [
    'UPSTREAM_FAILED',
    'refused a statement',
  ];
  // Messages of classes 22 and 23 quote values of the statement.
  const said = /^2[23]/u.test(state) ? state : `${state} ${message || code}`.trim();
  return new IbidError(errorCode, `${place}, ${says} (${said})`, {
    retryable,
    details: state === '' ? {} : { sqlState: state },
  });
}
