import { expect, test } from 'vitest';
import { HELP, readOptions } from './options.ts';

const read = (...args: string[]): ReturnType<typeof readOptions> => readOptions(args, ['one', 'two']);

test('without options all sets run into out/eval', () => {
  expect(read()).toEqual({
    kind: 'run',
    options: { out: 'out/eval', sets: undefined, sample: undefined, updateBaselines: false },
  });
});

test('sets and a sample can be chosen', () => {
  expect(read('--sets', 'two,one', '--sample', '5', '--out', 'x')).toEqual({
    kind: 'run',
    options: { out: 'x', sets: ['two', 'one'], sample: 5, updateBaselines: false },
  });
});

test.each([
  [['--sets', 'three'], 'There is no set three. There are one, two.'],
  [['--sample', '0'], '--sample is 0; give a whole number from 1.'],
  [['--sample', '3', '--update-baselines'], 'Baselines are taken from complete runs only; leave out --sample.'],
])('%j is refused with a reason', (args, message) => {
  expect(read(...args)).toEqual({ kind: 'wrong', message });
});

test('an unknown option is refused, and every option is in the help', () => {
  expect(read('--fast').kind).toBe('wrong');
  expect(read('--help').kind).toBe('help');
  for (const option of ['--out', '--sets', '--sample', '--update-baselines', '--help']) expect(HELP).toContain(option);
});
