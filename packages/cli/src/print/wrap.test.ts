import { describe, expect, it } from 'vitest';
import { displayWidth, wordsOf, wrap } from './wrap.ts';

describe('wrap', () => {
  it('breaks lines between words, under the indentation of the paragraph', () => {
    expect(wrap(wordsOf('one two three four five six'), 16, '1. ')).toBe('1. one two three\n   four five six');
  });

  it('does not count colours', () => {
    const words = wordsOf('alpha beta gamma', (word) => `<${word}>`);
    expect(wrap(words, 12)).toBe('<alpha> <beta>\n<gamma>');
  });

  it('does not cut words, however long', () => {
    expect(wrap(wordsOf('a incomprehensible b'), 5)).toBe('a\nincomprehensible\nb');
  });
});

describe('displayWidth', () => {
  it.each([
    ['abc', 3],
    ['日本', 4],
    ['é', 1],
    ['e\u0301', 1],
    ['🦜', 2],
    ['', 0],
  ])('of %j is %i', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });
});
