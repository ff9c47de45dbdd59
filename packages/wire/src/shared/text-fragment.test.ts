import { describe, expect, it } from 'vitest';
import { hrefTo } from './text-fragment.ts';

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
  it('does not keep a section from being named', () => {
    expect(hrefTo({ url: 'https://example.org', anchor: '\uD83E' })).toBe('https://example.org#%EF%BF%BD');
  });
});
