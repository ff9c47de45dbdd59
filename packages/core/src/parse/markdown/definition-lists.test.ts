import { describe, expect, it } from 'vitest';
import { lines } from '../testing/read-page.ts';

function shown(body: string): readonly string[] {
  return lines(body, { format: 'markdown' });
}

describe('definition lists of PHP Markdown Extra, as Hugo, kramdown and MkDocs read them', () => {
  it('have terms and definitions, with more paragraphs and code below them', () => {
    const text =
      'Before.\n\n`force`\n: (`bool`) Whether to\ngo on.\n\n`to`\n\n:   Where to.\n\n    ```sh\n    a\n\n    b\n    ```\n\n    And more.\n\n# Next';
    expect(shown(text)).toEqual([
      'Before.',
      ': force',
      '  (bool) Whether to go on.',
      ': to',
      '  Where to.',
      '  ```sh | a⏎⏎b',
      '  And more.',
      '# Next',
    ]);
  });

  it('may have several terms for one definition, and several definitions for one term', () => {
    expect(shown('A\nB\n: One.\n: Two.\n\n: Three.\n\n- C')).toEqual([
      ': A',
      ': B',
      '  One.',
      '  Two.',
      '  Three.',
      'ul',
      '- C',
    ]);
  });

  it('may have an empty definition before another', () => {
    expect(shown('a\n: {{< new-in 1.0 />}}\n: Text.')).toEqual([': a', '  Text.']);
  });

  it.each([
    ['```yaml\na\n: b\n```', ['```yaml | a⏎: b']],
    ['- a\n: b', ['ul', '- a : b']],
    ['    a\n    : b', ['``` | a⏎: b']],
    [':::note\n: b\n:::', [':::note', '  : b']],
    ['<pre><code>\na\n: b\n</code></pre>', ['``` | a⏎: b']],
    ['$$\na\n: b\n$$', ['$$ a\n: b']],
    ['A\n===\n: b', ['# A', ': b']],
    ['[a]: https://a.example\n: b', [': b']],
    ['One\ntwo\nthree\n\n: b', ['One two three', ': b']],
  ])('are no code, items, or text without a term: %j', (text, read) => {
    expect(shown(text)).toEqual(read);
  });

  it('are unknown to MDX', () => {
    expect(lines('a\n: b')).toEqual(['a : b']);
  });
});
