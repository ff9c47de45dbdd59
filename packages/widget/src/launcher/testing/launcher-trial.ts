import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { launchChromium } from '../../../../../scripts/chromium.ts';
import { launcherSite } from './launcher-site.ts';
import { watchPage, type PageFaults } from './watch-page.ts';

export interface LauncherTrial {
  /** Page of the latest visit. */
  readonly page: Page;
  readonly watched: PageFaults;
  readonly site: Awaited<ReturnType<typeof launcherSite>>;
  /** Opens the page in a new browser context. `settings` override the usual configuration; `before` runs in the page before its scripts. */
  visit(settings?: object, options?: VisitOptions): Promise<void>;
  /** Selects words of the first paragraph with the mouse. */
  mark(): Promise<void>;
  button(): Locator;
  ask(): Locator;
  dialog(): Locator;
  /** Requests with which the panel was opened. */
  opened(): Promise<typeof window.opened>;
  panelRequests(): readonly string[];
}

export type VisitOptions = BrowserContextOptions & { readonly query?: string; readonly before?: () => void };

/** Setup for the tests of one file. They fail if the page breaks its policy or throws an uncaught error. */
export function launcherTrial(): LauncherTrial {
  let browser: Browser;
  let site: LauncherTrial['site'];
  let watched: PageFaults | undefined;
  let page: Page | undefined;

  beforeAll(async () => {
    [browser, site] = await Promise.all([launchChromium(), launcherSite()]);
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), site?.close()]);
  });
  afterEach(async () => {
    await page?.context().close();
    const faults = watched?.faults ?? [];
    watched = page = undefined;
    if (faults.length > 0) throw new Error(faults.join('\n'));
  });

  return {
    get page() {
      return page!;
    },
    get watched() {
      return watched!;
    },
    get site() {
      return site;
    },
    async visit(settings = {}, { query = '', before, ...options } = {}) {
      const context = await browser.newContext({ viewport: { width: 1200, height: 700 }, ...options });
      page = await context.newPage();
      watched = await watchPage(page);
      if (before !== undefined) await page.addInitScript(before);
      await page.goto(site.pageWith(settings) + query);
      await page.waitForFunction(() => 'launcher' in window);
    },
    async mark() {
      const { x, y, height } = (await page!.locator('#text').boundingBox())!;
      await page!.mouse.move(x, y + height / 2);
      await page!.mouse.down();
      await page!.mouse.move(x + 160, y + height / 2, { steps: 4 });
      await page!.mouse.up();
    },
    button: () => page!.locator('.ibid-launcher-button'),
    ask: () => page!.locator('.ibid-launcher-ask'),
    dialog: () => page!.locator('dialog'),
    opened: () => page!.evaluate(() => window.opened),
    panelRequests: () => watched!.requests.filter((url) => url.includes('fake-panel')),
  };
}
