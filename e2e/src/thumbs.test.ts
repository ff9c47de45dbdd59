/** A static site whose owner has configured an address for readers' ratings of answers. */
import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../../scripts/chromium.ts';
import { panelDriver } from './testing/panel-driver.ts';
import { ask, openPage, openSmallSite, type SmallSite } from './testing/small-site.ts';

const QUESTION = 'How do I change the port?';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

/** Output of `ibid feedback`, newest first. */
async function kept(site: SmallSite): Promise<unknown> {
  return (JSON.parse(await site.run('feedback', '--json')) as { readonly latest: unknown }).latest;
}

/** Starts a server that accepts ratings from readers of `origin`, and publishes its address with the site. */
async function nameTaker(site: SmallSite, origin: string): Promise<void> {
  const { url } = await site.serve('--log', 'off', '--origin', origin);
  await site.publish(8080, '--feedback', `${url}/api/feedback`);
}

test('a static site offers thumbs once its owner has named a server, which keeps the feedback', async () => {
  const site = await openSmallSite();
  await site.publish(8080);
  const { page, foreign } = await openPage(browser, site);
  await ask(page, QUESTION);
  const { dialog } = panelDriver(page);
  expect(await dialog.getByRole('button', { name: /helpful/iu }).count()).toBe(0);
  await nameTaker(site, new URL(site.host.root).origin);
  await page.reload();
  expect(await ask(page, QUESTION)).toContain('--port 8080');
  expect(foreign()).toEqual([]);
  await dialog.getByRole('button', { name: 'Not helpful' }).click();
  await dialog.getByRole('checkbox').first().check();
  await dialog.getByRole('textbox').first().fill('It is 9090 by now.');
  await dialog.getByRole('button', { name: 'Send feedback' }).click();
  await dialog.getByText('Thank you').waitFor();
  expect(await kept(site)).toMatchObject([{ verdict: 'down', reasons: ['wrong'], note: 'It is 9090 by now.' }]);
  expect(await ask(page, 'Where are logs written?')).toContain('standard error');
  await dialog.getByRole('button', { name: 'Helpful', exact: true }).last().click();
  await expect.poll(() => kept(site)).toMatchObject([{ verdict: 'up' }, { verdict: 'down' }]);
});

test("feedback stays in the reader's browser if the owner wants that, and is downloaded as a file", async () => {
  const site = await openSmallSite();
  await site.publish(8080, '--feedback', 'browser');
  const { page, foreign, requests } = await openPage(browser, site);
  await ask(page, QUESTION);
  const { dialog } = panelDriver(page);
  const before = requests.length;
  await dialog.getByRole('button', { name: 'Not helpful' }).click();
  await dialog.getByRole('textbox').first().fill('It is 9090 by now.');
  await dialog.getByRole('button', { name: 'Send feedback' }).click();
  await dialog.getByRole('button', { name: 'Kept in this browser: save' }).waitFor();
  await page.reload();
  await dialog.getByRole('button', { name: 'Kept in this browser: save' }).waitFor();
  await ask(page, 'Where are logs written?');
  await dialog.getByRole('button', { name: 'Helpful', exact: true }).last().click();
  await dialog.getByRole('button', { name: 'Kept in this browser: save' }).nth(1).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Kept in this browser: save' }).last().click(),
  ]);
  expect(file.suggestedFilename()).toBe('feedback.json');
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject([
    { verdict: 'down', note: 'It is 9090 by now.', question: QUESTION, at: expect.any(String) },
    { verdict: 'up', question: 'Where are logs written?' },
  ]);
  await dialog.getByRole('button', { name: 'Clear all' }).click();
  await dialog.getByRole('button', { name: 'Clear', exact: true }).click();
  const keys = (): Promise<readonly string[]> => page.evaluate(() => Object.keys(localStorage));
  await expect.poll(async () => (await keys()).filter((key) => key.includes('feedback'))).toEqual([]);
  expect(foreign()).toEqual([]);
  // The script that keeps it is loaded then.
  expect(requests.slice(before).filter((url) => /feedback(?!-\w+\.js)/u.test(url))).toEqual([]);
});

test("the reader is told if the server refuses the site's feedback", async () => {
  const site = await openSmallSite();
  await site.publish(8080);
  await nameTaker(site, 'https://another.example');
  const { page } = await openPage(browser, site);
  await ask(page, QUESTION);
  const { dialog } = panelDriver(page);
  await dialog.getByRole('button', { name: 'Helpful', exact: true }).click();
  await dialog.getByText('Could not be sent').waitFor();
  expect(await kept(site)).toEqual([]);
});
