import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { IbidError } from '@ibid/core';
import { expect } from 'vitest';
import { mountSmallDisk, type SmallDisk } from './mount-small-disk.ts';

/** One file of SQLite as its driver is used, in terms of the n-th write. */
export interface FullDiskSubject {
  /** Rejects, or has written for good. */
  write(number: number): Promise<void>;
  /** Which of these writes are not there, whole, as all readers see it. */
  missing(numbers: readonly number[]): Promise<readonly number[]>;
  close(): Promise<void>;
}

const DISK_BYTES = 4 << 20;
/** Far more than fit. */
const MOST_WRITES = 3_000;

/**
 * Plays a disk that is full, and has room again, while one file on it is in use. `open` opens it under this name, and makes it
 * where it is missing.
 */
export async function playFullDisk(open: (file: string) => Promise<FullDiskSubject>): Promise<void> {
  const disk = mountSmallDisk(DISK_BYTES);
  const opened: FullDiskSubject[] = [];
  const start = async (file: string): Promise<FullDiskSubject> => {
    const subject = await open(file);
    opened.push(subject);
    return subject;
  };
  try {
    const file = join(disk.path, 'kept.db');
    const first = await start(file);
    const kept: number[] = [];
    let next = 1;
    const write = async (subject: FullDiskSubject): Promise<unknown> => {
      const number = next++;
      try {
        await subject.write(number);
        kept.push(number);
        return undefined;
      } catch (error) {
        return error;
      }
    };
    const writeUntilFull = async (subject: FullDiskSubject): Promise<void> => {
      let error: unknown;
      for (let tries = 0; error === undefined && tries < MOST_WRITES; tries++) error = await write(subject);
      expectFull(error);
      for (let tries = 0; tries < 5; tries++) {
        const again = await write(subject);
        // A smaller one may still fit.
        if (again !== undefined) expectFull(again);
      }
    };

    for (let number = 0; number < 10; number++) expect(await write(first)).toBeUndefined();
    for (const leave of [0, 40_000, 300_000]) {
      disk.fill(leave);
      await writeUntilFull(first);
      expect(await first.missing(kept)).toEqual([]);
      await expectSound(disk, kept, start);
      disk.makeRoom();
      for (let number = 0; number < 10; number++) expect(await write(first)).toBeUndefined();
      expect(await first.missing(kept)).toEqual([]);
    }

    // Stopped and started while it is full: it works, or says so.
    disk.fill();
    await writeUntilFull(first);
    await first.close();
    disk.fill();
    const second = await start(file).catch((error: unknown) => expectFull(error));
    if (second !== undefined) {
      expect(await second.missing(kept)).toEqual([]);
      await second.close();
    }
    // The first start of all, while it is full.
    await start(join(disk.path, 'new.db')).then(
      (subject) => subject.close(),
      (error: unknown) => expectFull(error),
    );
    disk.makeRoom();
    for (const name of ['kept.db', 'new.db']) {
      const third = await start(join(disk.path, name));
      expect(await third.missing(name === 'kept.db' ? kept : [])).toEqual([]);
      expect(await write(third)).toBeUndefined();
      await third.close();
    }
  } finally {
    for (const subject of opened) await subject.close().catch(() => undefined);
    disk.close();
  }
}

function expectFull(error: unknown): undefined {
  expect(error).toBeInstanceOf(IbidError);
  expect(error).toMatchObject({ code: 'UPSTREAM_FAILED', retryable: true });
  expect((error as IbidError).message).toMatch(/^The disk of .+ is full|is on a full disk/u);
  expect((error as IbidError).message).toMatch(/make room/iu);
  return undefined;
}

/** As a process finds it that is started after all others were killed at this moment. */
async function expectSound(
  disk: SmallDisk,
  kept: readonly number[],
  start: (file: string) => Promise<FullDiskSubject>,
): Promise<void> {
  const elsewhere = mountSmallDisk(2 * DISK_BYTES);
  try {
    const folder = join(elsewhere.path, 'after');
    mkdirSync(folder);
    for (const name of ['kept.db', 'kept.db-wal', 'kept.db-journal']) {
      if (existsSync(join(disk.path, name))) copyFileSync(join(disk.path, name), join(folder, name));
    }
    const database = new DatabaseSync(join(folder, 'kept.db'));
    expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    database.close();
    const subject = await start(join(folder, 'kept.db'));
    expect(await subject.missing(kept)).toEqual([]);
    await subject.close();
  } finally {
    elsewhere.close();
  }
}
