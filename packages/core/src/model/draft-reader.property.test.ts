import * as fc from 'fast-check';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDraftReader, type DraftPiece, type DraftReader } from './draft-reader.ts';
import { labelledAnswer, modelText } from './testing/model-text.ts';

const DATA = resolve(process.env['IBID_EVAL_DATA'] ?? join(import.meta.dirname, '../../../../../shared/data'));
const NAUGHTY = join(DATA, 'naughty-strings/blns.jsonl');

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

/** Cuts `text` at the given places. */
function cut(text: string, places: readonly number[]): string[] {
  const sorted = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
  return [...sorted, text.length].map((place, index) => text.slice(index === 0 ? 0 : sorted[index - 1], place));
}

function holdsWhenCut(create: Create): void {
  fc.assert(
    fc.property(modelText, fc.array(fc.nat(1000), { maxLength: 12 }), (text, places) => {
      expect(read(cut(text, places), true, create)).toEqual(read([text], true, create));
    }),
    { numRuns: 200 },
  );
}

function holdsForUnits(create: Create): void {
  fc.assert(
    fc.property(modelText, (text) => {
      expect(read(text.split(''), true, create)).toEqual(read([text], true, create));
    }),
    { numRuns: 100 },
  );
}

function holdsWhenBrokenOff(create: Create): void {
  fc.assert(
    fc.property(modelText, fc.nat(1000), (text, place) => {
      const { pieces } = read([text], true, create);
      const begun = read([text.slice(0, place % (text.length + 1))], false, create).pieces;
      expect(begun).toEqual(pieces.slice(0, begun.length));
    }),
    { numRuns: 300 },
  );
}

/** A wrong reader: gives out pieces before it is certain that they are complete. */
function hastyReader(): DraftReader {
  return {
    feed(text) {
      const reader = createDraftReader();
      return [...reader.feed(text), ...reader.end(true).pieces];
    },
    end: () => ({ pieces: [], declined: false }),
  };
}

const RULES: readonly (readonly [string, (create: Create) => void])[] = [
  ['the same pieces however the text is cut into parts', holdsWhenCut],
  ['the same pieces for single UTF-16 units', holdsForUnits],
  ['of a text that was broken off the first pieces of the whole one, and nothing cut', holdsWhenBrokenOff],
];

describe('reading a draft', () => {
  test.each(RULES)('gives %s', (_, holds) => {
    expect(() => holds(createDraftReader)).not.toThrow();
  });

  test('a reader that does not wait is found out', () => {
    expect(() => holdsWhenCut(hastyReader)).toThrow('Property failed');
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
      { numRuns: 300 },
    );
  });

  test('keeps all words in order, with kinds and labels', () => {
    fc.assert(
      fc.property(labelledAnswer, ({ text, pieces }) => {
        expect(read([text]).pieces).toEqual(pieces);
      }),
      { numRuns: 200 },
    );
  });
});

describe('reading text that nobody meant for it', () => {
  const LENGTH = 1_000_000;
  // Ten times the length takes about ten times as long; a quadratic or exponential reader would not finish.
  test.each(['[', '|', '[p1', '[p1[', '[a](', '<!--', '- ', '\ud83d', '|a', '`` ` ', 'and [p1], '])(
    'a million characters of %j come to an end',
    (part) => {
      const text = part.repeat(LENGTH / part.length);
      const reader = createDraftReader();
      for (let at = 0; at < text.length; at += 50_000) reader.feed(text.slice(at, at + 50_000));
      expect(Array.isArray(reader.end(true).pieces)).toBe(true);
    },
  );

  test.skipIf(!existsSync(NAUGHTY))('naughty strings, where IBID_EVAL_DATA has them, do not make it throw', () => {
    const texts = readFileSync(NAUGHTY, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => (JSON.parse(line) as { readonly text: string }).text);
    for (const text of texts) expect(read(text.split(''))).toEqual(read([text]));
    expect(texts.length).toBeGreaterThan(250);
    expect(read([texts.join('\n\n')]).pieces.length).toBeGreaterThan(100);
  });

  test('no string makes it throw', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (parts) => {
        expect(read(parts).pieces.every(({ text }) => text !== '')).toBe(true);
      }),
    );
  });
});
