/** A static site that answers without a network, as set by its owner, once someone has opened its panel. */
import { glob, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../../scripts/chromium.ts';
import { panelDriver } from './testing/panel-driver.ts';
import { ask, openPage, openSmallSite, type SmallSite } from './testing/small-site.ts';

const PORT = 'How do I change the port?';
const LOGS = 'Where are logs written?';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

/** Names of the caches with a complete index: its manifest is stored last. */
function whole(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const held = await Promise.all(names.map(async (name) => (await caches.open(name)).match('/ibid/index.json')));
    return names.filter((_, i) => held[i] !== undefined);
  });
}

async function removeIndex({ folder }: SmallSite): Promise<void> {
  for await (const name of glob('*.{bin,json}', { cwd: join(folder, 'ibid') })) await rm(join(folder, 'ibid', name));
}

test('it answers new questions without a network', async () => {
  const site = await openSmallSite();
  await site.publish(8080, '--offline');
  const { page } = await openPage(browser, site);
  expect(await ask(page, PORT)).toContain('--port 8080');
  await expect.poll(() => whole(page), { timeout: 10_000 }).toHaveLength(1);
  await site.host[Symbol.asyncDispose]();
  await page.context().setOffline(true);
  expect(await page.evaluate(() => new Promise((done) => setTimeout(() => done(navigator.onLine), 100)))).toBe(false);
  expect(await panelDriver(page).dialog.getByText('You are offline').count()).toBe(0);
  expect(await ask(page, LOGS)).toContain('standard error');
});

test('what a question needs is loaded while it is typed', async () => {
  const site = await openSmallSite();
  await site.publish(8080);
  const { page, requests } = await openPage(browser, site);
  const panel = panelDriver(page);
  await panel.open();
  await panel.composer.pressSequentially(PORT);
  const { head, words } = JSON.parse(await readFile(join(site.folder, 'ibid/index.json'), 'utf8')) as Record<
    string,
    string
  >;
  const always = [head, words].map((name) => `${site.host.root}ibid/${name}`);
  // Its word, and its page.
  await expect
    .poll(() => new Set(requests.filter((url) => url.endsWith('.bin') && !always.includes(url))).size)
    .toBe(2);
  await site.host[Symbol.asyncDispose]();
  expect(await (await panel.ask(PORT)).innerText()).toContain('--port 8080');
});

test('it stores nothing if the owner disables that', async () => {
  const site = await openSmallSite();
  await site.publish(8080, '--offline');
  const { page } = await openPage(browser, site);
  await ask(page, PORT);
  await expect.poll(() => whole(page), { timeout: 10_000 }).toHaveLength(1);
  await site.publish(9090);
  await page.reload();
  await ask(page, PORT);
  await expect.poll(() => page.evaluate(() => caches.keys()), { timeout: 10_000 }).toEqual([]);
});

test('while a new index is published, answers come from one of the two, and only the new one is kept', async () => {
  const site = await openSmallSite();
  await site.publish(8080, '--offline');
  const { page } = await openPage(browser, site);
  await page.evaluate(() => caches.open('ibid http://127.0.0.1/another/site/ 0123456789abcdef.bin'));
  await ask(page, LOGS);
  await expect.poll(() => whole(page), { timeout: 10_000 }).toHaveLength(1);
  const [before] = await whole(page);
  await site.publish(9090, '--offline');
  // The old files are gone from the host, but all of them are in the cache.
  expect(await ask(page, PORT)).toContain('--port 8080');
  await page.reload();
  expect(await ask(page, PORT)).toContain('--port 9090');
  await expect.poll(() => whole(page), { timeout: 10_000 }).not.toContain(before);
  // Caches of other sites of this origin are left unchanged.
  expect(await page.evaluate(() => caches.keys())).toHaveLength(2);
  await removeIndex(site);
  await page.reload();
  expect(await ask(page, PORT)).toContain('--port 9090');
});

test('a partly stored index is not used', async () => {
  const site = await openSmallSite();
  await site.publish(8080, '--offline');
  const manifest = await readFile(join(site.folder, 'ibid/index.json'), 'utf8');
  // The answers to these questions do not need it.
  await rm(join(site.folder, 'ibid', (JSON.parse(manifest) as { readonly sections: string }).sections));
  const { page } = await openPage(browser, site);
  expect(await ask(page, LOGS)).toContain('standard error');
  await expect.poll(() => page.evaluate(() => caches.keys()), { timeout: 10_000 }).toHaveLength(1);
  await removeIndex(site);
  await page.reload();
  expect(await ask(page, PORT)).toContain('not available');
  expect(await whole(page)).toEqual([]);
});
