import type { Chunk, Mark } from '@ibid/core/types';
import { chunkPage } from '@ibid/core/chunk';
import { parsePage } from '@ibid/core/parse';
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
    marks: [],
    spans: [{ kind: 'code', start: 0, end: ATTACK.length, group: 0, ordinal: 0, language: ATTACK }],
    ...over,
  } as Chunk;
  const info = { revision: '', sourceFile: '', chunks: 1, version: '', module: 'root', locale: ATTACK };
  return { ...info, url: chunk.url, title: ATTACK, text, content: [chunk] };
}

/** Returns the reader view's HTML for Markdown, from the title on. */
function shown(markdown: string): string {
  const raw = { url: 'https://docs.example.org/page', sourceFile: 'page.md', title: '', imports: {}, locale: 'en' };
  const { page } = parsePage({ ...raw, version: '', module: 'root', format: 'markdown', body: `# P\n\n${markdown}` });
  const { text, chunks } = chunkPage(page!);
  const html = readerPage({ ...pageOf({}), url: raw.url, title: 'P', text, content: chunks }, 'Docs');
  return html.slice(html.indexOf('</h1>') + 5, html.indexOf('</main>')).replaceAll('\n', '');
}

describe('readerPage', () => {
  it.each(['code', 'paragraph', 'item', 'row', 'header', 'label', 'math', 'image', 'quote'] as const)(
    'shows hostile text in a %s as text',
    (kind) => {
      const spans = [{ kind, start: 0, end: ATTACK.length, group: 1, depth: 0, ordinal: 0, language: ATTACK }];
      const html = readerPage(pageOf({ spans }), ATTACK);
      expect(html.match(/<script\b[^>]*>/gu)).toEqual(['<script type="module" src="/widget/ibid-ask.js">']);
      expect(html).not.toMatch(/<img|onerror=alert\(2\)>|"'>/u);
      expect(html).toContain('&lt;img src=x onerror=alert(2)&gt;');
    },
  );

  it('links only to web addresses', () => {
    expect(readerPage(pageOf({}), 'Docs')).toContain('<a href="https://docs.example.org/a"');
    expect(readerPage({ ...pageOf({}), url: 'javascript:alert(1)' }, 'Docs')).toContain('<a href="#"');
  });

  it('nests lists, with the further blocks of an item', () => {
    expect(shown('3. three\n4. four\n   - inner\n\n   ```sh\n   run\n   ```\n5. five')).toBe(
      '<ol><li value="3">three</li><li value="4">four<ul><li>inner</li></ul>' +
        '<pre tabindex="0" data-language="sh"><code>run</code></pre></li><li value="5">five</li></ol>',
    );
    expect(shown('- one\n- two\n\nBetween.\n\n- three')).toBe(
      '<ul><li>one</li><li>two</li></ul><p>Between.</p><ul><li>three</li></ul>',
    );
  });

  it('renders code, emphasis and links, and links stay in the reader view', () => {
    expect(shown('Run `a < b`, **now _and_ then**: see [the guide](/guide/install#npm).')).toBe(
      '<p>Run <code>a &lt; b</code>, <strong>now <em>and</em> then</strong>: see <a href="/read/guide/install#npm">the guide</a>.</p>',
    );
    expect(shown('| `a` | b |\n| - | - |\n| c | **d** |')).toContain(
      '<th><code>a</code></th><th>b</th></tr></thead><tbody><tr><td>c</td><td><strong>d</strong></td>',
    );
    expect(shown('|   | A | B |\n| - | - | - |\n| x | 1 |   |')).toContain(
      '<th></th><th>A</th><th>B</th></tr></thead><tbody><tr><td>x</td><td>1</td><td></td>',
    );
  });

  it.each<[string, readonly Mark[]]>([
    ['a link that is no address of the web', [{ kind: 'link', start: 0, end: 9, href: 'javascript:alert(1)' }]],
    ['a link with signs of HTML', [{ kind: 'link', start: 0, end: 9, href: `https://a.test/#${ATTACK}` }]],
    [
      'marks over each other and beyond the text',
      [
        { kind: 'strong', start: 0, end: 10, href: '' },
        { kind: 'emphasis', start: 5, end: 1e9, href: '' },
      ],
    ],
    ['a thousand in each other', Array.from({ length: 1000 }, () => ({ kind: 'sub', start: 0, end: 9, href: '' }))],
  ])('renders %s as the same words without a script', (_, marks) => {
    const span = {
      kind: 'paragraph',
      start: 0,
      end: ATTACK.length,
      group: 1,
      depth: 0,
      ordinal: 0,
      language: '',
    } as const;
    const html = readerPage(pageOf({ spans: [span], marks }), 'Docs');
    expect(html.match(/<script\b[^>]*>/gu)).toEqual(['<script type="module" src="/widget/ibid-ask.js">']);
    expect(html).not.toMatch(/<img|href="javascript|onerror=alert\(2\)>/u);
    const [, words] = /<main[^>]*>[^]*?<p>([^]*)<\/p>/u.exec(html)!;
    expect(words!.replaceAll(/<[^>]*>/gu, '')).toBe(
      '&quot;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(2)&gt;',
    );
  });
});
