import { IbidError } from '@ibid/core';
import type { ErrorCode } from '@ibid/core/types';

/** What a failure means: its code, whether to try again, and what to do. */
interface Meaning {
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly says: string;
}

const AWAY: Meaning = { code: 'UPSTREAM_FAILED', retryable: true, says: 'cannot be reached or went away' };
const NOT_LET_IN: Meaning = {
  code: 'INVALID_CONFIG',
  retryable: false,
  says: 'does not let us in; check user, password and database of the URL',
};
const NO_TLS: Meaning = {
  code: 'INVALID_CONFIG',
  retryable: false,
  says: 'cannot be reached over TLS as `sslmode` of the URL wants it; name its certificate in `sslrootcert` or set another `sslmode`',
};
const FULL: Meaning = {
  code: 'RATE_LIMITED',
  retryable: true,
  says: 'has no connection left; let it have more, or each server fewer',
};
const READ_ONLY: Meaning = { ...AWAY, says: 'takes no writes just now: it is a standby, or set to read only' };
const SLOW: Meaning = { code: 'TIMED_OUT', retryable: true, says: 'did not answer in time' };

/** By SQLSTATE, or by its first two signs. */
const BY_STATE: Readonly<Record<string, Meaning>> = {
  '08': AWAY,
  '0A000': READ_ONLY,
  '25006': READ_ONLY,
  '25P03': { ...SLOW, says: 'ended a transaction that did nothing for too long' },
  '28': NOT_LET_IN,
  '3D000': NOT_LET_IN,
  '40001': { code: 'STORE_BUSY', retryable: true, says: 'had others write the same again and again' },
  '40P01': { code: 'STORE_BUSY', retryable: true, says: 'had others lock the same again and again' },
  '42501': {
    code: 'INVALID_CONFIG',
    retryable: false,
    says: 'does not give the user the right; run `ibid doctor` once as the owner of the database, which makes all tables, and let this user read and write them',
  },
  '3F000': { code: 'INDEX_DAMAGED', retryable: false, says: 'has our schema no more; restore it from a backup' },
  '42P01': { code: 'INDEX_DAMAGED', retryable: false, says: 'lacks one of our tables; restore it from a backup' },
  '42703': { code: 'INDEX_MISMATCH', retryable: false, says: 'has a table that is not as this version wants it' },
  '53': { code: 'UPSTREAM_FAILED', retryable: true, says: 'has run out of memory or space' },
  '53100': { ...AWAY, says: 'has a full disk; make room on it and try again' },
  '53300': FULL,
  '55P03': { code: 'STORE_BUSY', retryable: true, says: 'had a row locked by others' },
  '57014': SLOW,
  '57P': AWAY,
  '57P04': NOT_LET_IN,
  '58': { code: 'UPSTREAM_FAILED', retryable: true, says: 'could not read or write its files' },
  XX001: { code: 'INDEX_DAMAGED', retryable: false, says: 'found damaged data; restore it from a backup' },
  XX002: { code: 'INDEX_DAMAGED', retryable: false, says: 'found a damaged index; run REINDEX' },
};

/** Of `pg`, of a pooler in between, and of TLS, which have no codes of their own; the first that matches. */
const BY_WORDS: readonly (readonly [RegExp, Meaning])[] = [
  [/no more connections allowed|too many (?:clients|connections)/iu, FULL],
  [/timeout exceeded when trying to connect/iu, { ...AWAY, says: 'got none of our connections free in time' }],
  [/no such (?:user|database)|password|SASL|startup parameter|authentication/iu, NOT_LET_IN],
  [/connection timeout|timeout expired/iu, SLOW],
  [/does not support SSL|SSL connection|certificate|altnames/iu, NO_TLS],
  [/Connection terminated|connection error|not queryable|closed the connection/iu, AWAY],
];

const BY_NODE_CODE: readonly (readonly [RegExp, Meaning])[] = [
  [/^(?:ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO)/u, NO_TLS],
  [/^(?:ENOENT|EACCES)$/u, { ...NO_TLS, says: 'is to be reached with a file that cannot be read' }],
  [/^ETIMEDOUT$/u, SLOW],
  [/^E[A-Z_]+$/u, AWAY],
];

/** Functions of PostgreSQL itself that we call, which anybody may unless somebody took that right away; named in its message in any language. */
const OWN_CALLS = /\b(?:pg_is_in_recovery|pg_logical_emit_message|pg_advisory_xact_lock|current_setting|set_config)\b/u;

/** What PostgreSQL quotes of a statement's values is in the messages of these classes, so they are not repeated. */
const QUOTES_VALUES = /^2[23]/u;

/** The one place that says what a failure of `pg`, of the server or of the network is to our callers. `place`: host and database in words. */
export function postgresFault(error: unknown, place: string): IbidError {
  if (IbidError.is(error)) return error;
  const { code = '', message = '', cause } = shape(error);
  const isState = /^[0-9A-Z]{5}$/u.test(code) && 'severity' in Object(error);
  const meaning = (isState ? byState(code, message) : byWords(code, message)) ?? {
    code: 'UPSTREAM_FAILED' as const,
    retryable: false,
    says: 'refused a statement',
  };
  const said = isState ? (QUOTES_VALUES.test(code) ? code : `${code}: ${message}`) : message || code || String(cause);
  return new IbidError(meaning.code, `${place}, ${meaning.says} (${said})`, {
    retryable: meaning.retryable,
    details: isState ? { sqlState: code } : {},
  });
}

function shape(error: unknown): { readonly code?: string; readonly message?: string; readonly cause?: unknown } {
  return typeof error === 'object' && error !== null ? error : { message: String(error) };
}

function byState(state: string, message: string): Meaning | undefined {
  // A pooler says with one code, that of a broken protocol, all that it has to say.
  const ofPooler = state === '08P01' ? wordsOf(message) : undefined;
  const called = state === '42501' ? OWN_CALLS.exec(message)?.[0] : undefined;
  if (called !== undefined)
    return {
      ...NOT_LET_IN,
      says: `does not let the user call \`${called}\`, as PostgreSQL does by default; grant EXECUTE on that function to it`,
    };
  return ofPooler ?? BY_STATE[state] ?? BY_STATE[state.slice(0, 3)] ?? BY_STATE[state.slice(0, 2)];
}

function byWords(code: string, message: string): Meaning | undefined {
  return BY_NODE_CODE.find(([pattern]) => pattern.test(code))?.[1] ?? wordsOf(message);
}

function wordsOf(message: string): Meaning | undefined {
  return BY_WORDS.find(([pattern]) => pattern.test(message))?.[1];
}
