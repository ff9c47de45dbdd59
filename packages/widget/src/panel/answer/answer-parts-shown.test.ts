import { describe, expect, test } from 'vitest';
import type { Statement } from '../../client/wire.ts';
import { isVerbatim } from './is-verbatim.ts';
import { placeCard } from './place-card.ts';
import { placeOf } from './place-of.ts';
import { referencesOf } from './references-of.ts';

function cited(...citations: readonly number[]): Statement {
  return { kind: 'sentence', text: 'A.', citations, side: 0, language: '' };
}

describe('footnotes of neighbours', () => {
  test('equal ones are shown once, at the end of their run, in any order and without doubles', () => {
    expect(referencesOf([cited(1), cited(1), cited(2), cited(1)])).toEqual([[], [1], [2], [1]]);
    expect(referencesOf([cited(1, 2), cited(2, 1)])).toEqual([[], [2, 1]]);
    expect(referencesOf([cited(1, 1)])).toEqual([[1]]);
  });

  test('those of a statement that has more are its own', () => {
    expect(referencesOf([cited(1), cited(1, 2), cited(1)])).toEqual([[1], [1, 2], [1]]);
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
