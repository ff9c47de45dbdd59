import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../../../../scripts/chromium.ts';
import { openNativeService, type NativeService } from '../testing/index.ts';
import { elementSite, type ElementSite } from './testing/element-site.ts';

const TAG = '<script type="module" src="/widget/ibid-ask.js"></script>';

let browser: Browser;
let site: ElementSite;
let elsewhere: NativeService;
beforeAll(async () => {
  const files = new Map([['/', { type: 'text/html', body: '<!doctype html><title>Elsewhere</title>' }]]);
  [browser, site, elsewhere] = await Promise.all([launchChromium(), elementSite(), openNativeService({ files })]);
});
afterAll(() => Promise.all([browser?.close(), site?.close(), elsewhere?.close()]));

/** Follows a link to a page with a question in its address, from a page at `from`. */
async function follow(from: string, before?: () => void): Promise<Page> {
  const page = await browser.newPage();
  if (before !== undefined) await page.addInitScript(before);
  await page.goto(from);
  await page.evaluate(
    (address) => {
      const link = document.createElement('a');
      link.href = address;
      link.textContent = 'Ask';
      document.body.replaceChildren(link);
    },
    `${site.plain(TAG)}?ask=Why`,
  );
  await page.getByRole('link', { name: 'Ask' }).click();
  return page;
}

async function filledIn(page: Page | FrameLocator): Promise<string> {
  const field = page.locator('ibid-ask dialog').getByRole('textbox');
  await field.waitFor();
  return field.inputValue();
}

test('the question of a link from a page of the site is asked at once', async () => {
  const before = site.asked.length;
  const page = await follow(site.plain(''));
  await page.locator('.ibid-exchange[data-state=answered]').waitFor();
  expect(await filledIn(page)).toBe('');
  expect(site.asked.slice(before).map(({ body }) => body.query)).toEqual(['Why']);
  await page.context().close();
});

test('the question of a link from elsewhere waits for the reader, and nothing is sent', async () => {
  const before = site.asked.length;
  const page = await follow(`${elsewhere.url}/`);
  expect(await filledIn(page)).toBe('Why');
  expect(await page.locator('.ibid-exchange').count()).toBe(0);
  expect(site.asked.length).toBe(before);
  await page.locator('ibid-ask dialog').getByRole('textbox').press('Enter');
  await page.locator('.ibid-exchange[data-state=answered]').waitFor();
  await page.context().close();
});

test('in a frame it waits for the reader: nobody shall spend what questions cost by showing the page out of sight', async () => {
  const before = site.asked.length;
  const policy = "frame-src 'self'";
  const framed = `<iframe src="${site.plain(TAG)}?ask=Why" width="900" height="600"></iframe>`;
  const page = await browser.newPage();
  await page.goto(site.plain('', { body: framed, policy }));
  expect(await filledIn(page.frameLocator('iframe'))).toBe('Why');
  expect(site.asked.length).toBe(before);
  await page.context().close();
});

test('a page that is made ready before the reader comes to it asks when they come', async () => {
  const before = site.asked.length;
  const page = await follow(site.plain(''), () =>
    Object.defineProperty(document, 'prerendering', { configurable: true, value: true }),
  );
  await page.locator('ibid-ask dialog').waitFor();
  expect(site.asked.length).toBe(before);
  await page.evaluate(() => document.dispatchEvent(new Event('prerenderingchange')));
  await page.locator('.ibid-exchange[data-state=answered]').waitFor();
  expect(site.asked.length).toBe(before + 1);
  await page.context().close();
});
