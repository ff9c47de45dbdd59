/** A static site on a host that only serves files. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../../../scripts/chromium.ts';
import { serveFiles, type ServedFiles } from '../testing/serve-files.ts';
import { visit, type Visit } from '../testing/visit.ts';
import { builtSite } from './testing/built-site.ts';
import { expectToLand, openAndMark, QUOTED_PLACES } from './testing/quoted-places.ts';
import { BASED } from './testing/site-pages.ts';

const BASE = BASED.baseUrl!;
const KB = 1000;
const WIDE = { viewport: { width: 1400, height: 900 } };

let folder = '';
let host: ServedFiles;
let root = '';
let browser: Browser;

beforeAll(async () => {
  folder = (await builtSite(BASED)).site;
  [host, browser] = await Promise.all([serveFiles(folder, BASE), launchChromium()]);
  ({ root } = host);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await host?.[Symbol.asyncDispose]();
});

function ofIndex({ requests }: Visit): readonly string[] {
  return requests.filter((address) => new URL(address).pathname.startsWith(`${BASE}ibid/`));
}

test('answers from its files, and each footnote opens the quoted words without a reload', async () => {
  await using visited = await visit(browser, `${root}docs/intro/`, WIDE);
  const { page } = visited;
  expect(ofIndex(visited)).toEqual([]);
  await openAndMark(page);
  for (const { question, words, lit = words, route, anchor } of QUOTED_PLACES) {
    await expectToLand(page, question, { words, path: `${BASE}${route}/`, anchor, lit });
  }
  expect(visited.foreign()).toEqual([]);
  expect(visited.errors).toEqual([]);
  expect([...host.methods]).toEqual(['GET']);
}, 90_000);

test('the words that a footnote opened are lit again after a reload, and on the way back and forward', async () => {
  await using visited = await visit(browser, `${root}docs/intro/`, WIDE);
  const { page } = visited;
  const panel = await openAndMark(page);
  const { question, words, lit = words, route, anchor } = QUOTED_PLACES[0]!;
  await expectToLand(page, question, { words, path: `${BASE}${route}/`, anchor, lit });
  await page.reload();
  await expect.poll(() => panel.lit()).toBe(lit);
  await page.goBack();
  await page.waitForURL(`${root}docs/intro/`);
  await page.goForward();
  await page.waitForURL(`${root}${route}/**`);
  await expect.poll(() => panel.lit()).toBe(lit);
  expect(visited.errors).toEqual([]);
});

test('a first answer loads at most 76 kB of worker and index, with what a word on no page needs', async () => {
  await using visited = await visit(browser, `${root}docs/intro/`, WIDE);
  const panel = await openAndMark(visited.page);
  await panel.ask('How far does the juniper arm reach?');
  const paths = [...new Set(ofIndex(visited))].map((address) => new URL(address).pathname.slice(BASE.length));
  const files = await Promise.all(paths.map((path) => readFile(join(folder, path))));
  const bytes = files.reduce((sum, file) => sum + Math.min(file.length, gzipSync(file).length), 0);
  expect(paths).toContain('ibid/ibid-worker.js');
  expect(bytes).toBeLessThan(76 * KB);
  expect(bytes).toBeGreaterThan(50 * KB);
});

test('`<ibid-search>`, whose script is beside the index, opens the search box of the panel that the page has', async () => {
  await using page = await browser.newPage();
  await page.route(`${root}docs/intro/`, async (route) => {
    const response = await route.fetch();
    const button = `<script type="module" src="${BASE}ibid/ibid-search.js"></script><ibid-search></ibid-search>`;
    const body = (await response.text()).replace(/<body[^>]*>/u, (tag) => tag + button);
    await route.fulfill({ response, body });
  });
  await page.goto(`${root}docs/intro/`);
  await page.locator('ibid-search button').click();
  await page.locator('#ibid-root').getByRole('combobox').fill('juniper');
  await page.getByRole('option').first().waitFor();
  expect(await page.locator('ibid-ask').count()).toBe(0);
});

test('each language has its index beside its own pages', async () => {
  await using visited = await visit(browser, `${root}fr/docs/intro/`, WIDE);
  const panel = await openAndMark(visited.page, { send: 'Envoyer' });
  await panel.ask('How far does the juniper arm reach?');
  expect(visited.requests.some((address) => address.includes(`${BASE}fr/ibid/ibid-worker.js`))).toBe(true);
  expect(visited.errors).toEqual([]);
});
