import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { IbidError } from '@ibid/core';
import type { ErrorCode } from '@ibid/core/types';
import { addJob, sketchJob } from '@ibid/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sqliteJobs } from '../sqlite.ts';

// Many threads start here, and each would compile the driver again.
enableCompileCache(join(tmpdir(), 'ibid-tests'));

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ibid-jobs-'));
  file = join(folder, 'jobs.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

async function refusal(place = file): Promise<{ code: ErrorCode; message: string }> {
  const { code, message } = await sqliteJobs({ file: place })
    .open()
    .then(
      () => expect.unreachable('the file was opened'),
      (thrown: IbidError) => thrown,
    );
  return { code, message };
}

async function makeList(): Promise<void> {
  const driver = sqliteJobs({ file });
  await driver.open();
  await addJob(driver, sketchJob(1));
  await driver.close();
}

function change(sql: string): void {
  const db = new DatabaseSync(file);
  db.exec(sql);
  db.close();
}

describe('a file that is no sound job list is refused by name, with a way out', () => {
  test('a file of another kind, which is left as it is', async () => {
    writeFileSync(file, 'not a database at all');
    expect(await refusal()).toEqual({
      code: 'INVALID_CONFIG',
      message: `\`${file}\` is no job list: it does not begin like one. Name another file`,
    });
    expect(readFileSync(file, 'utf8')).toBe('not a database at all');
  });

  test('a database of another program, which is left as it is', async () => {
    change('CREATE TABLE job (id INTEGER)');
    const before = readFileSync(file);
    expect(await refusal()).toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringMatching(/another program/),
    });
    expect(readFileSync(file)).toEqual(before);
  });

  test('a folder', async () => {
    mkdirSync(file);
    expect(await refusal()).toMatchObject({ code: 'INVALID_CONFIG', message: expect.stringMatching(/not a file/) });
  });

  test.each([
    [99, /format 99, .*update Ibid/],
    [0, /format 0, .*delete it/],
  ])('a list of format %i', async (format, way) => {
    await makeList();
    change(`PRAGMA user_version = ${format}`);
    expect(await refusal()).toMatchObject({ code: 'INVALID_CONFIG', message: expect.stringMatching(way) });
  });

  test('a folder that cannot be made', async () => {
    writeFileSync(join(folder, 'in-the-way'), '');
    expect(await refusal(join(folder, 'in-the-way', 'jobs.db'))).toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining('in-the-way'),
    });
  });

  test('an empty path', () => {
    expect(() => sqliteJobs({ file: '' })).toThrow(expect.objectContaining({ code: 'INVALID_CONFIG' }));
  });

  test('a list with a broken row', async () => {
    await makeList();
    change("UPDATE job SET body = '{'");
    const driver = sqliteJobs({ file });
    await driver.open();
    await expect(driver.list(1)).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
      message: `The job list \`${file}\` is damaged. Delete it: the index is not in it, only what is known of earlier jobs`,
    });
    await driver.close();
  });

  test('a list with a broken page', async () => {
    await makeList();
    const bytes = readFileSync(file);
    bytes.fill(0xff, 4096);
    writeFileSync(file, bytes);
    const driver = sqliteJobs({ file });
    const reading = driver.open().then(() => driver.list(1));
    await expect(reading).rejects.toMatchObject({ code: 'UPSTREAM_FAILED', message: expect.stringMatching(/damaged/) });
    await driver.close();
  });
});

test('a file that was cut off before its first table is made anew', async () => {
  writeFileSync(file, '');
  await makeList();
  const driver = sqliteJobs({ file });
  await driver.open();
  expect(await driver.list(10)).toEqual([sketchJob(1)]);
  await driver.close();
});

test('a new list and the files beside it are for their owner alone; one that is there keeps its mode', async () => {
  const driver = sqliteJobs({ file });
  await driver.open();
  await addJob(driver, sketchJob(1));
  const modes = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777]);
  expect(modes.toSorted()).toEqual([
    ['jobs.db', 0o600],
    ['jobs.db-shm', 0o600],
    ['jobs.db-wal', 0o600],
  ]);
  await driver.close();
  chmodSync(file, 0o640);
  await driver.open();
  expect(statSync(file).mode & 0o777).toBe(0o640);
  await driver.close();
});

test('many that make the list at once share one, and leave nothing beside it when closed', async () => {
  const drivers = Array.from({ length: 6 }, () => sqliteJobs({ file: join(folder, 'deep', 'er', 'jobs.db') }));
  await Promise.all(drivers.map((driver) => driver.open()));
  await addJob(drivers[0]!, sketchJob(1));
  for (const driver of drivers) expect(await driver.list(10)).toEqual([sketchJob(1)]);
  await Promise.all(drivers.map((driver) => driver.close()));
  expect(readdirSync(join(folder, 'deep', 'er'))).toEqual(['jobs.db']);
});

test('the file itself lets in one job that has not ended at most', async () => {
  await makeList();
  expect(() => change("INSERT INTO job (id, ended, body) VALUES ('other', 0, '{}')")).toThrow(/UNIQUE/);
});
