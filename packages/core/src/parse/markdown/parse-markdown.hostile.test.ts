import { describe, expect, it } from 'vitest';
import { rawPage } from '../testing/read-page.ts';
import { parseMarkdown } from './parse-markdown.ts';

describe('parseMarkdown survives hostile pages', () => {
  const HOSTILE: Readonly<Record<string, string>> = {
    'quotes nested thousands deep': `${'>'.repeat(5000)} x`,
    'quotes nested deep on many lines': `${'>'.repeat(200)} x\n`.repeat(100),
    'lists nested hundreds deep': Array.from({ length: 120 }, (_, depth) => `${' '.repeat(depth * 2)}- a`).join('\n'),
    'elements nested thousands deep': '<div>\n'.repeat(3000),
    'components nested hundreds deep': `${'<A>\n\n'.repeat(300)}x`,
    'admonitions nested hundreds deep': ':::note\n'.repeat(220),
    'tabs without text nested deep': `${'<Tabs><TabItem>'.repeat(60)}${'</TabItem></Tabs>'.repeat(60)}`,
    'thousands of open brackets': '['.repeat(5000),
    'thousands of open braces': '{'.repeat(5000),
    'thousands of open comments': '<!--'.repeat(3000),
    'deep expressions': `{${'('.repeat(2000)}1${')'.repeat(2000)}}`,
    'lone surrogates and null characters': 'a\0b\ud800c',
    'aliases in the front matter': `---\na: &a [x]\nb: [${'*a,'.repeat(500)}]\n---\nx`,
  };
  for (const [name, body] of Object.entries(HOSTILE)) {
    it(`${name}`, () => {
      for (const format of ['mdx', 'markdown', 'mdbook'] as const) {
        const { page, diagnostics } = parseMarkdown(rawPage(format, body));
        expect(page?.blocks.length).toBeGreaterThan(-1);
        expect(diagnostics.map((one) => one.rule)).not.toContain('markdown:unreadable');
      }
    });
  }
});
