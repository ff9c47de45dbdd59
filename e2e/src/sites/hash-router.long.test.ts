/**
 * A site whose paths stand behind a `#`: it has one HTML file, which may be served anywhere, and its index is made of the files it is written in.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { panelDriver } from '../testing/panel-driver.ts';
import { visit } from '../testing/visit.ts';
import { openSite, type OpenSite } from './testing/built-site.ts';
import { footnoteBeside, keepMark, QUOTED_PLACES, unspaced, whereReaderIs } from './testing/quoted-places.ts';

const PLACES = QUOTED_PLACES.filter(({ route }) => ['docs/parts', 'docs/motors'].includes(route));

let site: OpenSite;
beforeAll(async () => {
  site = await openSite({ name: 'hashed', hashRouter: true }, '/anywhere/');
}, 300_000);
afterAll(() => site[Symbol.asyncDispose]());

test('answers and lands as other sites do, without a reload', async () => {
  await using visited = await site.visit('#/docs/intro');
  const { page } = visited;
  const panel = panelDriver(page);
  await panel.open();
  await keepMark(page);
  for (const { name, question, words, lit = words, route, anchor } of PLACES) {
    const answer = await panel.ask(question);
    const mark = footnoteBeside(answer, words);
    const href = (await mark.getAttribute('href'))!;
    await mark.click();
    const there = {
      path: '/anywhere/',
      anchor: `/${route}#${anchor}`,
      lit: unspaced(lit),
      isSeen: true,
      isKept: true,
    };
    await expect.poll(async () => [name, await whereReaderIs(page)], { timeout: 5000 }).toEqual([name, there]);
    await using alone = await visit(site.browser, new URL(href, site.root).href);
    expect(await alone.page.locator('h1').textContent()).toBe(await page.locator('h1').textContent());
  }
  expect(visited.errors).toEqual([]);
}, 60_000);
