import { expect, test } from 'vitest';
import { stateFolder } from './state-drivers.ts';

test.each([
  ['beside the index', { index: 'docs/.ibid/index.db' }, 'docs/.ibid'],
  ['where the server keeps it, for every command', { index: 'a/index.db', server: { state: 'state' } }, 'state'],
  ['beside the index of a server that names no folder', { index: 'a/index.db', server: { port: 1 } }, 'a'],
])('state lies %s', (_, settings, folder) => {
  expect(stateFolder(settings)).toBe(folder);
});
