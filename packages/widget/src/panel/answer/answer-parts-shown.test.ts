import { describe, expect, test } from 'vitest';
import type { Citation, Statement } from '@ibid/client';
import { answerGroups, placeOf } from '../../exchange/answer-layout.ts';
import { WORDED } from '../../testing/worded.ts';
import { placeCard } from './footnote.tsx';
import { isVerbatim, groupNotes, sourcesOf } from './references.ts';

function cited(...citations: readonly number[]): Statement {
  return { ...WORDED, kind: 'sentence', text: 'A.', citations, side: 0, language: '' };
}

/** The first two are of the same section. */
const CITATIONS = ['a', 'a', 'b'].map((anchor, at): Citation => ({
  index: at + 1,
  url: 'https://docs.example.org/a',
  anchor,
  href: '',
  title: 'A',
  section: anchor,
  quote: `Quote ${at + 1}.`,
  chunk_id: 'c',
  similarity: 1,
}));

function marks(...statements: readonly Statement[]): readonly (readonly [number, string][])[] {
  const sources = sourcesOf(CITATIONS);
  return answerGroups(statements).flatMap((group) =>
    groupNotes(group, sources).flatMap((notes) =>
      notes.map((references) => references.map(({ number, quote }): [number, string] => [number, quote])),
    ),
  );
}

function quoted(citation: number, block: number, kind: Statement['kind'] = 'sentence'): Statement {
  return { ...cited(citation), kind, excerpt: 0, block };
}

describe('sources', () => {
  test('are sections, each once, with all that is cited of it', () => {
    expect(sourcesOf(CITATIONS).map(({ citations }) => citations.map(({ index }) => index))).toEqual([[1, 2], [3]]);
  });
});

describe("footnotes of a model's words", () => {
  test('equal ones are shown once, at the end of their run, in any order and without doubles', () => {
    expect(marks(cited(1), cited(1), cited(3), cited(1, 3))).toEqual([
      [],
      [[1, 'Quote 1.']],
      [[2, 'Quote 3.']],
      [
        [1, 'Quote 1.'],
        [2, 'Quote 3.'],
      ],
    ]);
    expect(marks(cited(1, 3), cited(3, 1))[0]).toEqual([]);
    expect(marks(cited(1, 1))).toEqual([[[1, 'Quote 1.']]]);
  });
});

describe('footnotes of an excerpt', () => {
  test('stand at the end of a paragraph and lead to all of its words', () => {
    expect(marks(quoted(1, 1), quoted(2, 1), quoted(1, 2))).toEqual([
      [],
      [[1, 'Quote 1. Quote 2.']],
      [[1, 'Quote 1.']],
    ]);
  });

  test('stand at the end of a list, one for each section', () => {
    expect(marks(quoted(1, 1, 'item'), quoted(3, 2, 'item'), quoted(2, 3, 'item'))).toEqual([
      [],
      [],
      [
        [1, 'Quote 1.\nQuote 2.'],
        [2, 'Quote 3.'],
      ],
    ]);
  });

  test('of a line that ends in a colon stand behind what it leads to', () => {
    expect(marks({ ...quoted(1, 1), text: 'Then:' }, quoted(2, 2, 'item'))).toEqual([[], [[1, 'Quote 1.\nQuote 2.']]]);
  });

  test('of a label stand behind what it names, and lead there', () => {
    expect(marks(quoted(1, 1, 'label'), quoted(2, 2))).toEqual([[], [[1, 'Quote 2.']]]);
    expect(marks(quoted(1, 1, 'label'))).toEqual([[[1, 'Quote 1.']]]);
  });
});

describe('words of the page', () => {
  test('are known whatever their spaces and cell bars', () => {
    expect(isVerbatim('a  b\nc', ['x a b c y'])).toBe(true);
    expect(isVerbatim('Command | What it shows', ['Command What it shows'])).toBe(true);
  });

  test('are not those of a model', () => {
    expect(isVerbatim('a `b` c', ['a b c'])).toBe(false);
    expect(isVerbatim('a b c', ['a b', 'c'])).toBe(false);
    expect(isVerbatim('a', [])).toBe(false);
  });
});

describe('the card', () => {
  const bounds = { top: 0, left: 1000, width: 400, height: 800 };
  const size = { width: 300, height: 200 };
  test('stands below its mark, above where there is no room', () => {
    expect(placeCard(mark(100, 1190), size, bounds)).toEqual({ top: 124, left: 1050 });
    expect(placeCard(mark(700, 1190), size, bounds)).toEqual({ top: 494, left: 1050 });
  });

  test('never leaves its bounds, also when it is too large for them', () => {
    expect(placeCard(mark(100, 1000), size, bounds).left).toBe(1008);
    expect(placeCard(mark(100, 1380), size, bounds).left).toBe(1092);
    expect(placeCard(mark(100, 1190), { width: 500, height: 900 }, bounds)).toEqual({ top: 8, left: 1008 });
  });
});

function mark(top: number, left: number): Parameters<typeof placeCard>[0] {
  return { top, left, width: 20, height: 18 };
}

test('a place is named once when page and section have one name', () => {
  expect(placeOf({ title: 'Intro', section: 'Intro' })).toBe('Intro');
  expect(placeOf({ title: 'Intro', section: '' })).toBe('Intro');
  expect(placeOf({ title: 'Intro', section: 'Aim' })).toBe('Intro › Aim');
});
