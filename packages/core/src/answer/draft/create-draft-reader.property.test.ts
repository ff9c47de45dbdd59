import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDraftReader, type DraftPiece, type DraftReader } from './create-draft-reader.ts';
import { labelledAnswer, modelText } from './model-text-fixture.ts';

interface Reading {
  readonly pieces: readonly DraftPiece[];
  readonly declined: boolean;
}
type Create = () => DraftReader;

function read(parts: readonly string[], whole = true, create: Create = createDraftReader): Reading {
  const reader = create();
  const pieces = parts.flatMap((part) => reader.feed(part));
  const rest = reader.end(whole);
  return { pieces: [...pieces, ...rest.pieces], declined: rest.declined };
}

/** `text` cut at the places given. */
function cut(text: string, places: readonly number[]): string[] {
  const sorted = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
  return [...sorted, text.length].map((place, index) => text.slice(index === 0 ? 0 : sorted[index - 1], place));
}

function holdsWhenCut(create: Create): void {
  fc.assert(
    fc.property(modelText, fc.array(fc.nat(1000), { maxLength: 12 }), (text, places) => {
      expect(read(cut(text, places), true, create)).toEqual(read([text], true, create));
    }),
    { numRuns: 500 },
  );
}

function holdsForUnits(create: Create): void {
  fc.assert(
    fc.property(modelText, (text) => {
      expect(read(text.split(''), true, create)).toEqual(read([text], true, create));
    }),
    { numRuns: 200 },
  );
}

function holdsWhenBrokenOff(create: Create): void {
  fc.assert(
    fc.property(modelText, fc.nat(1000), (text, place) => {
      const { pieces } = read([text], true, create);
      const begun = read([text.slice(0, place % (text.length + 1))], false, create).pieces;
      expect(begun).toEqual(pieces.slice(0, begun.length));
    }),
    { numRuns: 1000 },
  );
}

/** Reads as the real one does, and yet gives out whatever each part seems to complete. */
function hastyReader(): DraftReader {
  return {
    feed(text) {
      const reader = createDraftReader();
      return [...reader.feed(text), ...reader.end(true).pieces];
    },
    end: () => ({ pieces: [], declined: false }),
  };
}

describe('reading a draft', () => {
  test('gives the same pieces however the text is cut into parts', () => holdsWhenCut(createDraftReader));
  test('gives the same pieces for single UTF-16 units', () => holdsForUnits(createDraftReader));
  test('gives of a text that was broken off the first pieces of the whole one, and nothing cut', () =>
    holdsWhenBrokenOff(createDraftReader));

  test.each([
    ['cut into parts', holdsWhenCut],
    ['single units', holdsForUnits],
    ['broken off', holdsWhenBrokenOff],
  ])('a reader that does not wait is seen: %s', (_, holds) => {
    expect(() => holds(hastyReader)).toThrow('Property failed');
  });

  test('shows no label outside of code, and no piece that is blank', () => {
    fc.assert(
      fc.property(
        modelText.map((text) => text.replaceAll(/[`~]/gu, '')),
        (text) => {
          for (const piece of read([text]).pieces) {
            expect(piece.text).not.toMatch(/[[【]p\d+[\]】]/iu);
            expect(piece.text.trim()).toBe(piece.text);
            expect(piece.text).not.toBe('');
          }
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('keeps all words in order, with kinds and labels', () => {
    fc.assert(
      fc.property(labelledAnswer, ({ text, pieces }) => {
        expect(read([text]).pieces).toEqual(pieces);
      }),
      { numRuns: 500 },
    );
  });
});

describe('reading text that nobody meant for it', () => {
  const LENGTH = 1_000_000;
  // Ten times as much takes about ten times as long; an exponential or quadratic reader would not come to an end here.
  test.each([
    '[',
    '`',
    '|',
    '*',
    '_',
    '[p1',
    '[p1[',
    '(p1',
    '](',
    '[a](',
    '<',
    '<!--',
    '![',
    '&',
    '\\',
    '> ',
    '- ',
    '1. ',
    'a. ',
    '。',
    '"',
    '\ud83d',
    '|a',
    '|`',
    '`` ` ',
    '**a',
    'and [p1], ',
  ])('a million characters of %j come to an end', (part) => {
    const text = part.repeat(LENGTH / part.length);
    const reader = createDraftReader();
    for (let at = 0; at < text.length; at += 50_000) reader.feed(text.slice(at, at + 50_000));
    expect(Array.isArray(reader.end(true).pieces)).toBe(true);
  });

  test('no string makes it throw', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (parts) => {
        expect(read(parts).pieces.every(({ text }) => text !== '')).toBe(true);
      }),
    );
  });
});
