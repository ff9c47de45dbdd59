import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { watchFolder, type FolderWatch, type WatchFolderOptions } from './watch-folder.ts';

let place: string;
let root: string;
let folder: FolderWatch;
const stop = new AbortController();

beforeEach(async () => {
  place = mkdtempSync(join(tmpdir(), 'ibid-watch-'));
  root = join(place, 'docs');
  write('a.md', 'alpha');
  write('deep/er/b.md', 'beta');
  // Some file systems have a time resolution of milliseconds. In practice no run reads a page this soon after a scan.
  await sleep(20);
  folder = open();
});
afterEach(() => {
  rmSync(place, { recursive: true, force: true });
});

function open(options: Partial<WatchFolderOptions> = {}): FolderWatch {
  return watchFolder({
    root,
    isIgnored: (path) => path.startsWith('site.index'),
    besides: () => '',
    lookEveryMs: 50,
    restMs: 50,
    ...options,
  });
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function changed(): Promise<void> {
  return folder.changed(stop.signal);
}

describe('a folder has changed when', () => {
  test.each<[string, () => void]>([
    ['a file gets other text of the same length', () => write('a.md', 'ALPHA')],
    ['a file goes', () => rmSync(join(root, 'a.md'))],
    ['a folder comes with what it holds', () => write('new/and/new/c.md', 'gamma')],
    ['a folder goes', () => rmSync(join(root, 'deep'), { recursive: true })],
    [
      'a file is put in the place of another with the same size and time',
      () => {
        write('new.md', 'ALPHA');
        const time = new Date('2026-01-01');
        utimesSync(join(root, 'new.md'), time, time);
        renameSync(join(root, 'new.md'), join(root, 'a.md'));
      },
    ],
    ['a link comes', () => symlinkSync(join(root, 'deep/er/b.md'), join(root, 'link.md'))],
  ])('%s', async (_, change) => {
    change();
    await expect(changed()).resolves.toBeUndefined();
  });

  test('something changes after an earlier change, also in a folder that came meanwhile', async () => {
    write('new/c.md', 'gamma');
    await changed();
    write('new/c.md', 'gamma and more');
    await changed();
    rmSync(join(root, 'new'), { recursive: true });
    await expect(changed()).resolves.toBeUndefined();
  });

  test('it was deleted and made again, as generators do', async () => {
    const waiting = changed();
    rmSync(root, { recursive: true });
    await sleep(400);
    write('a.md', 'built again');
    await waiting;
    write('a.md', 'and changed');
    await expect(changed()).resolves.toBeUndefined();
  });
});

test('what is never indexed is no change', async () => {
  const waiting = changed();
  for (const path of ['.git/HEAD', '.a.md.swp', 'node_modules/x/readme.md', 'a.md~', '#a.md#', '4913']) write(path, '');
  for (const path of ['site.index', 'site.index-wal', 'sessions.db', 'deep/jobs.db-wal']) write(path, '');
  const first = await Promise.race([waiting.then(() => 'changed'), sleep(300, 'quiet')]);
  write('c.md', 'gamma');
  await waiting;
  expect(first).toBe('quiet');
});

test('a burst of changes is one', async () => {
  const waiting = changed();
  for (let i = 0; i < 10; i++) {
    write(`page-${i}.md`, 'text');
    await sleep(10);
  }
  await waiting;
  const more = changed();
  expect(await Promise.race([more.then(() => 'changed'), sleep(300, 'quiet')])).toBe('quiet');
  write('a.md', 'the end');
  await more;
});

test('what lies beside the folder counts when it is said to', async () => {
  let beside = 'one';
  const other = open({ besides: () => beside });
  const waiting = other.changed(stop.signal);
  beside = 'two';
  await expect(waiting).resolves.toBeUndefined();
});

test('the folder has changed when what was read outside it is outdated', async () => {
  let isOutdated = false;
  const other = open({ isOutdated: () => isOutdated });
  const waiting = other.changed(stop.signal);
  isOutdated = true;
  await waiting;
  isOutdated = false;
  const more = other.changed(stop.signal);
  expect(await Promise.race([more.then(() => 'changed'), sleep(300, 'quiet')])).toBe('quiet');
  write('a.md', 'the end');
  await more;
});

test('a folder that has gone, or was never there, is told', async () => {
  const waiting = changed();
  rmSync(root, { recursive: true });
  await expect(waiting).rejects.toMatchObject({
    code: 'SOURCE_UNAVAILABLE',
    message: expect.stringMatching(/`docs` is gone/),
  });
  expect(() => open()).toThrow(/`docs` is gone/);
});

test('waiting ends with the reason of the signal, also when the folder is just coming to rest', async () => {
  for (const change of [() => undefined, () => write('a.md', 'changed')]) {
    const own = new AbortController();
    const waiting = folder.changed(own.signal);
    change();
    setTimeout(() => own.abort(new Error('enough')), 20);
    await expect(waiting).rejects.toThrow('enough');
  }
});
