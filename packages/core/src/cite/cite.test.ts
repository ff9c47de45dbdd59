import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findQuote } from './find-quote.ts';
import { supports } from './supports.ts';

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
    'The server keeps 30 sessions',
    'The server does not write sessions to disk.',
    'Set maxSessions to change the sessions that the server keeps; it does not write.',
  ])('%s', (statement) => {
    expect(supports(statement, [quote])).toBe(true);
  });
  test.each([
    ['another number', 'The server keeps 40 sessions and does not write them to disk.'],
    ['a lost negation', 'The server keeps 30 sessions and does write them to disk.'],
    ['another identifier', 'Set minSessions to change that and do not write.'],
    ['another name', 'The server at Google keeps 30 sessions and does not write them.'],
    ['mostly other words', 'Performance under heavy load is excellent thanks to caching, not sessions.'],
    ['nothing', ''],
  ])('refuses %s', (_, statement) => {
    expect(supports(statement, [quote])).toBe(false);
  });
});
