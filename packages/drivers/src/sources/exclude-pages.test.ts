import { describe, expect, onTestFinished, test } from 'vitest';
import { excludePages } from './exclude-pages.ts';
import { htmlSource } from './html.ts';
import { folder } from './testing/source-fixtures.ts';

const FILES = [
  'index',
  'blog',
  'blog/a',
  'blog/2026/b',
  'docs/blog/c',
  'docs/blogs',
  'docs/v1.2/d',
  'docs/größe',
  'docs/[slug]',
];

async function left(...patterns: readonly string[]): Promise<{ paths: readonly string[]; said: readonly string[] }> {
  const root = await folder(Object.fromEntries(FILES.map((name) => [`${name}.html`, `<h1>${name}</h1>`])));
  const source = excludePages(htmlSource({ root, siteUrl: 'https://example.org/' }), patterns);
  onTestFinished(() => source.close());
  const entries = await Array.fromAsync(source.list());
  const paths = entries.map(({ url }) =>
    decodeURI(new URL(url).pathname)
      .replace(/\.html$/u, '')
      .slice(1),
  );
  return { paths: paths.map((path) => path || 'index').sort(), said: source.diagnostics.map(({ message }) => message) };
}

describe('pages are omitted by the path of their address', () => {
  test.each([
    ['/blog/**', ['blog', 'blog/a', 'blog/2026/b']],
    ['/blog/', ['blog', 'blog/a', 'blog/2026/b']],
    ['/blog/*', ['blog/a']],
    ['blog/**', ['blog', 'blog/a', 'blog/2026/b', 'docs/blog/c']],
    ['/docs/v1.*/**', ['docs/v1.2/d']],
    ['/docs/gr*', ['docs/größe']],
    ['/docs/gr%C3%B6%C3%9Fe', ['docs/größe']],
    ['/docs/**/[slug]', ['docs/[slug]']],
    ['/*', ['blog', 'index']],
    ['/**', FILES],
    ['/index.html', ['index']],
  ])('%s', async (pattern, omitted) => {
    const { paths, said } = await left(pattern);
    expect(paths).toEqual(FILES.filter((name) => !omitted.includes(name)).sort());
    expect(said).toEqual([]);
  });
});

test('patterns that match no page are reported, with a path that there is', async () => {
  const { paths, said } = await left('/blog/**', '/bolg/**', 'guide/');
  expect(paths).toHaveLength(6);
  expect(said).toEqual([expect.stringMatching(/`\/bolg\/\*\*`, `guide\/` of `exclude`. Paths look like `\/docs\/./u)]);
});
