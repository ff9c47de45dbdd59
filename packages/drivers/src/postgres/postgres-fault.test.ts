import { IbidError } from '@ibid/core';
import type { ErrorCode } from '@ibid/core/types';
import { describe, expect, test } from 'vitest';
import { postgresFault } from './postgres-fault.ts';

const PLACE = 'PostgreSQL on db:5432, database `ibid`, user `ibid`';

/** As `pg` gives what the server says. */
function said(code: string, message = 'said', severity = 'ERROR'): unknown {
  return Object.assign(new Error(message), { code, severity, detail: 'Key (id)=(secret words) already exists.' });
}

function node(code: string, message = ''): unknown {
  return Object.assign(new Error(message), { code });
}

const TABLE: readonly (readonly [what: string, error: unknown, code: ErrorCode, retryable: boolean])[] = [
  ['a statement that took too long', said('57014'), 'TIMED_OUT', true],
  ['a transaction that did nothing for too long', said('25P03', '', 'FATAL'), 'TIMED_OUT', true],
  ['a server with all its connections in use', said('53300', '', 'FATAL'), 'RATE_LIMITED', true],
  [
    'a pooler with all its connections in use',
    said('08P01', 'no more connections allowed (max_client_conn)'),
    'RATE_LIMITED',
    true,
  ],
  [
    'a pool of ours with all its connections in use',
    new Error('timeout exceeded when trying to connect'),
    'UPSTREAM_FAILED',
    true,
  ],
  ['a full disk', said('53100'), 'UPSTREAM_FAILED', true],
  ['a wrong password', said('28P01', '', 'FATAL'), 'INVALID_CONFIG', false],
  ['an address that may not come in', said('28000', '', 'FATAL'), 'INVALID_CONFIG', false],
  [
    'a missing password',
    new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'),
    'INVALID_CONFIG',
    false,
  ],
  ['an unknown database', said('3D000', '', 'FATAL'), 'INVALID_CONFIG', false],
  ['an unknown database behind a pooler', said('08P01', 'no such database: x', 'FATAL'), 'INVALID_CONFIG', false],
  ['a database that was dropped', said('57P04', '', 'FATAL'), 'INVALID_CONFIG', false],
  ['a missing right', said('42501'), 'INVALID_CONFIG', false],
  ['a missing table', said('42P01'), 'INDEX_DAMAGED', false],
  ['a missing schema', said('3F000'), 'INDEX_DAMAGED', false],
  ['a missing column', said('42703'), 'INDEX_MISMATCH', false],
  ['damaged data', said('XX001'), 'INDEX_DAMAGED', false],
  ['a transaction that could not be put in order', said('40001'), 'STORE_BUSY', true],
  ['a deadlock', said('40P01'), 'STORE_BUSY', true],
  ['a row that others hold', said('55P03'), 'STORE_BUSY', true],
  ['a server that is stopped', said('57P01', '', 'FATAL'), 'UPSTREAM_FAILED', true],
  ['a server that has crashed', said('57P02', '', 'FATAL'), 'UPSTREAM_FAILED', true],
  ['a server that is starting', said('57P03', '', 'FATAL'), 'UPSTREAM_FAILED', true],
  ['a standby', said('25006'), 'UPSTREAM_FAILED', true],
  ['a standby, asked for a transaction that writes', said('0A000'), 'UPSTREAM_FAILED', true],
  ['a broken protocol', said('08P01', 'unexpected message'), 'UPSTREAM_FAILED', true],
  ['a key that is there already', said('23505'), 'UPSTREAM_FAILED', false],
  ['a statement that makes no sense', said('42601'), 'UPSTREAM_FAILED', false],
  ['nobody at the port', node('ECONNREFUSED'), 'UPSTREAM_FAILED', true],
  ['nobody of that name', node('ENOTFOUND'), 'UPSTREAM_FAILED', true],
  ['a connection that was reset', node('ECONNRESET'), 'UPSTREAM_FAILED', true],
  ['a connection that ended', new Error('Connection terminated unexpectedly'), 'UPSTREAM_FAILED', true],
  [
    'a connection that had ended',
    new Error('Client has encountered a connection error and is not queryable'),
    'UPSTREAM_FAILED',
    true,
  ],
  ['a network that keeps silent', node('ETIMEDOUT'), 'TIMED_OUT', true],
  ['a server that keeps silent', new Error('Connection terminated due to connection timeout'), 'TIMED_OUT', true],
  ['a server without TLS', new Error('The server does not support SSL connections'), 'INVALID_CONFIG', false],
  ['a certificate that nobody vouches for', node('SELF_SIGNED_CERT_IN_CHAIN'), 'INVALID_CONFIG', false],
  ['a certificate of another host', node('ERR_TLS_CERT_ALTNAME_INVALID'), 'INVALID_CONFIG', false],
  ['a missing file of certificates', node('ENOENT'), 'INVALID_CONFIG', false],
  ['what is no error at all', 'odd', 'UPSTREAM_FAILED', false],
  ['nothing', undefined, 'UPSTREAM_FAILED', false],
];

describe('a failure of PostgreSQL is told apart:', () => {
  for (const [what, error, code, retryable] of TABLE) {
    test(`${what} is ${code}${retryable ? ', and may pass' : ''}`, () => {
      const fault = postgresFault(error, PLACE);
      expect([fault.code, fault.retryable]).toEqual([code, retryable]);
      expect(fault.message).toContain(PLACE);
    });
  }

  test('what PostgreSQL said stands in the details, what it was about does not', () => {
    const fault = postgresFault(said('23505', 'duplicate key value, and secret words'), PLACE);
    expect(fault.details).toEqual({ sqlState: '23505' });
    expect(JSON.stringify([fault, fault.message, fault.cause])).not.toContain('secret');
  });

  test('a function of PostgreSQL that may not be called is named, with what to do', () => {
    const fault = postgresFault(said('42501', 'permission denied for function pg_is_in_recovery'), PLACE);
    expect([fault.code, fault.retryable]).toEqual(['INVALID_CONFIG', false]);
    expect(fault.message).toContain('does not let the user call `pg_is_in_recovery`');
    expect(fault.message).toContain('grant EXECUTE');
    expect(fault.message).not.toContain('ibid doctor');
    // A table is not one of them.
    expect(postgresFault(said('42501', 'permission denied for table job'), PLACE).message).toContain('ibid doctor');
  });

  test('one of our own stays as it is', () => {
    const own = new IbidError('STORE_BUSY', 'Taken');
    expect(postgresFault(own, PLACE)).toBe(own);
  });
});
