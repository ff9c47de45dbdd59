import { expect, test } from 'vitest';
import { hangsOnHeadings, judgeTrap, showsRight, type TrapVerdict } from './judge-trap.ts';
import { urlOf, type Trap } from './read-traps.ts';

const TRAP: Trap = {
  id: 'lens',
  class: 'never-list',
  half: 'a',
  page: 'a/lens.mdx',
  question: 'How do I wipe the lens?',
  misleading: ['Wipe the lens with sand'],
  context: [['You must never', 'Forbidden']],
  right: ['with a soft brush'],
};
const TABLE: Trap = {
  ...TRAP,
  misleading: ['Lens | Sand | Oil'],
  context: [['Harmful | Harmful | Good']],
};
const NUMBER: Trap = { ...TRAP, misleading: ['5 Nm'], context: [] };

function verdict(trap: Trap, text: string, head = 'Care › Lens', url = urlOf(trap)): TrapVerdict {
  return judgeTrap(trap, [{ url, head, text }]);
}

test.each<[rule: string, trap: Trap, text: string, expected: TrapVerdict]>([
  ['any wording of the context does', TRAP, 'Forbidden!\nWipe the lens with sand.', 'with context'],
  [
    'a right answer beside it saves nothing',
    TRAP,
    'Wipe the lens with sand.\nDust it with a soft brush.',
    'misleading',
  ],
  ['case, white space and signs of Markdown make no difference', TRAP, 'WIPE the **lens**\nwith `sand`', 'misleading'],
  ['a right answer alone is right', TRAP, 'Dust it with a soft brush.', 'right'],
  ['neither is an answer of another kind', TRAP, 'The lens weighs 40 g.', 'other'],
  ['a longer word is another word', TRAP, 'Wipe the lens with sandpaper.', 'other'],
  ['cells mislead whatever stands between them', TABLE, 'Lens Sand | Oil', 'misleading'],
  ['a header over too few cells is none', TABLE, 'Harmful | Good\nLens | Sand | Oil | Soap', 'misleading'],
  ['a header over all cells is the context', TABLE, 'Harmful | Harmful | Good\nLens | Sand | Oil', 'with context'],
  ['nothing excuses words without context', NUMBER, 'Forbidden: 5 Nm', 'misleading'],
  ['the end of a longer number is another number', NUMBER, 'Tighten it to 1.5 Nm or 15 Nm.', 'other'],
])('%s', (_, trap, text, expected) => {
  expect(verdict(trap, text)).toBe(expected);
});

test('headings above an excerpt are context, and are told from context in the text', () => {
  const excerpt = { url: urlOf(TRAP), head: 'Care › Forbidden', text: 'Wipe the lens with sand.' };
  expect(judgeTrap(TRAP, [excerpt])).toBe('with context');
  expect(hangsOnHeadings(TRAP, [excerpt])).toBe(true);
  expect(hangsOnHeadings(TRAP, [{ ...excerpt, text: `You must never:\n${excerpt.text}` }])).toBe(false);
});

test('context in another excerpt does not count, for a reader may read one alone', () => {
  const url = urlOf(TRAP);
  const excerpts = [
    { url, head: 'Care', text: 'You must never:' },
    { url, head: 'Care › Lens', text: 'Wipe the lens with sand.' },
  ];
  expect(judgeTrap(TRAP, excerpts)).toBe('misleading');
});

test('the same words on another page are not the trap', () => {
  const excerpt = { url: 'https://traps.example.org/a/sand', head: 'Sand', text: 'Wipe the lens with sand.' };
  expect(judgeTrap(TRAP, [excerpt])).toBe('other');
});

test('a right answer is seen on any page, and never where there is none', () => {
  const excerpts = [{ url: 'https://traps.example.org/a/brush', head: 'Brush', text: 'Dust it with a soft brush.' }];
  const { right: _, ...without } = TRAP;
  expect(showsRight(TRAP, excerpts)).toBe(true);
  expect(showsRight(without, excerpts)).toBe(false);
});
