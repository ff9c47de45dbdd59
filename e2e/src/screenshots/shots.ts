import type { BrowserContextOptions, Page } from 'playwright-core';
import { panelDriver } from '../testing/panel-driver.ts';

export interface Shot {
  readonly name: string;
  /** Page of the book. */
  readonly path: string;
  readonly options: BrowserContextOptions;
  /** Brings the page into the state that is shown. */
  readonly prepare: (page: Page) => Promise<void>;
}

const WIDE = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 375, height: 760 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const NODES = '/docs/robot-software/nodes-and-topics';

async function askAndLand(page: Page): Promise<void> {
  const panel = panelDriver(page);
  await panel.open();
  const answer = await panel.ask('What is the capture point?');
  await answer
    .getByRole('link', { name: /^Source 1:/u })
    .first()
    .click();
  await page.waitForFunction(() => CSS.highlights.has('ibid-cite'));
  // The pointer would leave a card open.
  await page.mouse.move(500, 700);
  await settled(page);
}

/** Footnote cards wait a moment before they go. */
async function settled(page: Page): Promise<void> {
  await page.waitForTimeout(600);
}

/** The main states of the panel, each once. */
export const SHOTS: readonly Shot[] = [
  { name: 'answer-wide', path: NODES, options: WIDE, prepare: askAndLand },
  { name: 'answer-dark', path: NODES, options: { ...WIDE, colorScheme: 'dark' }, prepare: askAndLand },
  {
    name: 'card',
    path: NODES,
    options: WIDE,
    async prepare(page) {
      const panel = panelDriver(page);
      await panel.open();
      const answer = await panel.ask('Show me an example of a launch file');
      await answer
        .getByRole('link', { name: /^Source 1:/u })
        .first()
        .hover();
      await settled(page);
    },
  },
  {
    name: 'passage',
    path: NODES,
    options: WIDE,
    async prepare(page) {
      const panel = panelDriver(page);
      await page.locator('article p', { hasText: 'is a participant in the ROS graph' }).first().selectText();
      await page.getByRole('button', { name: 'Ask about this' }).click();
      await panel.composer.waitFor();
      await panel.ask('What does it usually do?');
      await settled(page);
    },
  },
  {
    name: 'not-in-these-pages',
    path: NODES,
    options: WIDE,
    async prepare(page) {
      const panel = panelDriver(page);
      await panel.open();
      await panel.ask('How do I bake sourdough bread?');
      await settled(page);
    },
  },
  {
    name: 'offline',
    path: NODES,
    options: WIDE,
    async prepare(page) {
      const panel = panelDriver(page);
      await panel.open();
      await panel.ask('What is a topic?');
      await page.context().setOffline(true);
      await panel.composer.fill('And a service?');
      await settled(page);
    },
  },
  {
    name: 'phone',
    path: NODES,
    options: PHONE,
    async prepare(page) {
      await page.getByRole('button', { name: 'Ask', exact: true }).tap();
      const panel = panelDriver(page);
      await panel.composer.waitFor();
      await panel.ask('What is a topic?');
      await settled(page);
    },
  },
  {
    name: 'urdu',
    path: '/ur/docs',
    options: PHONE,
    async prepare(page) {
      await page.locator('[aria-haspopup=dialog]').first().tap();
      await page.getByRole('dialog').getByRole('textbox').waitFor();
      await settled(page);
    },
  },
];
