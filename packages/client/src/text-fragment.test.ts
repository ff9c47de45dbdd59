import { describe, expect, it } from 'vitest';
import { textFragment } from './text-fragment.ts';

describe('textFragment', () => {
  it.each([
    ['Run it.', 'Run%20it.'],
    ['on-device, fast & small', 'on%2Ddevice%2C%20fast%20%26%20small'],
    ['  two   spaces ', 'two%20spaces'],
    ['first line\n  second line', 'first%20line,second%20line'],
    ['retries | 3 | How often', 'retries,How%20often'],
    ['| Free | Team\nQueues | 10 |', 'Free,10'],
    ['☑ Write it.\n☐ Try it.', 'Write%20it.,Try%20it.'],
    ['- a list', 'a%20list'],
    ['a || b|c', 'a%20%7C%7C%20b%7Cc'],
    ['Clone it.\n2. Build it.', 'Clone%20it.,Build%20it.'],
    ['', ''],
  ])('names %j as %j', (quote, expected) => {
    expect(textFragment(quote)).toBe(expected);
  });

  it('names half a character by its replacement', () => {
    expect(textFragment('a\uD83E')).toBe('a%EF%BF%BD');
  });

  it('names a long quote by its first and last words', () => {
    const quote = Array.from({ length: 60 }, (_, index) => `w${index}`).join(' ');
    expect(textFragment(quote)).toBe('w0%20w1%20w2%20w3%20w4%20w5,w54%20w55%20w56%20w57%20w58%20w59');
  });
});
