import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readRecord, recordFile } from './page-record.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-record-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test.each(['', '{"form":1', '{"form":99,"locales":{"en":{}}}', 'null'])(
  'a record that is not ours, `%s`, is an empty one',
  async (text) => {
    const index = join(folder, 'index.db');
    await writeFile(recordFile(index), text);
    expect(await readRecord(index)).toEqual({ locales: {} });
  },
);
