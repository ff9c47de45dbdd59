import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findQuote, foldForQuotes, quotePlaces } from './find-quote.ts';

const PASSAGE = 'The default is “30 seconds”.\nIt can be\n  changed — with  --timeout=60 — at start. Ne\u0301e 1990.';

describe('a quote is found as the same text, and comes back in the bytes of the passage (R12)', () => {
  const accepted: readonly (readonly [quote: string, bytes: string])[] = [
    ['The default is', 'The default is'],
    ['is "30 seconds".', 'is “30 seconds”.'],
    ['It can be changed', 'It can be\n  changed'],
    ['changed - with --timeout=60', 'changed — with  --timeout=60'],
    ['de\u00adfault', 'default'],
    ['  at start.  ', 'at start.'],
  ];
  test.each(accepted)('%s', (quote, bytes) => {
    const range = findQuote(PASSAGE, quote);
    expect(range === undefined ? undefined : PASSAGE.slice(range.start, range.end)).toBe(bytes);
  });

  test.each([
    'the default is',
    'The default was',
    '30 minutes',
    'changed at start',
    'default is is',
    '',
    '   ',
    '\u200b',
  ])('refuses %j', (quote) => {
    expect(findQuote(PASSAGE, quote)).toBeUndefined();
  });

  test('a window hides everything outside it (R14)', () => {
    expect(findQuote('one two three', 'three', { start: 0, end: 8 })).toBeUndefined();
    expect(findQuote('one two three', 'two', { start: 4, end: 8 })).toEqual({ start: 4, end: 7 });
    expect(findQuote('two two', 'two', { start: 2, end: 7 })).toEqual({ start: 4, end: 7 });
  });

  test('every place is found, those that overlap too', () => {
    const places = [...quotePlaces(foldForQuotes('a\u00ad  a\na b'), 'a a')];
    expect(places).toEqual([
      { start: 0, end: 5 },
      { start: 4, end: 7 },
    ]);
  });

  test('each character that has been given folds to its NFC unless it is white space, invisible, a quote or a dash', () => {
    const others: string[] = [];
    for (let code = 0; code <= 0x2ffff; code += 1) {
      const character = String.fromCodePoint(code);
      const { units } = foldForQuotes(character);
      if (String.fromCharCode(...units) !== character.normalize('NFC')) others.push(character);
    }
    expect(others.join('')).toMatch(
      /^[\s\u00ad\u200b-\u200d\u2010-\u2014\u2018-\u201e\u2026\u2032\u2033\u2060\u2212]{40,50}$/u,
    );
  });

  test('every trimmed slice is found, and what is found is the slice up to folding', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.nat(60), fc.nat(60), (text, a, b) => {
        const slice = text.slice(Math.min(a, b), Math.max(a, b)).trim();
        const range = findQuote(text, slice);
        expect(range === undefined ? '' : text.slice(range.start, range.end)).toBe(slice);
      }),
    );
  });
});
