import { join } from 'node:path';
import type { AnswerEvent, Engine } from '@ibid/core/types';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../../../../scripts/chromium.ts';
import { serve, type RunningServer } from '../serve.ts';
import { INSTALL, SETTINGS, smallEngine } from '../testing/small-index.ts';
import { testApp } from '../testing/test-app.ts';

const ATTACK = '<img src=x onerror="window.attacked = true"><script>window.attacked = true</script>';
const LONG = Array.from({ length: 60 }, (_, index) => `Filler sentence ${index} stands between.`).join('\n\n');
const WIDGET = join(import.meta.dirname, '../../../widget/dist/bundle');

let browser: Browser;
let engine: Engine;
let server: RunningServer;
let context: BrowserContext;

/** The same answers from an index whose page addresses are on this machine. */
async function* onThisMachine(question: Parameters<Engine['ask']>[0]): AsyncGenerator<AnswerEvent> {
  for await (const event of engine.ask(question)) {
    const named = JSON.stringify(event).replaceAll('https://docs.example.org', 'http://localhost:3000');
    yield JSON.parse(named) as AnswerEvent;
  }
}

/** Problems reported by the page: policy violations, failed loads, exceptions, foreign hosts. */
const complaints: string[] = [];

async function openPage(path: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  context = await browser.newContext(options);
  const page = await context.newPage();
  complaints.length = 0;
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== server.url) complaints.push(`foreign host: ${request.url()}`);
  });
  await page.goto(server.url + path);
  return page;
}

async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole('button', { name: 'Ask the Parrot docs…' }).click();
  const field = page.locator('ibid-ask dialog').getByRole('textbox');
  await field.fill(question);
  await field.press('Enter');
  await page.locator('.ibid-exchange[data-state=answered], .ibid-exchange[data-state=insufficient]').waitFor();
}

beforeAll(async () => {
  engine = await smallEngine({
    '/guide/install': `${INSTALL}\n${LONG}\n\n## Licence\n\nParrot is free software under the MIT licence.`,
    '/guide/settings': SETTINGS,
    '/attack': `# Attack\n\nThe xylophone setting is \`${ATTACK}\` by default.`,
  });
  const app = testApp({ engine: { ...engine, ask: onThisMachine }, title: 'the Parrot docs', widgetFolder: WIDGET });
  [browser, server] = await Promise.all([launchChromium(), serve(app, { port: 0 })]);
});
afterEach(async () => {
  await context.close();
});
afterAll(async () => {
  await browser.close();
  server.endNow();
  await server.close();
  await engine.close();
});

describe('the question page', () => {
  it('answers in the panel, and its footnotes highlight the words far down in the reader view', async () => {
    const page = await openPage('/');
    await ask(page, 'Under which licence is Parrot free software?');
    const statement = page.locator('.ibid-exchange').getByText('MIT licence').first();
    await statement.waitFor();
    await page.locator('.ibid-exchange a[href*="/read/guide/install"]').first().click();
    await page.waitForURL('**/read/guide/install**');
    await expect.poll(() => page.evaluate('window.scrollY')).toBeGreaterThan(500);
    expect(await page.locator('main').innerText()).toContain('MIT licence');
    expect(complaints).toEqual([]);
  });

  it('shows hostile page text as text, in the answer and in the reader view', async () => {
    const page = await openPage('/ask');
    await ask(page, 'What is the xylophone setting by default?');
    expect(await page.locator('.ibid-exchange').innerText()).toContain('<img src=x');
    await page.goto(`${server.url}/read/attack`);
    expect(await page.locator('main').innerText()).toContain('<img src=x');
    expect(await page.evaluate('"attacked" in window')).toBe(false);
    expect(complaints).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('fits a screen of 375 px (%s)', async (colorScheme) => {
    const page = await openPage('/', {
      viewport: { width: 375, height: 700 },
      hasTouch: true,
      isMobile: true,
      colorScheme,
    });
    await ask(page, 'What is the default for retries?');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
  });

  it('says that the panel is not built', async () => {
    const response = await testApp({ engine, title: ATTACK }).request('/ask');
    const html = await response.text();
    expect(html).toContain('The panel is not built on this server');
    expect(html).not.toMatch(/<img|<script/u);
  });
});
