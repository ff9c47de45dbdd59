import { describe, expect, it } from 'vitest';
import { displayWidth, textFlow, type TextFlow } from './text-flow.ts';

function written(width: number, write: (flow: TextFlow) => void): string {
  let text = '';
  write(textFlow((part) => (text += part), width));
  return text;
}

describe('textFlow', () => {
  it('wraps words as they come, under the indentation of their paragraph', () => {
    const text = written(16, (flow) => {
      flow.paragraph('1. ');
      flow.words('one two three');
      flow.words('four five six');
      flow.paragraph();
      flow.words('seven');
      flow.paragraph();
    });
    expect(text).toBe('1. one two three\n   four five six\nseven\n');
  });

  it('keeps a footnote number on the line of its word, and does not count colours', () => {
    const text = written(12, (flow) => {
      flow.words('alpha beta', (word) => `<${word}>`);
      flow.attach(' [1]');
      flow.words('gamma');
    });
    expect(text).toBe('<alpha> <beta> [1]\ngamma');
  });

  it('does not cut words, however long', () => {
    expect(written(5, (flow) => flow.words('a incomprehensible b'))).toBe('a\nincomprehensible\nb');
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
