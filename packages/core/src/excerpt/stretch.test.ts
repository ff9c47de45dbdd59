import { expect, test } from 'vitest';
import { filler, passagesOf, scored } from './excerpt-fixture.ts';
import { stretchOf, type Budget } from './stretch.ts';

const BUDGET: Budget = { words: 30, whole: 40, units: 60 };
const ASKED = 'turbine';

function shown(body: string, budget: Partial<Budget> = {}): readonly string[] {
  const units = scored(passagesOf(`# Engine room\n\n${body}`), ASKED);
  return stretchOf(units, { ...BUDGET, ...budget }).map((place) => units[place]!.text);
}

test('a short section is shown whole', () => {
  expect(shown('The turbine turns. It is loud. Nobody minds.')).toEqual([
    'The turbine turns.',
    'It is loud.',
    'Nobody minds.',
  ]);
});

test('a sentence that announces what the section lacks does not end it', () => {
  expect(shown('The turbine turns. It looks like this:')).toEqual(['The turbine turns.']);
  expect(shown('The turbine looks like this:')).toEqual(['The turbine looks like this:']);
});

test('of a long section about as many words are shown as there may be, around what answers', () => {
  const texts = shown(`${filler(12)} The turbine turns at dawn. ${filler(12)}`);
  expect(texts).toContain('The turbine turns at dawn.');
  const words = texts.join(' ').split(/\s+/u).length;
  expect(words).toBeLessThanOrEqual(BUDGET.words);
  expect(words).toBeGreaterThan(BUDGET.words / 2);
});

test.each([
  [
    'a list comes whole, with the sentence that announces it',
    `${filler(9)}\n\nTo start it, do this:\n\n1. Open the valve.\n2. Wake the turbine.\n3. Close the valve.\n\n${filler(9)}`,
    ['To start it, do this:', 'Open the valve.', 'Wake the turbine.', 'Close the valve.'],
  ],
  [
    'an item of a list too long to be shown whole comes with what announces the list',
    `To start it, do this:\n\n${filler(12).replaceAll('Grey', '\n- Grey')}\n- Wake the turbine.\n\n${filler(9)}`,
    ['To start it, do this:', 'Wake the turbine.'],
  ],
  [
    'an item comes with what announces the list, and not with text inside the items before',
    `Only if all else fails, do this:\n\n${'1. Open a valve that lies on the other shore.\n\n   Wait for the grey stones there.\n\n'.repeat(5)}1. Wake the turbine.\n\n${filler(9)}`,
    ['Only if all else fails, do this:', 'Wake the turbine.'],
  ],
  [
    'a row comes with the whole paragraph above its table',
    `${filler(9)}\n\nThe parts are ignored since version 7. The table is for old mills.\n\n| part | speed |\n| --- | --- |\n${'| mill | 20 |\n'.repeat(12)}| turbine | 900 |\n\n${filler(9)}`,
    ['The parts are ignored since version 7.', 'The table is for old mills.', 'part | speed', 'turbine | 900'],
  ],
  [
    'an opening paragraph that limits a section stands above what is shown of it',
    `Do not use these in a container.\n\n${filler(9)} The turbine turns at 900 rpm. ${filler(9)}`,
    ['Do not use these in a container.', 'The turbine turns at 900 rpm.'],
  ],
  [
    'and so does a box',
    `${filler(9)}\n\n:::warning\n\nNever on an island.\n\n:::\n\n${filler(9)} The turbine turns at 900 rpm. ${filler(9)}`,
    ['warning', 'Never on an island.', 'The turbine turns at 900 rpm.'],
  ],
  [
    'code comes with the sentence that announces it',
    `${filler(9)}\n\nStart it like this:\n\n\`\`\`sh\nturbine start\n\`\`\`\n\n${filler(9)}`,
    ['Start it like this:', 'turbine start'],
  ],
  [
    'code comes with its caption, a few words without a full stop',
    `${filler(9)}\n\nHow to wake the turbine\n\n\`\`\`sh\nstart now\n\`\`\`\n\n${filler(9)}`,
    ['How to wake the turbine', 'start now'],
  ],
  [
    'what announces code brings the code: nothing ends on a colon',
    `${filler(9)}\n\nStart the turbine like this:\n\n\`\`\`sh\nstart now\n\`\`\`\n\n${filler(9)}`,
    ['Start the turbine like this:', 'start now'],
  ],
  [
    'a sentence goes on behind code in its middle',
    `${filler(9)}\n\nThe command\n\n\`\`\`sh\nrun now\n\`\`\`\n\nstarts the turbine.\n\n${filler(9)}`,
    ['The command', 'run now', 'starts the turbine.'],
  ],
  [
    'a sentence that speaks of what follows brings it, too',
    `${filler(9)}\n\nThe turbine has the following parts.\n\n- fan\n- blade\n\n${filler(9)}`,
    ['The turbine has the following parts.', 'fan', 'blade'],
  ],
  [
    'a row comes with the header of its table and what stands before it',
    `${filler(9)} There are parts.\n\n| part | speed |\n| --- | --- |\n| fan | 30 |\n${'| mill | 20 |\n'.repeat(12)}| turbine | 900 |\n\n${filler(9)}`,
    ['There are parts.', 'part | speed', 'turbine | 900'],
  ],
  [
    'a sentence that begins with It brings the one before',
    `${filler(9)} The old mill stands here. It drives a turbine by night. ${filler(9)}`,
    ['The old mill stands here.', 'It drives a turbine by night.'],
  ],
  [
    'a sentence that begins with This brings the one before, and that one the one before it',
    `${filler(9)} The old mill stands here. This has a wheel. It drives a turbine. ${filler(9)}`,
    ['The old mill stands here.', 'This has a wheel.', 'It drives a turbine.'],
  ],
  [
    'a sentence that takes back the one before comes with it',
    `${filler(9)} The turbine turns at night. However, nobody may start it. ${filler(9)}`,
    ['The turbine turns at night.', 'However, nobody may start it.'],
  ],
  [
    'and so does one that denies what a name says',
    `${filler(9)} The turbine is called Dynamo. Despite its name, it makes no power. ${filler(9)}`,
    ['The turbine is called Dynamo.', 'Despite its name, it makes no power.'],
  ],
])('%s', (_, body, expected) => {
  const texts = shown(body, { words: 0, whole: 20 });
  expect(texts.slice(0, expected.length)).toEqual(expected);
  expect(texts.at(-1)).not.toMatch(/:$/u);
});

