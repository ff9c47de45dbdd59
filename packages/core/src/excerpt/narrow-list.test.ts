import { expect, test } from 'vitest';
import { passagesOf, scored, termsOf } from './excerpt-fixture.ts';
import { narrowList } from './narrow-list.ts';

/** The lines that are left of one page, for a question. */
function left(question: string, body: string): readonly string[] {
  const units = scored(passagesOf(`# Parts\n\n${body}`), question);
  return narrowList(units, [...units.keys()], termsOf(question)).map((place) => units[place]!.text);
}

const row = (name: string): string => `| ${name} | holds ${name.length} |`;
const table = (names: readonly string[]): string => `| part | what it does |\n|---|---|\n${names.map(row).join('\n')}`;
const list = (names: readonly string[], mark = '-'): string =>
  names.map((name) => `${mark} ${name} is kept dry.`).join('\n');
const NAMES = 'bolt cable drum engine flange gear hinge joint knob lever'.split(' ');

test('of a long table the rows asked about are left with the header and the text around it', () => {
  const shown = left('drum or gear', `All parts:\n\n${table(NAMES)}\n\nKeep them dry.`);
  expect(shown).toEqual(['All parts:', 'part | what it does', 'drum | holds 4', 'gear | holds 4', 'Keep them dry.']);
});

test('a row stays whose first cell is in the question, beside rows with more of its other words', () => {
  const rows = NAMES.map((name) => `| ${name} | ${name === 'hinge' ? 'neat oil' : 'grease'} |`).join('\n');
  const shown = left('neat oil for the drum', `| part | what it needs |\n|---|---|\n${rows}`);
  expect(shown).toEqual(['part | what it needs', 'drum | grease', 'hinge | neat oil']);
});

test('of a very long list the item asked about is left', () => {
  expect(left('gear', `All parts:\n\n${list(NAMES)}`)).toEqual(['All parts:', 'gear is kept dry.']);
});

test.each([
  ['a short table', 'gear', table(NAMES.slice(3, 8))],
  ['a short list', 'gear', list(NAMES.slice(1))],
  ['steps', 'gear', list(NAMES, '1.')],
  ['a list of two levels', 'gear', `${list(NAMES)}\n  - A lever is last.`],
  ['a table of which most rows have the words', 'holds', table(NAMES)],
  ['a table with a row about those below', 'gear', `${table(NAMES)}\n| In storage only | |\n${row('motor')}`],
  [
    'a table with a row that goes on above',
    'gear',
    `| part | mill | days |\n|---|---|---|\n${NAMES.map((name) => `| ${name} | old | 9 |`).join('\n')}\n| | new | 4 |`,
  ],
  ['a table beside the text that answers', 'dust harms', `Dust harms all of them.\n\n${table(NAMES)}`],
])('%s stays whole', (_, question, body) => {
  expect(left(question, body)).toEqual(scored(passagesOf(`# Parts\n\n${body}`), question).map(({ text }) => text));
});
