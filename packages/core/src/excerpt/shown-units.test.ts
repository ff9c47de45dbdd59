import { expect, test } from 'vitest';
import { passagesOf, scored } from './excerpt-fixture.ts';
import { answeringUnits, shownUnits } from './shown-units.ts';

function both(body: string): readonly (readonly string[])[] {
  const units = scored(passagesOf(`# Engine\n\n${body}`), 'loud turbine');
  const lit = shownUnits([{ units }], { weights: new Map() })[0]!.filter(({ isLit }) => isLit);
  return [lit, answeringUnits(units)].map((found) => found.map(({ text }) => text));
}

test.each([
  ['the sentence that answers', 'A loud turbine turns. Wheat is ground.', ['A loud turbine turns.']],
  ['a table row, never its header', '| loud turbine |\n| --- |\n| loud turbine |\n| mill |', ['loud turbine']],
  ['nothing where no word of the question stands', 'Wheat is ground. Bread is baked.', []],
])('lit is %s', (_, body, expected) => {
  expect(both(body)[0]).toEqual(expected);
});

test('nothing is lit where that would be all of it, and it answers all the same', () => {
  expect(both('A loud turbine turns.')).toEqual([[], ['A loud turbine turns.']]);
});
