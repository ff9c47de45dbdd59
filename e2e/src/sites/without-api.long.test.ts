/** Sites whose API or index is not there, and the commands that bring them. */
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { panelDriver } from '../testing/panel-driver.ts';
import { docusaurus, freshSite, openSite, SITES, startDocusaurus, type OpenSite } from './testing/built-site.ts';

type Answer = (route: Route) => Promise<void>;

const NOT_INDEXED = { error: 'Not indexed', code: 'NOT_INDEXED', message: 'The index is empty.', request_id: 'r1' };

let site: OpenSite;
let copy = '';
beforeAll(async () => {
  site = await openSite({ name: 'plain', blog: true });
  copy = `${site.built.folder}-commands`;
  await rm(copy, { recursive: true, force: true });
  await cp(site.built.folder, copy, { recursive: true });
}, 300_000);
afterAll(async () => {
  await rm(copy, { recursive: true, force: true });
  await site[Symbol.asyncDispose]();
});

test.for([
  ['is not reachable', (route) => route.abort('connectionrefused'), 'The service could not be reached.'],
  [
    'is a page of the site',
    (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Rover</h1>' }),
    'Something went wrong',
  ],
  ['has no index', (route) => route.fulfill({ status: 503, json: NOT_INDEXED }), 'The service is not available'],
] as const satisfies readonly (readonly [string, Answer, string])[])(
  'the panel says so, and keeps the question, when the API %s',
  async ([, answer, told]) => {
    await using visited = await site.visit('docs/intro');
    const { page } = visited;
    await page.route('**/api/**', answer);
    const panel = panelDriver(page);
    await panel.open();
    await panel.composer.fill('How far does the juniper arm reach?');
    await page.keyboard.press('Enter');
    await expect.poll(() => panel.dialog.getByRole('alert').textContent()).toContain(told);
    expect(await panel.dialog.textContent()).toContain('How far does the juniper arm reach?');
    await page.unroute('**/api/**');
    await panel.dialog
      .getByRole('button', { name: /Try again|Ask again/u })
      .first()
      .click();
    await expect.poll(() => panel.latest.textContent()).toContain('reaches 1.2 metres');
  },
);

test('`docusaurus ibid:index` says what is missing before the first build, and brings the index up to the last one', async () => {
  const fresh = join(SITES, `commands-${process.pid}`);
  await freshSite(fresh, { name: 'commands' });
  await expect(docusaurus(fresh, ['ibid:index'])).rejects.toThrow('Run `docusaurus build` first.');
  await rm(fresh, { recursive: true, force: true });
  await rm(join(copy, '.ibid/index.db'));
  expect(await docusaurus(copy, ['ibid:index'])).toMatch(/Indexed 7 pages, \d+ passages/u);
  expect(await docusaurus(copy, ['ibid:index'])).toContain('Nothing has changed: 7 pages');
  expect(await docusaurus(copy, ['ibid:index', '--fresh'])).toContain('Indexed 7 pages');
}, 180_000);

test('`docusaurus ibid:serve` serves site, panel and API on one port, as its help says', async () => {
  const help = await docusaurus(copy, ['ibid:serve', '--help']);
  expect(help).toContain('$ docusaurus ibid:serve --port 8080');
  expect(await docusaurus(copy, ['ibid:index', '--help'])).toContain('--fresh');
  await using server = startDocusaurus(copy, ['ibid:serve', '--port', '0']);
  const url = await server.address();
  expect(await (await fetch(`${url}/docs/parts`)).text()).toContain('juniper');
  const response = await fetch(`${url}/api/ask`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: 'How far does the juniper arm reach?' }),
  });
  expect(await response.json()).toMatchObject({ answer: 'The juniper arm reaches 1.2 metres at most.' });
}, 120_000);
