import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { launchChromium } from '../../../../../scripts/chromium.ts';
import { elementSite, type ElementSite } from './element-site.ts';
import { watchPage, type PageFaults } from './watch-page.ts';

export const TAG = '<script type="module" src="/widget/ibid-ask.js"></script>';
export const tagWith = (attributes: string): string => TAG.replace(' src', ` ${attributes} src`);

type VisitOptions = BrowserContextOptions & { readonly before?: () => void };

/** Shared setup for the tests of one file. They fail if a page breaks its policy or throws an uncaught error. */
export interface ElementSuite {
  readonly browser: Browser;
  readonly site: ElementSite;
  /** Opens `address` in a new browser context, which is closed after the test. `before` runs in the page before its scripts. */
  visit(address: string, options?: VisitOptions): Promise<VisitedElement>;
  /** Closes the page and forgets its faults. */
  leave(): Promise<void>;
}

export function elementSuite(): ElementSuite {
  let browser: Browser;
  let site: ElementSite;
  let visited: VisitedElement | undefined;
  const leave = async (): Promise<void> => {
    await visited?.page.context().close();
    visited = undefined;
  };
  beforeAll(async () => {
    [browser, site] = await Promise.all([launchChromium(), elementSite()]);
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), site?.close()]);
  });
  afterEach(async () => {
    const faults = visited?.faults ?? [];
    await leave();
    if (faults.length > 0) throw new Error(faults.join('\n'));
  });
  return {
    get browser() {
      return browser;
    },
    get site() {
      return site;
    },
    leave,
    visit: async (address, options) => (visited = await visitElement(browser, address, options)),
  };
}

export interface VisitedElement extends PageFaults {
  readonly page: Page;
  readonly button: Locator;
  readonly dialog: Locator;
  readonly field: Locator;
  /** Opens the panel by its button and asks; settles when the answer is complete. */
  ask(question: string): Promise<void>;
  /** Paths of the files loaded from the bundle, without hashes. */
  readonly loaded: () => readonly string[];
}

/** Settles when the launcher is there. Playwright searches open shadow roots by itself. */
async function visitElement(
  browser: Browser,
  address: string,
  { before, ...options }: VisitOptions = {},
): Promise<VisitedElement> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const watched = await watchPage(page);
  if (before !== undefined) await page.addInitScript(before);
  await page.goto(address);
  const button = page.locator('ibid-ask .ibid-launcher-button');
  const dialog = page.locator('ibid-ask dialog');
  const field = dialog.getByRole('textbox');
  await page.locator('ibid-ask .ibid-launcher').waitFor({ state: 'attached' });
  return {
    ...watched,
    page,
    button,
    dialog,
    field,
    async ask(question) {
      if (!(await dialog.isVisible())) await button.click();
      await field.fill(question);
      await field.press('Enter');
      await dialog.locator('.ibid-log[aria-busy=false] .ibid-exchange').last().waitFor();
    },
    loaded: () =>
      watched.requests
        .map((url) => new URL(url).pathname)
        .filter((path) => path.startsWith('/widget/'))
        .map((path) => path.replace(/^\/widget\//u, '').replace(/-[\w-]{8}\.js$/u, '')),
  };
}
