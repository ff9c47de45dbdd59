import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkServeFlags } from './check-serve-flags.ts';

const said: string[] = [];
const check = (...flags: readonly string[]): Promise<number | undefined> =>
  checkServeFlags(flags, (line) => said.push(line));

beforeEach(() => {
  said.length = 0;
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  }
});
afterEach(() => vi.restoreAllMocks());

test('what `ibid serve` takes is taken, and nothing is said', async () => {
  expect(await check('--port', '0', '--title', 'Mine', '--quiet')).toBeUndefined();
  expect(said).toEqual([]);
});

test.each([
  [['--prot', '1'], '--prot'],
  [['--port', '70000'], '65535'],
  [['--port', '0', '--config', '/none/ibid.config.json'], '/none/ibid.config.json'],
])('%j is refused before anything is built', async (flags, named) => {
  expect(await check(...flags)).toBe(2);
  expect(said.join('')).toContain(named);
});

test('help is help', async () => {
  expect(await check('--help')).toBe(0);
  expect(said.join('')).toContain('--port <n>');
});

test('a taken port is told', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  try {
    expect(await check('--port', String(port))).toBe(2);
    expect(said).toEqual([`Port ${port} is taken. Name another one with \`--port\`.`]);
  } finally {
    other.close();
    await once(other, 'close');
  }
});
