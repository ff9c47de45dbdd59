import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findQuote, foldText, quotePlaces } from './find-quote.ts';
import { supports } from './find-support.ts';

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
    const places = [...quotePlaces(foldText('a\u00ad  a\na b'), 'a a')];
    expect(places).toEqual([
      { start: 0, end: 5 },
      { start: 4, end: 7 },
    ]);
  });

  test('each character that has been given folds to its NFC unless it is white space, invisible, a quote or a dash', () => {
    const others: string[] = [];
    for (let code = 0; code <= 0x2ffff; code += 1) {
      const character = String.fromCodePoint(code);
      const { units } = foldText(character);
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

describe('quotes carry a statement unless a word refutes it', () => {
  const quote = 'The server keeps 30 sessions and does not write them to disk. Set `maxSessions` to change that.';
  test.each([
    ['the quote itself', quote],
    ['a whole sentence of it', 'The server keeps 30 sessions and does not write them to disk.'],
    ['other order and form', 'To change that, set `maxSessions`.'],
  ])('%s', (_, statement) => {
    expect(supports(statement, [quote])).toBe(true);
  });
  test.each([
    ['another number', 'The server keeps 40 sessions and does not write them to disk.'],
    ['a number cut short', 'The server keeps 3 sessions and does not write them to disk.'],
    ['a lost negation', 'The server keeps 30 sessions and does write them to disk.'],
    ['the part after a negation', 'write them to disk.'],
    ['the part before a negation', 'The server keeps 30 sessions'],
    ['another identifier', 'Set minSessions to change that.'],
    ['another name', 'The server at Google keeps 30 sessions and does not write them to disk.'],
    ['mostly other words', 'Performance under heavy load is excellent thanks to caching, not sessions.'],
    ['nothing', ' '],
  ])('refuses %s', (_, statement) => {
    expect(supports(statement, [quote])).toBe(false);
  });
  test.each([
    ['The cache is enabled by default on every node.', 'The cache is disabled by default on every node.'],
    ['Use --no-cache to build again.', 'Use --no-cache-dir to build again.'],
    ['Version 1.2 keeps the old format.', 'Version 1.21 keeps the old format.'],
    ['It restarts and never stops, and it does not fail.', 'It restarts, stops and does fail.'],
    ['Use this option in production.', 'Do not use this option in production.'],
  ])('refuses "%s" from "%s"', (statement, other) => {
    expect(supports(statement, [other])).toBe(false);
  });
});
