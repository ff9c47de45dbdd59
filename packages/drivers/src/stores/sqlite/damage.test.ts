import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { IbidError, openStore } from '@ibid/core';
import type { ChunkStore } from '@ibid/core/types';
import { show, sketchPage } from '@ibid/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sqliteStore } from '../sqlite.ts';

let folder: string;
let file: string;
let sound: Buffer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ibid-damage-'));
  file = join(folder, 'site.ibid');
  const store = await openStore(sqliteStore({ file }));
  const pages = Array.from({ length: 12 }, (_, i) =>
    sketchPage({
      path: `/page/${i}`,
      passages: Array.from({ length: 4 }, (__, k) => ({
        heading: `Heading ${k}`,
        text: `common word${i} text${k} ${`filler${i} `.repeat(40)}`,
      })),
    }),
  );
  await show(store, pages);
  await store.close();
  sound = readFileSync(file);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function changed(sql: string): Promise<ChunkStore> {
  writeFileSync(file, sound);
  const other = new DatabaseSync(file);
  other.exec(sql);
  other.close();
  return openStore(sqliteStore({ file, readOnly: true }));
}

test('a file that was cut off is refused', async () => {
  for (let part = 0; part < 10; part++) {
    writeFileSync(file, sound.subarray(0, Math.floor((sound.length * part) / 10)));
    const opening = openStore(sqliteStore({ file, readOnly: true }));
    await expect(opening).rejects.toSatisfy((error) => IbidError.is(error, 'INDEX_DAMAGED'));
  }
});

test('a file without the row of its generation is damaged, and not an empty index', async () => {
  await expect(changed('DELETE FROM generation')).rejects.toMatchObject({ code: 'INDEX_DAMAGED' });
});

test('what cannot be decoded is refused when it is read', async () => {
  const store = await changed("UPDATE passage SET body = 'x' || body WHERE page = 5");
  await expect(store.getPage('/page/4')).rejects.toMatchObject({ code: 'INDEX_DAMAGED' });
  expect(await store.getPage('/page/1')).toMatchObject({ chunks: 4 });
  await store.close();
});

test.each(['DROP TABLE passage', 'ALTER TABLE page RENAME COLUMN revision TO revision_'])(
  '%s: damaged',
  async (sql) => {
    const store = await changed(sql);
    await expect(store.getPage('/page/4')).rejects.toMatchObject({ code: 'INDEX_DAMAGED' });
    await store.close();
  },
);

test('a word that has changed in the file is never quoted', async () => {
  const store = await changed("UPDATE page_text SET body = replace(body, 'common', 'cannon') WHERE page = 5");
  const reading = store.getPage('/page/4');
  await expect(reading).rejects.toMatchObject({ code: 'INDEX_DAMAGED', message: expect.stringContaining('/page/4') });
  expect(await store.getPage('/page/1')).toMatchObject({ chunks: 4 });
  await store.close();
});

test.each([
  ['a passage is missing', 'DELETE FROM passage WHERE page = 6 AND position = 3', 'store:page'],
  ['a passage is no JSON', "UPDATE passage SET body = 'x' WHERE page = 5 AND position = 2", 'store:page'],
  ['a text has changed', "UPDATE page_text SET body = replace(body, 'common', 'cannon') WHERE page = 5", 'store:page'],
  [
    'vectors are not finite',
    "UPDATE vector SET data = CAST(x'0000c07f' || substr(data, 5) AS BLOB) WHERE page = 3",
    'store:page',
  ],
  ['a page is in no list', "INSERT INTO page (url, revision, body, chunks) VALUES ('x', '1', '[]', 0)", 'store:orphan'],
  ['a chunk has the id of another', 'UPDATE lexicon SET ids = zeroblob(128) WHERE page = 4', 'store:chunk-id'],
  ['an index of a table is missing', 'DROP INDEX manifest_page', 'store:file'],
  ['the cache of embeddings is missing', 'DROP TABLE embedding', 'store:file'],
  ['nothing is wrong', 'DELETE FROM embedding', ''],
])('check tells when %s', async (_, sql, rule) => {
  const store = await changed(sql);
  const rules: string[] = [];
  for await (const diagnostic of store.check()) rules.push(diagnostic.rule);
  await store.close();
  expect(rules[0] ?? '').toBe(rule);
});