const step = (lead: string, code: string): string => `1. ${lead}\n\n   \`\`\`py title="a.py"\n   ${code}\n   \`\`\`\n`;

test('items that announce code have it, also where a label stands between them', () => {
  const long = 'pump(valve, oil, thin, grey, stones, shores, lie, on, many, other, kinds, of, ground)';
  const list = [
    step('Fill it:', long),
    step('Close it:', long),
    step('Wake the turbine:', 'start()'),
    step('Look:', 'see()'),
  ];
  const texts = shown(`Do this.\n\n${list.join('\n')}\n${filler(9)}`, { words: 40, whole: 40 });
  const announcing = texts.flatMap((text, at) => (text.endsWith(':') ? [texts[at + 1]] : []));
  expect(announcing).toEqual(announcing.map(() => 'a.py'));
  expect(texts.filter((text) => text === 'a.py')).toHaveLength(texts.filter((text) => text.endsWith(')')).length);
});

test('no more units are shown than there may be, and what answers is among them', () => {
  const body = `To start it, do this:\n\n1. Open the valve.\n2. Wake the turbine.\n3. Close the valve.`;
  expect(shown(body, { units: 1 })).toEqual(['Wake the turbine.']);
  expect(shown(body, { units: 2 })).toEqual(['To start it, do this:', 'Wake the turbine.']);
});

test('a stretch that would end a few words before its section goes on to the end', () => {
  const seed = 'The turbine turns at dawn, and at noon it turns again.';
  const after = [
    'It hums by day. ',
    'It rests by night. ',
    'Snow falls on it, and rain, and nobody in the valley has ever minded. ',
    'So it goes.',
  ];
  const texts = shown(`${filler(9)} ${seed} ${after.join('')}`, { words: 16 });
  expect(texts.slice(-4)).toEqual(after.map((text) => text.trim()));
  expect(shown(`${filler(9)} ${seed} ${after.join('')} ${filler(5)}`, { words: 16 }).at(-1)).not.toBe('So it goes.');
});

test('a stretch that would end a few words before a subsection goes on to it', () => {
  const intro =
    'The turbine turns at dawn. It hums.\n\n:::info\n\nIt needs snow that falls on the far side of the high valley.\n\n:::';
  const units = scored(passagesOf(`# Engine room\n\n${intro}\n\n## Below\n\n${filler(12)}`), ASKED);
  const texts = stretchOf(units, { words: 8, whole: 10, units: 60 }).map((place) => units[place]!.text);
  expect(texts.at(-1)).toBe('It needs snow that falls on the far side of the high valley.');
});

test('what limits a section is shown once, in page order and within the number of units', () => {
  const terms = Array.from({ length: 6 }, (_, at) => `<dt>part ${at}</dt><dd>Only for mills of kind ${at}.</dd>`).join(
    '',
  );
  const body = `Only for old mills.\n\n<dl>${terms}</dl>\n\n:::warning\n\nNever on an island.\n\n:::\n\n${filler(9)} The turbine turns at 900 rpm. ${filler(9)}`;
  const texts = shown(body, { words: 0, whole: 20 });
  expect(texts.slice(0, 4)).toEqual([
    'Only for old mills.',
    'warning',
    'Never on an island.',
    'The turbine turns at 900 rpm.',
  ]);
  expect(shown(body, { words: 0, whole: 20, units: 1 })).toEqual(['The turbine turns at 900 rpm.']);
});
