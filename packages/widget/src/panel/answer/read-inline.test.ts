import * as fc from 'fast-check';
import { Lexer, type Token } from 'marked';
import { describe, expect, test } from 'vitest';
import type { InlineNode } from './statement-text.tsx';
import { readInline } from './read-inline.ts';

/** Like HTML, for reading. */
function shown(nodes: readonly InlineNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      if (node.type === 'break') return '<br>';
      if (node.type === 'code') return `<code>${node.text}</code>`;
      return `<${node.type}>${shown(node.children)}</${node.type}>`;
    })
    .join('');
}

/** What a complete Markdown reader makes of the same. */
function reference(text: string): string {
  const all = (tokens: readonly Token[]): string =>
    tokens
      .map((token) => {
        const inner = (): string =>
          'tokens' in token && token.tokens ? all(token.tokens) : (token as { text: string }).text;
        if (token.type === 'codespan') return `<code>${(token as { text: string }).text}</code>`;
        if (token.type === 'br') return '<br>';
        if (token.type === 'html') return token.raw;
        return ['strong', 'em', 'del'].includes(token.type) ? `<${token.type}>${inner()}</${token.type}>` : inner();
      })
      .join('');
  return all(Lexer.lexInline(text, { gfm: true }));
}

describe('inline Markdown', () => {
  test.each([
    ['Plain words.'],
    ['**Bold** and *slanted* and ***both***.'],
    ['__Bold__ and _slanted_.'],
    ['**bold *slanted* bold**'],
    ['*slanted **bold** slanted*'],
    ['a*b*c and a_b_c and snake_case_name'],
    ['2 * 3 * 4'],
    ['*args, **kwargs'],
    ['**open and never closed'],
    ['Run `ros2 topic list` now.'],
    ['`` a ` b `` and `*not*`'],
    ['`open'],
    ['` a `'],
    ['~~gone~~ but not ~5 ms'],
    ['\\*not\\* \\`not\\` \\[not\\]'],
    ['one  \ntwo\\\nthree'],
    ['[text](https://x.test)'],
    ['[**bold** text](https://x.test "title")'],
    ['[a](<b c>) [d](e(f)g) ![pic](https://x.test/a.png)'],
    ['[not a link] and [nor](this one)'],
    ['[a [b] c](d)'],
    ['![*alt*](javascript:alert(1))'],
    ['<b onclick="x">raw</b> <script>alert(1)</script>'],
    ['**"quoted"** and **bold**ly'],
    ['****'],
    [''],
  ])('%j is read as by a complete reader', (text) => {
    expect(shown(readInline(text))).toBe(reference(text));
  });

  test('of a link nothing is left but its text', () => {
    expect(shown(readInline('See [the **page**](https://evil.test/?q=1).'))).toBe('See the <strong>page</strong>.');
    expect(shown(readInline('![a picture](https://evil.test/x.png)'))).toBe('a picture');
  });

  test('of a link in a link nothing is left but its text either', () => {
    expect(shown(readInline('[![*badge*](x)](https://evil.test)'))).toBe('<em>badge</em>');
  });

  test('no word is lost or made up, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', ' ', '*', '**', '_', '`', '``', '~~', '\\', '.', '[', ']', '!')),
        (parts) => {
          const text = parts.join('');
          expect(words(shown(readInline(text)))).toBe(words(text));
        },
      ),
      { numRuns: 500 },
    );
  });

  test('hostile depth and length end in time', () => {
    for (const text of [
      '['.repeat(3000),
      '*a '.repeat(2000),
      '![a]('.repeat(1500),
      '`'.repeat(10) + '``'.repeat(2000),
      '**a*'.repeat(1500),
    ]) {
      expect(words(text)).toBe(words(shown(readInline(text))));
    }
  });

  test('what is long is read in steps that grow with it, not with its square', () => {
    const sizes = [4000, 8000];
    for (const sample of ['[', '[a](', '![']) {
      const [short, long] = sizes.map((size) => stepsOf(sample.repeat(size / sample.length)));
      expect([sample, long! / short! < 3]).toEqual([sample, true]);
    }
  });

  test('a link of tens of thousands of pieces is read', () => {
    const nodes = readInline(`x [${'`a`b'.repeat(33_000)}](y)`);
    expect(nodes).toHaveLength(66_001);
  });

  test('emphasis is nested as deep as browsers can show, and no deeper', () => {
    const deep = readInline(`${'*a '.repeat(3000)}${'b* '.repeat(3000)}`);
    expect(depthOf(deep)).toBe(32);
    expect(words(shown(deep))).toBe('a'.repeat(3000) + 'b'.repeat(3000));
  });
});

function depthOf(nodes: readonly InlineNode[]): number {
  return Math.max(
    0,
    ...nodes.map((node) => (typeof node === 'object' && 'children' in node ? 1 + depthOf(node.children) : 0)),
  );
}

/** How often a character of `text` is looked at. */
function stepsOf(text: string): number {
  let steps = 0;
  const counted = new Proxy(Object(text) as object, {
    get(target, name) {
      steps += 1;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(text) : value;
    },
  });
  readInline(counted as unknown as string);
  return steps;
}

/** The letters alone. */
function words(text: string): string {
  return text.replaceAll(/<\/?(?:strong|em|del|code|br)>/gu, '').replaceAll(/[^a-z]/gu, '');
}
