import { parsePage } from '@ibid/core/parse';
import { describe, expect, it } from 'vitest';
import { read } from './testing/source-fixtures.ts';

describe('markdownSource reads mdBooks (R21)', () => {
  it('takes pages and titles from the summary', async () => {
    const { pages, said } = await read({
      'book.toml': '[book]\nsrc = "text"\nlanguage = "de"\n[output.html]\nsite-url = "/book/"',
      'text/SUMMARY.md':
        '# Summary\n\n[Preface](preface.md)\n\n# Part one\n\n- [First](a/README.md)\n  - [Second](a/b.md)\n- [Draft]()\n- [Gone](gone.md)\n',
      'text/preface.md': 'x',
      'text/a/README.md': '# Own title',
      'text/a/b.md': '## Not a title',
      'text/unnamed.md': 'x',
    });
    expect([...pages].map(([url, page]) => [url, page.title, page.module, page.locale])).toEqual([
      ['http://localhost:3000/book/a', '', 'root', 'de'],
      ['http://localhost:3000/book/a/b.html', 'Second', 'a', 'de'],
      ['http://localhost:3000/book/preface.html', 'Preface', 'root', 'de'],
    ]);
    expect(said).toEqual(['markdown:missing-page']);
  });

  it('hands over included files, also those that included files include', async () => {
    const { pages } = await read({
      'book.toml': '',
      'src/SUMMARY.md': '- [A](a.md)',
      'src/a.md': '# A\n\n{{#include inner/part.md}}\n\n```rust\n{{#rustdoc_include ../code.rs:here}}\n```\n',
      'src/inner/part.md': 'Part with {{#include word.txt}}.',
      'src/inner/word.txt': 'words',
      'code.rs': 'fn main() {\n// ANCHOR: here\n  let x = 1;\n// ANCHOR_END: here\n}\n',
    });
    const [page] = pages.values();
    expect(page!.imports).toEqual({
      'inner/part.md': 'Part with {{#include word.txt}}.',
      'inner/part.md > word.txt': 'words',
      '../code.rs': 'fn main() {\n// ANCHOR: here\n  let x = 1;\n// ANCHOR_END: here\n}\n',
    });
    expect(parsePage(page!).page?.blocks.slice(1)).toEqual([
      { type: 'paragraph', text: 'Part with words.', marks: [] },
      { type: 'code', text: '  let x = 1;', language: 'rust', title: '' },
    ]);
  });
});

describe('markdownSource reads GitBooks', () => {
  const book = {
    'SUMMARY.md': '# Table of contents\n\n* [Welcome](README.md)\n\n## Part\n\n* [One two](a/one\\_two.md)\n',
    'README.md': '# Own',
    'a/one_two.md': 'x',
  };

  it('takes the pages that the summary lists, and its titles for those without one', async () => {
    const { pages, said, messages } = await read({ ...book, 'old.md': 'x' });
    expect([...pages].map(([url, page]) => [new URL(url).pathname, page.title])).toEqual([
      ['/', ''],
      ['/a/one_two', 'One two'],
    ]);
    expect(said).toEqual(['markdown:summary', 'markdown:summary']);
    expect(new Set(messages)).toEqual(new Set(['The page is left out because `SUMMARY.md` does not list it.']));
  });

  it('takes all files where the summary lists less than half of them, and in MkDocs', async () => {
    const others = { 'b.md': 'x', 'c.md': 'x', 'd.md': 'x' };
    expect((await read({ ...book, ...others })).pages.size).toBe(6);
    expect((await read({ ...book, 'mkdocs.yml': 'site_name: x' })).pages.size).toBe(3);
  });
});
