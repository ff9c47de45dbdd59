import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { syncFolder } from './sync-folder.ts';

let scratch: string;
let from: string;
let to: string;

beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'ibid-sync-'));
  [from, to] = [join(scratch, 'from'), join(scratch, 'to')];
  await mkdir(join(from, 'deep'), { recursive: true });
  await writeFile(join(from, 'deep', 'kept.js'), 'same');
  await writeFile(join(from, 'changed.js'), 'new');
});

afterEach(() => rm(scratch, { recursive: true, force: true }));

test('the folder then holds exactly the files of the other', async () => {
  await syncFolder(from, to);
  await writeFile(join(to, 'gone.js'), 'old');
  await writeFile(join(to, 'changed.js'), 'old');
  await syncFolder(from, to);
  expect((await readdir(to, { recursive: true })).sort()).toEqual(['changed.js', 'deep', 'deep/kept.js']);
  expect(await readFile(join(to, 'changed.js'), 'utf8')).toBe('new');
});

test('a file that is the same is not touched', async () => {
  await syncFolder(from, to);
  const before = await stat(join(to, 'deep', 'kept.js'));
  await syncFolder(from, to);
  expect((await stat(join(to, 'deep', 'kept.js'))).ino).toBe(before.ino);
});
