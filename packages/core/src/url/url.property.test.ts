import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalUrl } from './canonical-url.ts';
import { pathKey, sectionKey } from './path-key.ts';

const piece = fc.oneof(
  fc.constantFrom(
    '/',
    '//',
    'index.html',
    '.html',
    '%',
    '%25',
    '%2',
    '%2F',
    '%C3%A9',
    '%E9',
    '.',
    '..',
    '%2e',
    '?',
    '#',
    ' ',
    'e\u0301',
    '\\',
  ),
  fc.string({ unit: 'binary', maxLength: 5 }),
);
const path = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
const webUrl = fc
  .oneof(
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    path.map((text) => `http://Host.test:8080/${text}`),
  )
  .filter((url) => URL.canParse(url));

it('canonicalUrl is idempotent and has no hash, query or needless slash', () => {
  fc.assert(
    fc.property(webUrl, (url) => {
      const canonical = canonicalUrl(url);
      expect(canonicalUrl(canonical)).toBe(canonical);
      expect(canonical).not.toMatch(/[?#]/);
      expect(new URL(canonical).pathname).toMatch(/^\/$|[^/]$/);
    }),
    { numRuns: 500 },
  );
});

it('pathKey is idempotent, and equal for a URL and its canonical form (R4)', () => {
  fc.assert(
    fc.property(webUrl, path, (url, text) => {
      expect(pathKey(pathKey(text))).toBe(pathKey(text));
      expect(pathKey(canonicalUrl(url))).toBe(pathKey(url));
      expect(pathKey(canonicalUrl(`https://other.test${pathKey(url)}`))).toBe(pathKey(url));
    }),
    { numRuns: 500 },
  );
});

it('sectionKey is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(sectionKey(sectionKey(text))).toBe(sectionKey(text));
    }),
  );
});
