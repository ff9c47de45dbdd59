import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { withLock } from '../build/with-lock.ts';
import { indexBook } from './example-server.ts';

/** Path of an index of the sample textbook, which all test files of a run share and only read. */
export async function bookIndex(): Promise<string> {
  const file = join(process.env['IBID_TEST_FOLDER']!, 'book.db');
  await withLock(`${file}.lock`, async () => {
    if (existsSync(file)) return;
    await indexBook(`${file}.new`);
    await rename(`${file}.new`, file);
  });
  return file;
}
