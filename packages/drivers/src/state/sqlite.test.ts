import { existsSync, statSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describeState } from '@ibid/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSqlite } from './sqlite.ts';
import { memoryState, stateOver } from './state.ts';

describeState({
  name: 'memory',
  lacks: ['durable', 'locks'],
  locksBuilds: false,
  make: async () => ({ open: async () => memoryState(), bytes: undefined, remove: async () => undefined }),
});

describeState({
  name: 'sqlite',
  lacks: [],
  locksBuilds: false,
  async make() {
    const folder = await mkdtemp(join(tmpdir(), 'ibid-state-'));
    return {
      open: async () => stateOver(await openSqlite(join(folder, 'state.db'))),
      async bytes() {
        const names = await readdir(folder);
        return Buffer.concat(await Promise.all(names.map((name) => readFile(join(folder, name)))));
      },
      remove: () => rm(folder, { recursive: true }),
    };
  },
});

describe('the file', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ibid-state-'));
    file = join(folder, 'state.db');
  });
  afterEach(() => rm(folder, { recursive: true }));

  function fill(name: string, sql: string): DatabaseSync {
    const database = new DatabaseSync(join(folder, name));
    database.exec(sql);
    return database;
  }

  test('is for the eyes of its owner alone', async () => {
    await (await openSqlite(file)).close();
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test.each<[string, () => void | Promise<void>, code: string, words: RegExp]>([
    [
      'that is no database',
      () => writeFile(file, 'not a database, and long enough to be read as one'.repeat(9)),
      'INDEX_DAMAGED',
      /Restore a copy/u,
    ],
    [
      'of another program',
      () => fill('state.db', 'CREATE TABLE other (id)').close(),
      'INVALID_CONFIG',
      /another kind/u,
    ],
    [
      'of a newer version',
      async () => {
        await (await openSqlite(file)).close();
        fill('state.db', 'PRAGMA user_version = 99').close();
      },
      'INDEX_MISMATCH',
      /update Ibid/u,
    ],
    [
      'of an earlier version',
      async () => {
        await (await openSqlite(file)).close();
        fill('state.db', 'PRAGMA user_version = 1').close();
      },
      'INDEX_MISMATCH',
      /no longer read. Move it away/u,
    ],
  ])('%s is refused, and left as it is', async (_, make, code, words) => {
    await make();
    const before = await readFile(file);
    await expect(openSqlite(file)).rejects.toMatchObject({ code, message: expect.stringMatching(words) });
    expect(await readFile(file)).toEqual(before);
  });

  test.each(['sessions.db', 'ledger.db', 'feedback.db'])(
    'is not created beside %s of an earlier version',
    async (name) => {
      fill(name, 'CREATE TABLE old (id)').close();
      await expect(openSqlite(file)).rejects.toMatchObject({
        code: 'INDEX_MISMATCH',
        message: expect.stringMatching(new RegExp(`${name}.*earlier version.*Move it away`, 'u')),
      });
      expect(existsSync(file)).toBe(false);
    },
  );
});
