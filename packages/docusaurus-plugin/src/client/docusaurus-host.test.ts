import { afterEach, expect, test, vi } from 'vitest';
import { addressHere, notify, pathHere, versionRead } from './docusaurus-host.ts';

afterEach(() => vi.unstubAllGlobals());

const ROOT = 'https://docs.example.org/';
interface Place {
  readonly root?: string;
  readonly baseUrl?: string;
  readonly hashRouter?: boolean;
}

test.each<readonly [string, Place, object, string]>([
  ['a page', {}, { pathname: '/docs/a' }, `${ROOT}docs/a`],
  ['with a slash at its end', {}, { pathname: '/docs/a/' }, `${ROOT}docs/a`],
  ['as a file', {}, { pathname: '/docs/a/index.html' }, `${ROOT}docs/a`],
  ['the home page as a file', {}, { pathname: '/index.html' }, ROOT],
  ['below a base path', { root: `${ROOT}p/`, baseUrl: '/p/' }, { pathname: '/p/docs/a' }, `${ROOT}p/docs/a`],
  ['a language built alone', { root: `${ROOT}ur/` }, { pathname: '/docs/a' }, `${ROOT}ur/docs/a`],
  ['behind a hash', { hashRouter: true }, { pathname: '/', hash: '#/docs/a#part?x' }, `${ROOT}docs/a`],
])('the address of %s', (_, place, location, address) => {
  vi.stubGlobal('location', location);
  const { root = ROOT, baseUrl = '/', hashRouter = false } = place;
  expect(addressHere({ root, baseUrl, path: () => pathHere(baseUrl, hashRouter) })).toBe(address);
});

const ONE = { default: '2.0' };
const TWO = { api: '2.0', sdk: '7' };

test.each([
  ['is the one being read', ONE, '1.0', 'docs-default-1.0', '1.0'],
  ['is the one being read, of several sets of docs', TWO, '1.0', 'docs-sdk-1.0', '1.0'],
  ['is the latest on pages without a version', ONE, '', 'default', '2.0'],
  ['is the latest on pages of docs without versions', ONE, 'current', 'docs-community-current', '2.0'],
  ['is none on a site without versions', {}, 'current', 'docs-default-current', ''],
  ['is none outside several sets of docs', TWO, '', '', ''],
])('the version to search %s', (_, latest, version, tag, expected) => {
  expect(versionRead(latest, version, tag)).toBe(expected);
});

test('a listener that throws is reported, and the others are told all the same', () => {
  const reported: unknown[] = [];
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
  const told: string[] = [];
  const broken = new Error('broken');
  notify([
    () => {
      throw broken;
    },
    () => told.push('second'),
  ]);
  expect(told).toEqual(['second']);
  expect(reported).toEqual([broken]);
});
