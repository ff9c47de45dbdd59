import { describe, expect, it, test } from 'vitest';
import type { PageSummary } from '../types/store.ts';
import { llmsTxt, markdownPath, pageOfMarkdown } from './llms-txt.ts';

function info(path: string, more: Partial<PageSummary> = {}): PageSummary {
  const module = path.split('/').length > 2 ? path.split('/')[1]! : 'root';
  const facets = { locale: 'en', version: '', module };
  const url = `https://docs.example.org${path}`;
  return { url, title: `Page ${path}`, chunks: 1, ...facets, ...more };
}

const link = ({ url }: PageSummary): string => `https://docs.example.org${markdownPath(url)}`;

describe('llmsTxt', () => {
  it('names the docs, says what they are, and links to all pages by section', () => {
    const pages = [info('/'), info('/robot-software/nodes', { title: 'Nodes [and] topics' })];
    expect(llmsTxt({ title: 'Robots', pages, link, full: 'https://docs.example.org/llms-full.txt' })).toBe(`# Robots

> 2 pages of Robots, as Markdown.

[All pages in one file](https://docs.example.org/llms-full.txt)

## Pages

- [Page /](https://docs.example.org/index.md)

## Robot software

- [Nodes \\[and\\] topics](https://docs.example.org/robot-software/nodes.md)
`);
  });

  it('counts a single page as one', () => {
    expect(llmsTxt({ title: 'Robots', pages: [info('/')], link })).toContain('> 1 page of Robots, as Markdown.');
  });

  it('keeps languages and versions apart, that with most pages first', () => {
    const pages = [info('/a/ur/x', { locale: 'ur' }), info('/a/x'), info('/b/y')];
    const sections = llmsTxt({ title: 'T', summary: 'S.', pages, link }).match(/^## .*$/gmu);
    expect(sections).toEqual(['## A', '## B', '## A (ur)']);
  });
});

test.each([
  ['https://docs.example.org/guide/install', '/', '/guide/install.md', '/guide/install'],
  ['https://docs.example.org/guide/install.html', '/', '/guide/install.md', '/guide/install'],
  ['https://docs.example.org/', '/', '/index.md', '/'],
  ['https://docs.example.org/book', '/book/', '/book/index.md', '/book'],
  ['https://docs.example.org/book/a', '/book/', '/book/a.md', '/book/a'],
  ['https://docs.example.org/%E9%B3%A5', '/', '/%E9%B3%A5.md', '/鳥'],
])('the Markdown of %s below %s stands at %s', (url, base, path, key) => {
  expect(markdownPath(url, base)).toBe(path);
  expect(pageOfMarkdown(path)).toBe(key);
});

test('other paths have no page whose Markdown they are', () => {
  expect(['/guide', '/guide.mdx', '/llms.txt'].map(pageOfMarkdown)).toEqual([undefined, undefined, undefined]);
  expect(['/guide/index.md', '/my-index.md'].map(pageOfMarkdown)).toEqual(['/guide', '/my-index']);
});
