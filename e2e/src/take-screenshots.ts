/**
 * Takes the screenshots of the panel for the documentation, from the sample book as served by `npm start`, and writes them into
 * `docs/screenshots/`.
 *
 *   npm run docs:screenshots
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { openBook } from './testing/open-book.ts';
import { panelDriver } from './testing/panel-driver.ts';

const FOLDER = join(import.meta.dirname, '../../docs/screenshots');
const PAGE = '/docs/robot-software/nodes-and-topics';
const WIDE = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 375, height: 760 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

interface Shot {
  readonly name: string;
  readonly options: BrowserContextOptions;
  /** Brings the page into the state to show. */
  readonly prepare: (page: Page) => Promise<void>;
}

const SHOTS: readonly Shot[] = [
  { name: 'answer', options: WIDE, prepare: askAndLand },
  { name: 'answer-dark', options: { ...WIDE, colorScheme: 'dark' }, prepare: askAndLand },
  {
    name: 'passage',
    options: WIDE,
    async prepare(page) {
      await page.locator('article p', { hasText: 'is a participant in the ROS graph' }).first().selectText();
      await page.getByRole('button', { name: 'Ask about this' }).click();
      await panelDriver(page).composer.waitFor();
      await panelDriver(page).ask('What does it usually do?');
    },
  },
  {
    name: 'phone',
    options: PHONE,
    async prepare(page) {
      await page.getByRole('button', { name: 'Ask', exact: true }).tap();
      await panelDriver(page).composer.waitFor();
      await panelDriver(page).ask('How do I inspect a running system?');
    },
  },
];

async function askAndLand(page: Page): Promise<void> {
  const panel = panelDriver(page);
  await panel.open();
  const answer = await panel.ask('What is the capture point?');
  await answer
    .getByRole('link', { name: /^Source 1:/u })
    .first()
    .click();
  await page.waitForFunction(() => CSS.highlights.has('ibid-cite'));
  // Moved away, so that no card is open.
  await page.mouse.move(500, 700);
}

await mkdir(FOLDER, { recursive: true });
await using book = await openBook();
for (const { name, options, prepare } of SHOTS) {
  await using visited = await book.visit(PAGE, { reducedMotion: 'reduce', ...options });
  await prepare(visited.page);
  // Cards of footnotes close after a delay.
  await visited.page.waitForTimeout(600);
  // Playwright itself cannot write WebP.
  const session = await visited.page.context().newCDPSession(visited.page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
  await writeFile(join(FOLDER, `${name}.webp`), Buffer.from(data, 'base64'));
  process.stdout.write(`${name}\n`);
}
