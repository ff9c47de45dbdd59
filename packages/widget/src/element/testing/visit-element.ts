import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { watchPage, type PageFaults } from '../../launcher/testing/watch-page.ts';

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

/** Opens `address` in a new browser context; settles when the launcher is there. Playwright searches open shadow roots by itself. */
export async function visitElement(
  browser: Browser,
  address: string,
  { before, ...options }: BrowserContextOptions & { readonly before?: () => void } = {},
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
