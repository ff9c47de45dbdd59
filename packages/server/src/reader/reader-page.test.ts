import type { Chunk } from '@ibid/core';
import { describe, expect, it } from 'vitest';
import { readerPage } from './reader-page.ts';

const ATTACK = `"'><script>alert(1)</script><img src=x onerror=alert(2)>`;

function pageOf(over: Partial<Chunk>): Parameters<typeof readerPage>[0] {
  const text = `## ${ATTACK}\n\n${ATTACK}`;
  const start = text.length - ATTACK.length;
  const chunk = {
    url: 'https://docs.example.org/a',
    title: ATTACK,
    heading: ATTACK,
    headings: [ATTACK],
    anchor: ATTACK,
    text: ATTACK,
    start,
    end: text.length,
    spans: [{ kind: 'code', start: 0, end: ATTACK.length, group: 0, ordinal: 0, language: ATTACK }],
    ...over,
  } as Chunk;
  const info = { revision: '', sourceFile: '', chunks: 1, version: '', module: 'root', locale: ATTACK };
  return { ...info, url: chunk.url, title: ATTACK, text, content: [chunk] };
}

describe('readerPage', () => {
  it.each(['code', 'paragraph', 'item', 'row', 'header', 'label', 'math', 'image', 'quote'] as const)(
    'shows hostile text in a %s as text',
    (kind) => {
      const spans = [{ kind, start: 0, end: ATTACK.length, group: 1, depth: 0, ordinal: 0, language: ATTACK }];
      const html = readerPage(pageOf({ spans }), ATTACK);
      expect(html.match(/<script\b[^>]*>/gu)).toEqual(['<script type="module" src="/api/assets/reader.js">']);
      expect(html).not.toMatch(/<img|onerror=alert\(2\)>|"'>/u);
      expect(html).toContain('&lt;img src=x onerror=alert(2)&gt;');
    },
  );

  it('links only to web addresses', () => {
    expect(readerPage(pageOf({}), 'Docs')).toContain('<a href="https://docs.example.org/a"');
    expect(readerPage({ ...pageOf({}), url: 'javascript:alert(1)' }, 'Docs')).toContain('<a href="#"');
  });
});
