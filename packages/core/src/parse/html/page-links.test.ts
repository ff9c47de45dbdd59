import { expect, test } from 'vitest';
import { pageLinks } from './page-links.ts';

const at = 'https://example.org/docs/a/';

test('links are absolute, without hash, once, in page order', () => {
  const html =
    '<a href="../b#x">b</a><a href="/c?q=1">c</a><a href="../b">again</a><map><area href="d"></map><a href="">self</a><a>none</a>';
  expect(pageLinks(html, at).links).toEqual([
    'https://example.org/docs/b',
    'https://example.org/c?q=1',
    'https://example.org/docs/a/d',
    'https://example.org/docs/a/',
  ]);
});

test('only http and https links count, and none marked nofollow', () => {
  const html =
    '<a href="mailto:a@b">m</a><a href="javascript:1">j</a><a href="http://[">bad</a><a rel="x NOFOLLOW" href=n>n</a><a href="//other.org/x">o</a>';
  expect(pageLinks(html, at).links).toEqual(['https://other.org/x']);
});

test('the first base element moves links', () => {
  expect(pageLinks('<base href="/v2/"><base href="/v3/"><a href="x">x</a>', at).links).toEqual([
    'https://example.org/v2/x',
  ]);
});

test('canonical and alternates are resolved', () => {
  const html =
    '<link rel="canonical" href="/docs/a"><link rel="alternate" hreflang="fr" href="/fr/docs/a"><link rel=alternate type="application/rss+xml" href=/feed>';
  expect(pageLinks(html, at)).toMatchObject({
    canonical: 'https://example.org/docs/a',
    alternates: [{ locale: 'fr', url: 'https://example.org/fr/docs/a' }],
  });
});

test.each([
  ['<meta name=robots content="noindex">', true, false],
  ['<META NAME="Robots" CONTENT="NoIndex,NoFollow">', true, true],
  ['<meta name=robots content=none>', true, true],
  ['<meta name=robots content="max-snippet:-1, index">', false, false],
  ['<meta name=description content="noindex">', false, false],
])('%s: noindex %s, nofollow %s', (html, noindex, nofollow) => {
  expect(pageLinks(html, at)).toMatchObject({ noindex, nofollow });
});

test.each([
  ['0; url=../b', 'https://example.org/docs/b'],
  ["0;URL='/c'", 'https://example.org/c'],
  ['5', ''],
  ['3; url=/docs/a/#top', ''],
])('refresh %j leads to %j', (content, expected) => {
  expect(pageLinks(`<meta http-equiv="Refresh" content="${content}">`, at).refresh).toBe(expected);
});
