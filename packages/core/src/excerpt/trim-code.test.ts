import { expect, test } from 'vitest';
import { trimCode } from './trim-code.ts';

const ASKED = new Set(['turbine']);
const construct = (name: string, lines: number): string =>
  `def ${name}():\n${Array.from({ length: lines - 1 }, (_, at) => `    step(${at})`).join('\n')}`;

test('code that is not long is shown whole', () => {
  const text = construct('turbine', 40);
  expect(trimCode(text, ASKED)).toBe(text);
});

test('of long code those constructs are shown that hold the words asked for, and none is cut', () => {
  const turbine = construct('turbine', 30);
  expect(trimCode([construct('a', 30), turbine, construct('b', 30)].join('\n'), ASKED)).toBe(turbine);
});

test('neighbours that hold words of the question come together', () => {
  const two = [construct('turbine', 15), '# the turbine again', construct('b', 15)].join('\n');
  expect(trimCode([construct('a', 30), two, construct('c', 30)].join('\n'), new Set(['turbine', 'b']))).toBe(two);
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
    ['import pump', 'class Mill:', ...inner.slice(0, 12)].join('\n').replace(/\n {2}# next$/u, ''),
  );
});
