import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openStore, type IbidError } from '@ibid/core';
import type { ErrorCode } from '@ibid/core/types';
import { putPages, show, sketchPage, SPACE, START, type PageSketch } from '@ibid/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sqliteStore } from '../sqlite.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ibid-open-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const PAGE = sketchPage({ path: '/a', passages: [{ heading: 'Top', text: 'alpha' }] });

async function refusal(file: string, readOnly = false): Promise<{ code: ErrorCode; message: string }> {
  const error = await openStore(sqliteStore({ file, readOnly })).then(
    () => expect.unreachable('the file was opened'),
    (thrown: IbidError) => thrown,
  );
  return { code: error.code, message: error.message };
}

function makeDatabase(file: string, sql: string): void {
  const other = new DatabaseSync(file);
  other.exec(sql);
  other.close();
}

test.each<[what: string, make: (file: string) => unknown, code: ErrorCode, way: RegExp]>([
  ['an empty file', (file) => writeFileSync(file, ''), 'INDEX_DAMAGED', /it is empty.*delete it and index again/u],
  ['a file of another kind', (file) => writeFileSync(file, 'not a database'), 'INDEX_DAMAGED', /is no index/u],
  ['a database', (file) => makeDatabase(file, 'CREATE TABLE a (id INTEGER)'), 'INDEX_DAMAGED', /another program/u],
  ['a folder', (file) => mkdirSync(file), 'INDEX_DAMAGED', /not a file/u],
  ['an index of a later format', (file) => makeIndex(file, 99), 'INDEX_MISMATCH', /update Ibid/u],
  ['an index of an earlier format', (file) => makeIndex(file, 3), 'INDEX_MISMATCH', /delete it and index again/u],
])('%s is refused by name, with a way out, and left as it is', async (_, make, code, way) => {
  const file = join(folder, 'site.ibid');
  await make(file);
  const before = statSync(file);
  const refused = await refusal(file);
  expect(refused).toEqual({ code, message: expect.stringMatching(way) });
  expect(refused.message).toContain(file);
  expect([statSync(file).size, statSync(file).mtimeMs]).toEqual([before.size, before.mtimeMs]);
});

async function makeIndex(file: string, format: number): Promise<void> {
  await openStore(sqliteStore({ file })).then((store) => store.close());
  makeDatabase(file, `PRAGMA user_version = ${format}`);
}

test('a folder that cannot be made, a missing file to be read only and an empty path are refused', async () => {
  expect(await refusal('/proc/none/site.ibid')).toMatchObject({
    code: 'INVALID_CONFIG',
    message: expect.stringContaining('/proc/none'),
  });
  expect(await refusal(join(folder, 'missing.ibid'), true)).toMatchObject({
    code: 'NOT_INDEXED',
    message: expect.stringMatching(/ibid index/),
  });
  expect(readdirSync(folder)).toEqual([]);
  expect(() => sqliteStore({ file: '' })).toThrow(expect.objectContaining({ code: 'INVALID_CONFIG' }));
});

test('a new index appears whole or not at all, and leaves nothing half made beside it', async () => {
  const file = join(folder, 'deep', 'er', 'site.ibid');
  const stores = await Promise.all(Array.from({ length: 3 }, () => openStore(sqliteStore({ file }))));
  for (const store of stores) expect(await store.info()).toBeUndefined();
  await Promise.all(stores.map((store) => store.close()));
  // If two close at the same moment, neither removes the log.
  const left = readdirSync(join(folder, 'deep', 'er')).filter((name) => !/-(?:wal|shm)$/.test(name));
  expect(left).toEqual(['site.ibid']);
});

test('a store opened to read answers and refuses to write', async () => {
  const file = join(folder, 'site.ibid');
  const writer = await openStore(sqliteStore({ file }));
  await show(writer, [PAGE]);
  const reader = await openStore(sqliteStore({ file, readOnly: true }));
  expect(await reader.getPage('/a')).toMatchObject({ text: 'alpha' });
  await expect(reader.beginBuild(START)).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
  await expect(reader.cache?.put('space', [{ hash: 'h', vector: new Float32Array(1) }])).rejects.toMatchObject({
    code: 'INVALID_CONFIG',
  });
  await reader.close();
  await writer.close();
  chmodSync(file, 0o444);
  const again = await openStore(sqliteStore({ file, readOnly: true }));
  expect((await again.info())?.pages).toBe(1);
  await again.close();
});

// The superuser can write everywhere.
test.skipIf(process.getuid?.() === 0)('an index in a folder that nobody can write is served', async () => {
  const sealed = join(folder, 'sealed');
  const file = join(sealed, 'site.ibid');
  const writer = await openStore(sqliteStore({ file }));
  await show(writer, [PAGE]);
  await writer.close();
  chmodSync(sealed, 0o555);
  try {
    const reader = await openStore(sqliteStore({ file, readOnly: true }));
    expect(await reader.getPage('/a')).toMatchObject({ text: 'alpha' });
    await reader.close();
  } finally {
    chmodSync(sealed, 0o755);
  }
});

function pages(round: number): ReturnType<typeof sketchPage>[] {
  const passages = (page: number): PageSketch['passages'] =>
    Array.from({ length: 6 }, (_, k) => ({
      heading: `H${k}`,
      text: `round${round} word${page}x${k} ${'filler '.repeat(80)}`,
    }));
  return Array.from({ length: 12 }, (_, page) => sketchPage({ path: `/p${page}`, passages: passages(page) }));
}

test('an index that is rewritten many times does not grow', async () => {
  const file = join(folder, 'site.ibid');
  const store = await openStore(sqliteStore({ file }));
  await show(store, pages(0));
  const before = statSync(file).size;
  for (let round = 1; round <= 6; round++) await show(store, pages(round));
  expect(statSync(file).size).toBeLessThan(1.5 * before);
  const reports = [];
  for await (const diagnostic of store.check()) reports.push(diagnostic);
  expect(reports).toEqual([]);
  await store.close();
});

describe('an index that is replaced while it is open', () => {
  test.each<[string, string, (from: string, to: string) => void]>([
    ['by a copy of one of other words', 'beta', copyFileSync],
    ['by a copy of one that was published later', 'alpha', copyFileSync],
    ['by another file', 'alpha', renameSync],
    ['by nothing', 'alpha', (_, to) => rmSync(to)],
  ])('%s is refused from then on', async (_, word, replace) => {
    const [file, other] = [join(folder, 'a.ibid'), join(folder, 'b.ibid')];
    for (const [place, text, day] of [
      [file, 'alpha', 1],
      [other, word, word === 'alpha' ? 2 : 1],
    ] as const) {
      await using made = await openStore(sqliteStore({ file: place }));
      await made.beginBuild(START);
      await putPages(made, [sketchPage({ path: '/a', passages: [{ heading: 'Top', text }] })], SPACE);
      await made.publish({ space: SPACE, publishedAt: `2026-01-0${day}T00:00:00.000Z` });
    }
    await using store = await openStore(sqliteStore({ file, readOnly: true }));
    expect((await store.getPage('/a'))?.content[0]?.text).toBe('alpha');
    replace(other, file);
    const query = { terms: [], vector: undefined, limit: 1 };
    const asked = await Promise.allSettled([store.info(), store.getPage('/a'), store.search(query)]);
    for (const { status, reason } of asked as PromiseRejectedResult[]) {
      expect([status, (reason as IbidError).code]).toEqual(['rejected', 'UPSTREAM_FAILED']);
    }
  });
});
