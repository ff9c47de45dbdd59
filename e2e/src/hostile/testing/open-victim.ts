import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { inspectPage } from './inspect-page.ts';
import { giveUntil } from './until.ts';
import { watchHarm, type Harm } from './watch-harm.ts';

/** Somebody at a page with the panel, and what is done to them. */
export interface Victim extends AsyncDisposable {
  readonly page: Page;
  /** The address at which they began. */
  readonly home: string;
  readonly panel: Locator;
  /** How many pages were loaded so far. */
  readonly loads: () => number;
  readonly harm: Harm;
  /** Opens the panel by its button, if it is closed. */
  open(): Promise<void>;
  /** Types and sends; settles when the answer is whole, or has failed. */
  ask(question: string): Promise<void>;
  /** What the widget has made that it must not make; `allowed` are the pages of other sites that its links may lead to. */
  inspect(allowed?: readonly string[]): Promise<readonly string[]>;
  /** Gives what was begun the time to do its harm. */
  settle(): Promise<void>;
  /** What lies on the clipboard, after a press on the newest button of that name. */
  copied(button: string): Promise<string>;
}

export async function openVictim(
  browser: Browser,
  address: string,
  options: BrowserContextOptions & { readonly before?: (page: Page) => Promise<void> } = {},
): Promise<Victim> {
  const { before, ...rest } = options;
  const { origin } = new URL(address);
  const context = await browser.newContext({
    viewport: { width: 1400, height: 900 },
    reducedMotion: 'reduce',
    ...rest,
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  const page = await context.newPage();
  const harm = await watchHarm(context, page, origin);
  let loads = 0;
  page.on('domcontentloaded', () => (loads += 1));
  await page.addInitScript(giveUntil);
  await before?.(page);
  await page.goto(address);
  const panel = page.locator('.ibid-panel');
  const launcher = page.locator('.ibid-launcher-button');
  await launcher.waitFor({ state: 'attached' });
  const victim: Victim = {
    page,
    home: address,
    loads: () => loads,
    panel,
    harm,
    async open() {
      if (!(await panel.isVisible())) await page.keyboard.press('Control+i');
      await panel.waitFor();
    },
    async ask(question) {
      await victim.open();
      const field = panel.locator('.ibid-composer textarea');
      await field.fill(question);
      await field.press('Enter');
      await panel.locator('.ibid-log[aria-busy=false] .ibid-exchange').last().waitFor({ state: 'attached' });
    },
    inspect: (allowed = []) => page.evaluate(inspectPage, allowed),
    async settle() {
      await page.waitForTimeout(300);
    },
    async copied(button) {
      await page.evaluate(() => navigator.clipboard.writeText(''));
      // By its label alone: to look for roles would ask elements that payloads may have made.
      await panel
        .locator(`button[aria-label=${JSON.stringify(button)}]`)
        .last()
        .dispatchEvent('click');
      await page.waitForFunction(async () => (await navigator.clipboard.readText()) !== '');
      return page.evaluate(() => navigator.clipboard.readText());
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
  return victim;
}
