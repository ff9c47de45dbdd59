import { expect, test } from 'vitest';
import { HELP, readOptions } from './options.ts';

test('without options three sizes run beside the peers', () => {
  expect(readOptions([])).toEqual({
    kind: 'run',
    options: {
      out: 'out/bench',
      parts: ['search', 'start', 'http', 'panel'],
      sizes: [2000, 20_000, 100_000],
      peers: true,
      seconds: 600,
    },
  });
});

test.each([
  [['--peers'], true],
  [['--no-peers'], false],
])('%j says whether peers run', (args, peers) => {
  expect(readOptions(args)).toMatchObject({ kind: 'run', options: { peers } });
});

test.each([
  [['--sizes', '2000,many']],
  [['--sizes', '0']],
  [['--seconds', '1.5']],
  [['--fast']],
  [['--parts', 'http,ftp']],
  [['--no-sizes']],
])('%j is refused', (args) => {
  expect(readOptions(args).kind).toBe('wrong');
});

test('every option is in the help', () => {
  expect(readOptions(['--help']).kind).toBe('help');
  for (const option of ['--out', '--parts', '--profile', '--sizes', '--peers', '--no-peers', '--seconds', '--help'])
    expect(HELP).toContain(option);
});
