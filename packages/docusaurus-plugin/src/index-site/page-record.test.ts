import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readRecord, recordFile, writeRecord, type PageRecord } from './page-record.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-record-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const record: PageRecord = { locales: { en: { site: 'build', pages: [] } } };

test('what is written down is read again, beside the index and under its name', async () => {
  const index = join(folder, 'deep', 'site.db');
  await writeRecord(index, record);
  expect(await readRecord(index)).toEqual(record);
  expect(await readdir(join(folder, 'deep'))).toEqual(['site.pages.json']);
});

test.each(['', '{"form":1', '{"form":99,"locales":{"en":{}}}', 'null'])(
  'a record that is not ours, `%s`, is an empty one',
  async (text) => {
    const index = join(folder, 'index.db');
    await writeFile(recordFile(index), text);
    expect(await readRecord(index)).toEqual({ locales: {} });
  },
);
