/** A site with paths behind a `#`: it has one HTML file, which may be served anywhere, and its index is made from its source files. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveFiles } from '../testing/serve-files.ts';
import { visit } from '../testing/visit.ts';
import { openSite, type OpenSite } from './testing/built-site.ts';
import { expectToLand, footnoteBeside, openAndMark, QUOTED_PLACES } from './testing/quoted-places.ts';

const PLACES = QUOTED_PLACES.filter(({ route }) => ['docs/parts', 'docs/motors'].includes(route));

let site: OpenSite;
beforeAll(async () => {
  site = await openSite({ name: 'hashed', hashRouter: true }, '/anywhere/');
}, 300_000);
afterAll(() => site[Symbol.asyncDispose]());

test('answers, and footnotes open their words without a reload', async () => {
  await using visited = await site.visit('#/docs/intro');
  const { page } = visited;
  const panel = await openAndMark(page);
  for (const { question, words, lit = words, route, anchor } of PLACES) {
    await expectToLand(page, question, { words, lit, path: '/anywhere/', anchor: `/${route}#${anchor}` });
    const href = (await footnoteBeside(panel.latest, words).getAttribute('href'))!;
    await using alone = await visit(site.browser, new URL(href, site.root).href);
    expect(await alone.page.locator('h1').textContent()).toBe(await page.locator('h1').textContent());
  }
  expect(visited.errors).toEqual([]);
}, 60_000);

test('answers from its files on any static host', async () => {
  await using host = await serveFiles(site.built.site, '/elsewhere/');
  await using visited = await visit(site.browser, `${host.root}#/docs/intro`, {
    viewport: { width: 1400, height: 900 },
  });
  await openAndMark(visited.page);
  const { question, words, lit = words, route, anchor } = PLACES[0]!;
  await expectToLand(visited.page, question, { words, lit, path: '/elsewhere/', anchor: `/${route}#${anchor}` });
  expect(visited.requests).toContain(`${host.root}ibid/ibid-worker.js`);
  expect(visited.errors).toEqual([]);
});
