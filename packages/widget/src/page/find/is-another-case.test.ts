import { expect, test } from 'vitest';
import { isAnotherCase } from './similar-places.ts';

const WHEEL = 'the wheel of magnesium carries at most 90 kilograms';

/** Pairs each word of the quote with the next equal word of the place. */
function compare(quote: string, place: string): boolean {
  const names = [...new Set(`${quote} ${place}`.split(' '))];
  const [own, other] = [quote, place].map((text) =>
    Int32Array.from(text.split(' ').map((word) => names.indexOf(word))),
  );
  const pairs: [number, number][] = [];
  for (const [at, id] of own!.entries()) {
    const found = other!.indexOf(id, (pairs.at(-1)?.[1] ?? -1) + 1);
    if (found !== -1) pairs.push([at, found]);
  }
  return isAnotherCase(own!, { ids: other!, from: 0, to: other!.length }, pairs, names);
}

test.for([
  ['another number of another thing', WHEEL.replace('magnesium', 'plastic').replace('90', '20'), true],
  ['another number of the same thing', WHEEL.replace('90', '95'), false],
  ['the same number of another thing', WHEEL.replace('magnesium', 'metal'), false],
  ['another number, and a word more', WHEEL.replace('carries', 'safely carries').replace('90', '95'), false],
  ['another number at the end and another word at the front', `${WHEEL.replace('the', 'each')} 7`, false],
] as const)('%s', ([, place, expected]) => {
  expect(compare(WHEEL, place)).toBe(expected);
});
