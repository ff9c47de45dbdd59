import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSessionStore, type IbidError } from '@ibid/core';
import { sessionIdOf, sketchAppended, WIDE } from '@ibid/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sqliteSessions } from '../sqlite.ts';

// Many threads start here, and each would compile the driver again.
enableCompileCache(join(tmpdir(), 'ibid-tests'));

let template: string;
let folder: string;
let file: string;
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'ibid-session-file-'));
  const store = await openSessionStore(sqliteSessions({ file: join(template, 'state.db') }));
  for (const session of [1, 2]) for (const number of [1, 2]) await store.append(sketchAppended(session, number), WIDE);
  await store.close();
});
afterAll(() => rmSync(template, { recursive: true }));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ibid-session-file-'));
  file = join(folder, 'state.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

async function refusal(): Promise<{ readonly code: string; readonly message: string }> {
  const { code, message } = await openSessionStore(sqliteSessions({ file })).then(
    () => expect.unreachable('the file was opened'),
    (error: IbidError) => error,
  );
  return { code, message };
}

/** A sound file with two sessions of two turns each, closed. */
function putSound(): void {
  copyFileSync(join(template, 'state.db'), file);
}

function bytesOf(place: string): Buffer {
  return Buffer.concat(readdirSync(place).map((name) => readFileSync(join(place, name))));
}

/** Changes a closed file behind the driver's back. */
function tamper(sql: string): void {
  const other = new DatabaseSync(file);
  other.exec(sql);
  other.close();
}

describe('a file that holds no sound conversations is refused by name, with a way out', () => {
  test('an empty file, which SQLite would take for an empty database', async () => {
    writeFileSync(file, '');
    expect(await refusal()).toEqual({
      code: 'INDEX_DAMAGED',
      message: `The conversations in \`${file}\` are damaged: it is empty. Restore a copy, or delete the file and begin anew`,
    });
    expect(statSync(file).size).toBe(0);
  });

  test('a file of another kind, which is left as it is', async () => {
    writeFileSync(file, 'not a database at all');
    expect(await refusal()).toMatchObject({ code: 'INDEX_DAMAGED', message: expect.stringContaining(file) });
    expect(readFileSync(file, 'utf8')).toBe('not a database at all');
  });

  test('a database of another program', async () => {
    tamper('CREATE TABLE session (id INTEGER)');
    expect(await refusal()).toMatchObject({ code: 'INDEX_DAMAGED', message: expect.stringMatching(/another kind/) });
  });

  test('a folder', async () => {
    mkdirSync(file);
    expect(await refusal()).toMatchObject({ code: 'INDEX_DAMAGED', message: expect.stringMatching(/not a file/) });
  });

  for (const [format, way] of [
    [99, /format 99.*update Ibid/],
    [0, /format 0.*delete the file/],
  ] as const) {
    test(`a file of format ${format}`, async () => {
      putSound();
      tamper(`PRAGMA user_version = ${format}`);
      expect(await refusal()).toMatchObject({ code: 'INDEX_MISMATCH', message: expect.stringMatching(way) });
    });
  }

  test('a file whose tables were changed', async () => {
    putSound();
    tamper('DROP INDEX session_accessed');
    expect(await refusal()).toMatchObject({ code: 'INDEX_DAMAGED', message: expect.stringMatching(/tables/) });
  });

  test('a file that was cut short', async () => {
    putSound();
    writeFileSync(file, readFileSync(file).subarray(0, 5000));
    expect(await refusal()).toMatchObject({ code: 'INDEX_DAMAGED', message: expect.stringContaining(file) });
  });

  test('an empty path', () => {
    expect(() => sqliteSessions({ file: '' })).toThrow(expect.objectContaining({ code: 'INVALID_CONFIG' }));
  });

  test('a path in a folder that cannot be', async () => {
    writeFileSync(file, 'a file');
    file = join(file, 'below', 'state.db');
    expect((await refusal()).code).toBe('INVALID_CONFIG');
  });
});

test('a new file appears whole, for its owner alone, and leaves nothing beside it when closed', async () => {
  file = join(folder, 'deep', 'er', 'state.db');
  const stores = await Promise.all(Array.from({ length: 3 }, () => openSessionStore(sqliteSessions({ file }))));
  for (const store of stores) expect(await store.count()).toBe(0);
  await stores[0]?.append(sketchAppended(1, 1), WIDE);
  for (const name of readdirSync(join(folder, 'deep', 'er'))) {
    expect([name, statSync(join(folder, 'deep', 'er', name)).mode & 0o077]).toEqual([name, 0]);
  }
  await Promise.all(stores.map((store) => store.close()));
  expect(readdirSync(join(folder, 'deep', 'er'))).toEqual(['state.db']);
});

test('neither ids nor texts stand in the file, not even while the session lives', async () => {
  const store = await openSessionStore(sqliteSessions({ file }));
  const canary = 'CANARY-of-the-reader';
  const appended = sketchAppended(7, 1, { userInput: canary, response: canary, contextUsed: canary });
  await store.append({ ...appended, metadata: { canary } }, WIDE);
  const isThere = (text: string): boolean =>
    bytesOf(folder).includes(text) || bytesOf(folder).includes(Buffer.from(text, 'utf16le'));
  // The way of looking finds what does stand there.
  expect(isThere(appended.turn.at)).toBe(true);
  expect(isThere(canary)).toBe(false);
  expect(isThere(sessionIdOf(7))).toBe(false);
  expect(bytesOf(folder).includes(Buffer.from(sessionIdOf(7).replaceAll('-', ''), 'hex'))).toBe(false);
  await store.close();
  expect(isThere(canary)).toBe(false);
});

test('nothing at all is left in the file when every session was deleted', async () => {
  putSound();
  const store = await openSessionStore(sqliteSessions({ file }));
  for (const session of [1, 2]) expect(await store.delete(sessionIdOf(session))).toBe(true);
  // The log is emptied with the deletion, not only when the file is closed.
  expect(statSync(`${file}-wal`).size).toBe(0);
  await store.close();
  const other = new DatabaseSync(file, { readOnly: true });
  expect(other.prepare('SELECT (SELECT count(*) FROM session) + (SELECT count(*) FROM turn) AS rows').get()).toEqual({
    rows: 0,
  });
  other.close();
  expect(readFileSync(file).includes('2026-01-01')).toBe(false);
});

describe('a conversation that was changed behind the back of Ibid is never served', () => {
  for (const [change, sql] of Object.entries({
    'the last byte of a turn':
      'UPDATE turn SET sealed = substr(sealed, 1, length(sealed) - 1) WHERE session = 1 AND number = 1',
    'a turn cut to nothing': "UPDATE turn SET sealed = x'' WHERE session = 1 AND number = 2",
    'a turn that is missing': 'DELETE FROM turn WHERE session = 1 AND number = 2',
    'all turns that are missing': 'DELETE FROM turn WHERE session = 1',
    'a turn with another number': 'UPDATE turn SET number = 3 - number + 10 WHERE session = 1',
    'two turns that changed places':
      'UPDATE turn SET sealed = (SELECT o.sealed FROM turn o WHERE o.session = 1 AND o.number = 3 - turn.number) WHERE session = 1',
    'a turn of another session':
      'UPDATE turn SET sealed = (SELECT o.sealed FROM turn o WHERE o.session = 2 AND o.number = turn.number) WHERE session = 1',
    'the time of the newest turn': "UPDATE session SET accessed_at = '2026-01-01T00:00:03.000Z' WHERE id = 1",
    'the number of the newest turn': 'UPDATE session SET current_turn = 3 WHERE id = 1',
    'the salt': "UPDATE session SET salt = x'00112233445566778899aabbccddeeff' WHERE id = 1",
  })) {
    test(`${change}`, async () => {
      putSound();
      tamper(sql);
      await using store = await openSessionStore(sqliteSessions({ file }));
      await expect(store.read(sessionIdOf(1))).rejects.toMatchObject({
        code: 'INDEX_DAMAGED',
        message: expect.stringContaining(file),
      });
      expect((await store.read(sessionIdOf(2)))?.currentTurn).toBe(2);
      expect(await store.delete(sessionIdOf(1))).toBe(true);
    });
  }
});

test('a file that another process has locked is waited for', async () => {
  putSound();
  await using store = await openSessionStore(sqliteSessions({ file }));
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  const appending = store.append(sketchAppended(1, 3), WIDE);
  setTimeout(() => {
    other.exec('COMMIT');
    other.close();
  }, 50);
  await appending;
  expect((await store.read(sessionIdOf(1)))?.currentTurn).toBe(3);
});

test('a process that reads the file does not keep a deletion from being done', async () => {
  putSound();
  await using store = await openSessionStore(sqliteSessions({ file }));
  const other = new DatabaseSync(file);
  other.exec('BEGIN');
  other.prepare('SELECT count(*) FROM turn').get();
  expect(await store.delete(sessionIdOf(1))).toBe(true);
  expect(await store.read(sessionIdOf(1))).toBeUndefined();
  other.exec('COMMIT');
  other.close();
});
