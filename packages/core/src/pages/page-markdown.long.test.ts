import { markdownSource } from '@ibid/drivers/sources/markdown';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { chunkPage } from '../chunk/chunk-page.ts';
import { parsePage } from '../parse/parse-page.ts';
import { ids, readBack } from './testing/read-back.ts';

const BOOK = fileURLToPath(new URL('../../../../examples/physical-ai-book', import.meta.url));

test('every page of the sample book gives the same passages when it is read back', async () => {
  const source = markdownSource({ root: BOOK, siteUrl: 'https://book.example.org/', locale: 'en' });
  let pages = 0;
  const changed: string[] = [];
  for await (const entry of source.list()) {
    const { page: raw } = await source.load(entry);
    const page = raw === undefined ? undefined : parsePage(raw).page;
    if (page === undefined) continue;
    pages += 1;
    if (ids(readBack(page)).join() !== ids(chunkPage(page).chunks).join()) changed.push(page.url);
  }
  await source.close();
  expect(pages).toBeGreaterThan(40);
  expect(changed).toEqual([]);
});
