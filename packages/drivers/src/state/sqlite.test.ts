import { existsSync, statSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  booking,
  DAY,
  describeState,
  sessionIdOf,
  SETTINGS,
  sketchAppended,
  sketchFeedback,
  sketchTurn,
  WIDE,
} from '@ibid/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keyOf, lookupOf, newSalt, seal } from './seal.ts';
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
  ])('%s is refused, and left as it is', async (_, make, code, words) => {
    await make();
    const before = await readFile(file);
    await expect(openSqlite(file)).rejects.toMatchObject({ code, message: expect.stringMatching(words) });
    expect(await readFile(file)).toEqual(before);
  });

  test('of the version before keeps its feedback, and takes questions from then on', async () => {
    const old = sketchFeedback(1);
    {
      await using state = stateOver(await openSqlite(file));
      await state.feedback.put(old, 10);
    }
    fill('state.db', 'ALTER TABLE feedback DROP COLUMN question; PRAGMA user_version = 1').close();
    await using state = stateOver(await openSqlite(file));
    const asked = sketchFeedback(2, 2, { question: 'Why?' });
    await state.feedback.put(asked, 10);
    expect(await state.feedback.list({ since: '', limit: 10 })).toEqual([asked, old]);
  });

  test('takes over conversations, costs and feedback of Ibid 0.1, once', async () => {
    const [id, salt] = [sessionIdOf(1), newSalt()];
    const key = keyOf(id, salt);
    const turn = sketchTurn(1);
    const sessions = fill(
      'sessions.db',
      `CREATE TABLE session (id INTEGER PRIMARY KEY, lookup BLOB, salt BLOB, created_at TEXT, accessed_at TEXT, current_turn INTEGER, sealed BLOB);
       CREATE TABLE turn (id INTEGER PRIMARY KEY, session INTEGER, number INTEGER, bytes INTEGER, sealed BLOB);`,
    );
    const place = `session 7 ${turn.at} ${turn.at} 1`;
    const settings = JSON.stringify({ settings: SETTINGS, metadata: {} });
    sessions
      .prepare('INSERT INTO session VALUES (7, ?, ?, ?, ?, 1, ?)')
      .run(lookupOf(id), salt, turn.at, turn.at, seal(key, place, settings));
    sessions.prepare('INSERT INTO turn VALUES (1, 7, 1, 100, ?)').run(seal(key, 'turn 7 1', JSON.stringify(turn)));
    sessions.close();
    fill(
      'ledger.db',
      `CREATE TABLE account (id INTEGER PRIMARY KEY, key, day, newest_day, settled_tokens, settled_cost, reserved_tokens, reserved_cost);
       CREATE TABLE reservation (id TEXT PRIMARY KEY, day, tokens, cost, accounts);
       INSERT INTO account VALUES (3, 'all', '${DAY}', '${DAY}', 40, 4, 5, 6);
       INSERT INTO reservation VALUES ('r', '${DAY}', 5, 6, '[3]');`,
    ).close();
    {
      await using state = stateOver(await openSqlite(file));
      expect(await state.sessions.read(id)).toMatchObject({ currentTurn: 1, turns: [turn], settings: SETTINGS });
      await state.sessions.append(sketchAppended(1, 2), WIDE);
      expect((await state.sessions.read(id))?.turns).toHaveLength(2);
      await state.ledger.settle('r', booking(2, 2));
      expect((await state.ledger.read({ key: 'all', day: DAY })).settled).toEqual(booking(42, 6));
    }
    expect([existsSync(join(folder, 'ledger.db')), existsSync(join(folder, 'ledger.db.taken-over'))]).toEqual([
      false,
      true,
    ]);
  });
});
