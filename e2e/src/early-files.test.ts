/** A static site loads nothing before intent, and then what every question needs, before there is a question. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../../scripts/chromium.ts';
import { ask, openPage, openSmallSite } from './testing/small-site.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

test('opening the panel loads the worker and the lists of pages and words, which questions do not load again', async () => {
  const site = await openSmallSite();
  await site.publish(8080);
  const { page, requests } = await openPage(browser, site);
  // Browsers report again what they take from their cache.
  const loaded = (): ReadonlySet<string> =>
    new Set(requests.map((url) => new URL(url).pathname).filter((path) => /worker\.js$|\.bin$/u.test(path)));
  await page.waitForLoadState('networkidle');
  await page.locator('.ibid-launcher-button').hover();
  await page.waitForLoadState('networkidle');
  expect(loaded().size).toBe(0);
  await page.locator('.ibid-launcher-button').click();
  await expect.poll(() => loaded().size).toBe(3);
  const early = loaded();
  expect(await ask(page, 'How do I change the port?')).toContain('--port 8080');
  // The postings of the word, and the page.
  expect(loaded().difference(early).size).toBe(2);
});
