import { describe, expect, it } from 'vitest';
import { originGate, type Caller } from './request-frame.ts';

const gate = originGate(['https://docs.example.org', 'http://localhost:3000']);

function caller(over: Partial<Caller>): Caller {
  return { method: 'POST', host: 'localhost:3210', origin: undefined, fetchSite: undefined, ...over };
}

describe('originGate (R27)', () => {
  it.each<[string, Partial<Caller>, string]>([
    ['a program without Origin', {}, ''],
    ['its own page', { origin: 'http://localhost:3210', fetchSite: 'same-origin' }, ''],
    ['its own page at an address', { host: '192.168.1.5:3210', origin: 'http://192.168.1.5:3210' }, ''],
    ['its own page at an IPv6 address', { host: '[::1]:3210', origin: 'http://[::1]:3210' }, ''],
    ['a listed site', { origin: 'https://docs.example.org', fetchSite: 'cross-site' }, 'https://docs.example.org'],
    ['a listed local site', { origin: 'http://localhost:3000' }, 'http://localhost:3000'],
    [
      'its own page behind a proxy with a listed name',
      { host: 'docs.example.org', origin: 'https://docs.example.org' },
      'https://docs.example.org',
    ],
    [
      'its own page behind a proxy that names the usual port',
      { host: 'docs.example.org:443', origin: 'https://docs.example.org' },
      'https://docs.example.org',
    ],
    ['a link from elsewhere', { method: 'GET', fetchSite: 'cross-site' }, ''],
  ])('admits %s', (_, over, allowOrigin) => {
    expect(gate(caller(over))).toEqual({ kind: 'admitted', allowOrigin });
  });

  it.each<[string, Partial<Caller>]>([
    ['another site', { origin: 'https://evil.example' }],
    ['a listed name with another scheme', { origin: 'http://docs.example.org' }],
    ['a listed name with another port', { origin: 'https://docs.example.org:444' }],
    ['a name that only starts like a listed one', { origin: 'https://docs.example.org.evil.example' }],
    ['another port of this machine', { origin: 'http://localhost:9999' }],
    ['a sandboxed page', { origin: 'null' }],
    ['nonsense', { origin: 'nonsense' }],
    ['a name that was made to point here', { host: 'evil.example:3210', origin: 'http://evil.example:3210' }],
    ['such a name without Origin', { method: 'GET', host: 'evil.example:3210' }],
    ['a form of another site', { fetchSite: 'cross-site' }],
    ['a form of a sibling site', { fetchSite: 'same-site' }],
  ])('refuses %s', (_, over) => {
    expect(gate(caller(over)).kind).toBe('refused');
  });
});
