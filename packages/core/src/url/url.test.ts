import { describe, expect, it } from 'vitest';
import { canonicalUrl } from './canonical-url.ts';
import { pathKey, sectionKey } from './path-key.ts';

describe('canonicalUrl', () => {
  it.each([
    ['HTTPS://User:secret@Example.COM:443/A%7eb/?x=1#y', 'https://example.com/A~b'],
    ['http://example.com:80', 'http://example.com/'],
    ['http://example.com:8080/index.html', 'http://example.com:8080/'],
    ['https://example.com/docs/index.html', 'https://example.com/docs'],
    ['https://example.com/docs/page.html', 'https://example.com/docs/page.html'],
    ['https://example.com/a/../b//', 'https://example.com/b'],
    ['https://example.com/ü/%c3%bc/%2f', 'https://example.com/%C3%BC/%C3%BC/%2F'],
    ['https://example.com/100%', 'https://example.com/100%25'],
  ])('%s', (url, expected) => {
    expect(canonicalUrl(url)).toBe(expected);
  });

  it.each(['', '/docs/a', 'docs', 'mailto:a@b.c', 'http://', 'javascript:alert(1)'])('refuses `%s`', (url) => {
    expect(() => canonicalUrl(url)).toThrow(expect.objectContaining({ code: 'INVALID_REQUEST' }));
  });
});

describe('pathKey (R4)', () => {
  it.each([
    'http://localhost:3000/docs/a/',
    'localhost:3000/docs/a',
    '//preview.example.org/docs/a?x=1',
    '/docs/a',
    'docs/a/',
    'https://x.org/docs/a.html#b',
    'https://x.org/docs/a/index.html',
    '/docs/%61',
  ])('%s is /docs/a', (text) => {
    expect(pathKey(text)).toBe('/docs/a');
  });

  it('decodes, and composes Unicode', () => {
    expect(pathKey('https://x.org/caf%C3%A9')).toBe('/café');
    expect(pathKey('/cafe\u0301')).toBe('/café');
  });

  it.each(['', '/', 'https://x.org', 'https://x.org/index.html', '#top'])('`%s` is the root', (text) => {
    expect(pathKey(text)).toBe('/');
  });
});

describe('sectionKey (R4)', () => {
  it.each([
    ['Getting Started!', '#getting-started'],
    ['What’s new in 2.0?', "what's new in 2.0"],
    ['foo.bar()', 'foobar'],
    ['max_retry_count', 'Max retry count'],
    ['Café', 'cafe'],
  ])('%s meets %s', (first, second) => {
    expect(sectionKey(first)).toBe(sectionKey(second));
  });

  it('keeps C, C++ and C# apart, and 1.1.0 from 11.0', () => {
    expect(new Set(['C', 'C++', 'C#', '1.1.0', '11.0', '110'].map(sectionKey)).size).toBe(6);
  });

  it('is not empty for a heading of signs alone', () => {
    expect(sectionKey(' ??? ')).toBe('???');
  });
});
