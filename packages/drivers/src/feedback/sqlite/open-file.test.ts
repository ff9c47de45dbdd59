import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { IbidError } from '@ibid/core';
import { ANY_NUMBER, keptRequests, sketchFeedback } from '@ibid/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sqliteFeedback } from '../sqlite.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ibid-feedback-file-'));
  file = join(folder, 'feedback.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

async function refusal(): Promise<{ readonly code: string; readonly message: string }> {
  const { code, message } = await sqliteFeedback({ file })
    .open()
    .then(
      () => expect.unreachable('the file was opened'),
      (error: IbidError) => error,
    );
  return { code, message };
}

/** A sound file with two verdicts, closed. */
async function putSound(): Promise<void> {
  const driver = sqliteFeedback({ file });
  await driver.open();
  await driver.put(sketchFeedback(1, 1, { note: 'a note to be forgotten' }), ANY_NUMBER);
  await driver.put(sketchFeedback(2), ANY_NUMBER);
  await driver.close();
}

/** Changes a closed file behind the driver's back. */
function tamper(sql: string): void {
  const other = new DatabaseSync(file);
  other.exec(sql);
  other.close();
}

describe('a file that is no sound one of feedback is refused by name, with a way out', () => {
  test('an empty file', async () => {
    writeFileSync(file, '');
    expect(await refusal()).toEqual({
      code: 'INDEX_DAMAGED',
      message: `The feedback in \`${file}\` is damaged: it is empty. Restore a copy, or delete the file and begin anew`,
    });
  });

  test('a file of another kind, which is left as it is', async () => {
    writeFileSync(file, 'not a database at all');
    expect(await refusal()).toMatchObject({ code: 'INDEX_DAMAGED', message: expect.stringContaining(file) });
    expect(readFileSync(file, 'utf8')).toBe('not a database at all');
  });

  test('a database of another program', async () => {
    tamper('CREATE TABLE feedback (id INTEGER)');
    expect(await refusal()).toMatchObject({ code: 'INDEX_DAMAGED', message: expect.stringMatching(/another kind/) });
  });

  test('a folder', async () => {
    mkdirSync(file);
    expect(await refusal()).toMatchObject({ code: 'INDEX_DAMAGED', message: expect.stringMatching(/not a file/) });
  });

  test('a file of a later format', async () => {
    await putSound();
    tamper('PRAGMA user_version = 99');
    expect(await refusal()).toMatchObject({ code: 'INDEX_MISMATCH', message: expect.stringMatching(/update Ibid/) });
  });

  test('a file whose tables were changed', async () => {
    await putSound();
    tamper('DROP INDEX feedback_at');
    expect(await refusal()).toMatchObject({ code: 'INDEX_DAMAGED', message: expect.stringMatching(/tables/) });
  });

  test('a file that can only be read', async () => {
    await putSound();
    // The write version of a later SQLite: this one then reads only, whoever runs it.
    const bytes = readFileSync(file);
    bytes[18] = 3;
    chmodSync(file, 0o600);
    writeFileSync(file, bytes);
    expect(await refusal()).toEqual({
      code: 'INVALID_CONFIG',
      message: `\`${file}\` cannot be written; check its folder and permissions`,
    });
  });

  test('an empty path', () => {
    expect(() => sqliteFeedback({ file: '' })).toThrow(expect.objectContaining({ code: 'INVALID_CONFIG' }));
  });
});

test('feedback that could not be opened can be opened once its file was mended', async () => {
  writeFileSync(file, '');
  const driver = sqliteFeedback({ file });
  await expect(driver.open()).rejects.toMatchObject({ code: 'INDEX_DAMAGED' });
  await expect(driver.count()).rejects.toMatchObject({ code: 'CLOSED' });
  rmSync(file);
  await putSound();
  await driver.open();
  expect(await keptRequests(driver)).toEqual([2, 1]);
  await driver.close();
});

test('a new file appears whole, for its owner alone, and leaves nothing beside it when closed', async () => {
  file = join(folder, 'deep', 'er', 'feedback.db');
  const drivers = Array.from({ length: 3 }, () => sqliteFeedback({ file }));
  await Promise.all(drivers.map((driver) => driver.open()));
  await Promise.all(drivers.map((driver, i) => driver.put(sketchFeedback(i), ANY_NUMBER)));
  for (const name of readdirSync(join(folder, 'deep', 'er'))) {
    expect([name, statSync(join(folder, 'deep', 'er', name)).mode & 0o077]).toEqual([name, 0]);
  }
  expect(await drivers[0]!.count()).toBe(3);
  await Promise.all(drivers.map((driver) => driver.close()));
  expect(readdirSync(join(folder, 'deep', 'er'))).toEqual(['feedback.db']);
});

test('nothing of a note that was replaced is left in the file', async () => {
  await putSound();
  expect(readFileSync(file).includes('a note to be forgotten')).toBe(true);
  const driver = sqliteFeedback({ file });
  await driver.open();
  await driver.put(sketchFeedback(1, 3), ANY_NUMBER);
  await driver.close();
  expect(readFileSync(file).includes('a note to be forgotten')).toBe(false);
});

test('a file that another process has locked is waited for', async () => {
  await putSound();
  const driver = sqliteFeedback({ file });
  await driver.open();
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  const putting = driver.put(sketchFeedback(3), ANY_NUMBER);
  setTimeout(() => {
    other.exec('COMMIT');
    other.close();
  }, 50);
  await putting;
  expect(await keptRequests(driver)).toEqual([3, 2, 1]);
  await driver.close();
});
