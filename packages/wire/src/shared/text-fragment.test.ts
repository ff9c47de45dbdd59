import { describe, expect, it } from 'vitest';
import { hrefTo, textFragment } from './text-fragment.ts';

describe('textFragment', () => {
  it.each([
    ['Run it.', 'Run%20it.'],
    ['on-device, fast & small', 'on%2Ddevice%2C%20fast%20%26%20small'],
    ['  two   spaces ', 'two%20spaces'],
    ['first line\n  second line', 'first%20line,second%20line'],
    ['retries | 3 | How often', 'retries,How%20often'],
    ['Clone it.\n2. Build it.', 'Clone%20it.,Build%20it.'],
    ['', ''],
  ])('names %j as %j', (quote, expected) => {
    expect(textFragment(quote)).toBe(expected);
  });

  it('names a long quote by its first and last words', () => {
    const quote = Array.from({ length: 60 }, (_, index) => `w${index}`).join(' ');
    expect(textFragment(quote)).toBe('w0%20w1%20w2%20w3%20w4%20w5,w54%20w55%20w56%20w57%20w58%20w59');
  });
});

describe('hrefTo', () => {
  it('joins page, section and words', () => {
    const page = { url: 'https://example.org/a', anchor: 'b' };
    expect(hrefTo(page, 'c d')).toBe('https://example.org/a#b:~:text=c%20d');
    expect(hrefTo(page)).toBe('https://example.org/a#b');
    expect(hrefTo({ ...page, anchor: '' })).toBe('https://example.org/a');
    expect(hrefTo({ ...page, anchor: '' }, 'c')).toBe('https://example.org/a#:~:text=c');
  });
});

describe('half a character', () => {
  it('does not keep a quote from being named', () => {
    expect(textFragment('a\uD83E')).toBe('a%EF%BF%BD');
    expect(hrefTo({ url: 'https://example.org', anchor: '\uD83E' })).toBe('https://example.org#%EF%BF%BD');
  });
});
