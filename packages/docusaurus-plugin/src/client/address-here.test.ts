import { afterEach, expect, test, vi } from 'vitest';
import { addressHere, pathHere } from './docusaurus-host.ts';

afterEach(() => vi.unstubAllGlobals());

const ROOT = 'https://docs.example.org/';

test.each<
  readonly [
    string,
    { readonly root?: string; readonly baseUrl?: string; readonly hashRouter?: boolean },
    object,
    string,
  ]
>([
  ['a page', {}, { pathname: '/docs/a' }, `${ROOT}docs/a`],
  ['with a slash at its end', {}, { pathname: '/docs/a/' }, `${ROOT}docs/a`],
  ['as a file', {}, { pathname: '/docs/a/index.html' }, `${ROOT}docs/a`],
  ['the home page', {}, { pathname: '/' }, ROOT],
  ['the home page as a file', {}, { pathname: '/index.html' }, ROOT],
  ['below a base path', { root: `${ROOT}p/`, baseUrl: '/p/' }, { pathname: '/p/docs/a' }, `${ROOT}p/docs/a`],
  ['a language built alone', { root: `${ROOT}ur/` }, { pathname: '/docs/a' }, `${ROOT}ur/docs/a`],
  ['behind a hash', { hashRouter: true }, { pathname: '/', hash: '#/docs/a#part?x' }, `${ROOT}docs/a`],
  [
    'the home page behind a hash',
    { hashRouter: true, baseUrl: '/p/', root: `${ROOT}p/` },
    { pathname: '/p/', hash: '' },
    `${ROOT}p/`,
  ],
])('%s', (_, given, location, address) => {
  vi.stubGlobal('location', location);
  const { root = ROOT, baseUrl = '/', hashRouter = false } = given;
  expect(addressHere({ root, baseUrl, path: () => pathHere(baseUrl, hashRouter) })).toBe(address);
});
