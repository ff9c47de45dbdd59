import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { detectSource } from './detect-source.ts';
import { openWorkplace, type Workplace } from './testing/run-ibid.ts';

let place: Workplace;

beforeAll(async () => {
  place = await openWorkplace();
  await place.write({
    'docusaurus/docusaurus.config.ts': '',
    'docusaurus/build/index.html': '',
    'book/book.toml': '',
    'markdown/deep/down/page.mdx': '',
    'built/index.html': '',
    'built/guide/a.htm': '',
    'built/LICENSE.md': '',
    'sphinx/index.rst': '',
    'sphinx/guide/a.rst': '',
    'sphinx/readme.md': '',
    'empty/readme.txt': '',
    'empty/node_modules/page.md': '',
    'empty/.cache/page.html': '',
  });
});
afterAll(() => place[Symbol.asyncDispose]());

describe('detectSource', () => {
  it.each([
    ['docusaurus', 'markdown'],
    ['book', 'markdown'],
    ['markdown', 'markdown'],
    ['built', 'html'],
  ])('takes the folder %s for %s', async (folder, kind) => {
    expect(await detectSource(join(place.path, folder))).toBe(kind);
  });

  it.each(['https://docs.example.org', 'HTTP://localhost:3000/docs/'])('takes %s for a site', async (address) => {
    expect(await detectSource(address)).toBe('site');
  });

  it.each([
    ['nowhere', /neither a folder nor a web address/u],
    ['built/index.html', /is a file/u],
    ['sphinx', /holds 2 files of reStructuredText or AsciiDoc.*Build the site/u],
    ['empty', /holds no \.md, \.mdx or \.html files\. Give the folder of the pages\.$/u],
  ])('refuses %s', async (source, message) => {
    await expect(detectSource(join(place.path, source))).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringMatching(message),
    });
  });
});
