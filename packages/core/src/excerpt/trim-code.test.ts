import { expect, test } from 'vitest';
import { tokenize } from '../text/tokenize.ts';
import { trimCode as partOf } from './trim-code.ts';

const asked = (words: string): ReadonlyMap<string, number> => new Map(tokenize(words).map((token) => [token, 1]));
function trimCode(text: string, weights: ReadonlyMap<string, number>): string {
  const { start, end } = partOf(text, weights);
  return text.slice(start, end);
}

const ASKED = asked('turbine');
const construct = (name: string, lines: number): string =>
  `def ${name}():\n${Array.from({ length: lines - 1 }, (_, at) => `    step(${at})`).join('\n')}`;

test('code that is not long is shown whole', () => {
  const text = construct('turbine', 30);
  expect(trimCode(text, ASKED)).toBe(text);
});

test('of long code those constructs are shown that hold the words asked for, and none is cut', () => {
  const turbine = construct('turbine', 30);
  expect(trimCode([construct('a', 30), turbine, construct('b', 30)].join('\n'), ASKED)).toBe(turbine);
});

test('neighbours that hold words of the question come together', () => {
  const two = [construct('turbine', 14), '# the turbine again', construct('b', 14)].join('\n');
  expect(trimCode([construct('a', 30), two, construct('c', 30)].join('\n'), asked('turbine b'))).toBe(two);
});

const setting = (name: string): string => `# Sets the ${name} of the pump.\n# It is checked at start.\n${name}: 1\n`;

test('of documented settings the one that is asked about is shown with its comment and a few around it', () => {
  const settings = Array.from({ length: 20 }, (_, at) => setting(at === 10 ? 'turbine_speed' : `valve_${at}`));
  expect(
    trimCode(
      settings.join('\n'),
      new Map([
        ...asked('pump'),
        ...asked('turbine')
          .entries()
          .map(([token]) => [token, 2] as const),
      ]),
    ),
  ).toBe(settings.slice(10, 14).join('\n').trimEnd());
});

test.each([
  ['of SQL', (at: number) => `SELECT id\nFROM t${at}\nWHERE ${at === 10 ? 'turbine' : 'pump'} > 1;\n`],
  ['of a shell', (at: number) => `if on ${at === 10 ? 'turbine' : 'pump'}\nthen\n  start ${at}\nfi`],
  ['of C', (at: number) => `void f${at}()\n{\n  ${at === 10 ? 'turbine' : 'pump'}();\n}`],
])('a statement %s is shown from its first line', (_, statement) => {
  const code = Array.from({ length: 20 }, (__, at) => statement(at)).join('\n');
  const shown = trimCode(code, ASKED);
  expect(shown).toContain(statement(10).trimEnd());
  expect(statement(10).split('\n')[0]).toBe(shown.split('\n')[0]);
});

test('a line that closes a construct belongs to it', () => {
  const block = `function turbine() {\n${'  step();\n'.repeat(28)}}`;
  const other = `function a() {\n${'  step();\n'.repeat(28)}}`;
  expect(trimCode([other, block, other].join('\n'), ASKED)).toBe(block);
});

test('one construct that is somewhat too long is shown whole', () => {
  const long = construct('turbine', 70);
  expect(trimCode([construct('a', 30), long].join('\n'), ASKED)).toBe(long);
});

test('printed output is not cut', () => {
  const printed = Array.from({ length: 30 }, (_, at) => `# => │ ${at} │ turbine │`).join('\n');
  const calls = ['show pumps', printed, 'show valves', printed].join('\n');
  expect(trimCode(calls, ASKED)).toBe(['show pumps', printed].join('\n'));
});

test('of one construct that is far too long the beginning is shown, up to a construct within', () => {
  const inner = Array.from({ length: 40 }, (_, at) => `  def step_${at}():\n    turbine(${at})\n  # next`);
  const long = ['import pump', 'class Mill:', ...inner].join('\n');
  expect(trimCode(long, ASKED)).toBe(
    ['import pump', 'class Mill:', ...inner.slice(0, 9)].join('\n').replace(/\n {2}# next$/u, ''),
  );
});
