import { expect, test } from 'vitest';
import { passagesOf, scored } from './excerpt-fixture.ts';
import type { ScoredUnit } from './score-units.ts';
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

const code = (text: string, at: number) => ({ kind: 'code', text, at, passage: 0, span: at }) as ScoredUnit;

test('code that goes on behind a cut is left out', () => {
  const lines = Array.from({ length: 100 }, (_, at) => `  turn(${at});`).join('\n');
  const units = [code(`mill {\n${lines}`, 0), code('  stop();', `mill {\n${lines}\n`.length)];
  const [shown] = shownUnits([{ units }], { weights: new Map() });
  expect(shown!.map(({ text }) => text.split('\n').length)).toEqual([29]);
});
