import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reachablePackages } from './reachable-packages.ts';

let root = '';

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ibid-reachable-'));
});

afterEach(() => rm(root, { recursive: true, force: true }));

async function install(folder: string, manifest: object): Promise<void> {
  await mkdir(join(root, folder), { recursive: true });
  await writeFile(join(root, folder, 'package.json'), JSON.stringify(manifest));
}

const found = (): readonly string[] => reachablePackages(root, ['packages/own']).map(({ folder }) => folder);

test('what a package needs, and what that needs, is found where Node finds it; peers, types and what nobody needs are not', async () => {
  await install('packages/own', { name: 'own', dependencies: { a: '1', b: '1' }, peerDependencies: { react: '19' } });
  await install('packages/own/node_modules/b', { name: 'b' });
  await install('node_modules/a', { name: 'a', dependencies: { b: '2', c: '1', '@types/c': '1' } });
  await install('node_modules/a/node_modules/b', { name: 'b', dependencies: { a: '1' } });
  for (const name of ['c', 'react', 'typescript', '@types/c']) await install(`node_modules/${name}`, { name });
  expect(found()).toEqual([
    'node_modules/a',
    'node_modules/a/node_modules/b',
    'node_modules/c',
    'packages/own/node_modules/b',
  ]);
});

test('an optional package may be missing, a needed one may not', async () => {
  await install('packages/own', { name: 'own', optionalDependencies: { a: '1' } });
  expect(found()).toEqual([]);
  await install('packages/own', { name: 'own', dependencies: { a: '1' } });
  expect(found).toThrow(/`own` needs `a`/u);
});
