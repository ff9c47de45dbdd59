import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { Payload } from '../payload/payload.ts';
import { inspectPage } from './inspect-page.ts';

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

/** By the buttons of the panel, of which the second asks whether it is meant. */
export async function clearConversation({ panel }: Victim): Promise<void> {
  await panel.getByRole('button', { name: 'Clear all' }).click();
  await panel.getByRole('button', { name: 'Clear', exact: true }).click();
  await panel.locator('.ibid-empty').waitFor();
}

/** `act` with `each` payloads at a time and the number of the first. Tells where the page was led meanwhile, also a moment later. */
export async function inBatches(
  victim: Victim,
  texts: readonly Payload[],
  each: number,
  act: (some: readonly Payload[], from: number) => Promise<void>,
): Promise<readonly string[]> {
  const led: (string | undefined)[] = [];
  for (let from = 0; from < texts.length; from += each) {
    led.push(await unlessLedAway(victim, () => act(texts.slice(from, from + each), from)));
  }
  led.push(await unlessLedAway(victim, () => victim.settle()));
  return led.filter((away) => away !== undefined);
}

/** Where the page was led by a load while `act` was busy with it; the victim is then brought back. `undefined` when it has stayed. */
async function unlessLedAway({ page, home, loads }: Victim, act: () => Promise<void>): Promise<string | undefined> {
  const before = loads();
  let failure: unknown;
  try {
    await act();
  } catch (error) {
    failure = error;
    // The error of a page that goes comes before the page has gone.
    if (/destroyed|navigation|detached/u.test(String(error))) await page.waitForTimeout(500);
  }
  if (loads() === before) {
    if (failure !== undefined) throw failure;
    return undefined;
  }
  const away = page.url();
  await bringBack(page, home);
  return `away, ${away}`;
}

/** By a page of the same origin without scripts: the conversation that is kept there would lead away again from home. */
async function bringBack(page: Page, home: string): Promise<void> {
  const bare = new URL('/widget/manifest.json', home).href;
  // What led away may still be on its way, and interrupts.
  for (let tries = 0; ; tries += 1) {
    try {
      await page.goto(bare);
      await page.evaluate(() => {
        sessionStorage.clear();
        localStorage.clear();
      });
      await page.goto(home);
      return;
    } catch (error) {
      if (tries === 9) throw error;
      await page.waitForTimeout(100);
    }
  }
}

declare global {
  interface Window {
    /** Settles when `isSo`; rejects with what was waited for after five seconds. */
    until(what: string, isSo: () => boolean): Promise<void>;
  }
}

/** Runs in the browser before the page does: gives it a way to wait that is quicker than to ask from outside. */
function giveUntil(): void {
  window.until = async (what, isSo) => {
    const end = performance.now() + 5000;
    while (!isSo()) {
      if (performance.now() > end) throw new Error(`waited in vain for ${what}`);
      await new Promise((resolve) => {
        setTimeout(resolve, 5);
      });
    }
  };
}

/** What payloads have done. The number of each stands in what it does. */
export interface Harm {
  /** Scripts of payloads that ran, dialogs that they opened, exceptions that nobody caught. */
  readonly executed: readonly string[];
  /** Addresses elsewhere that were asked for, by whatever means, also new windows and sockets. None of them is reached. */
  readonly foreign: readonly string[];
}

/** Begins before a page of `context` is loaded. `origin` is the only host that may be talked to. */
async function watchHarm(context: BrowserContext, page: Page, origin: string): Promise<Harm> {
  const executed: string[] = [];
  const foreign: string[] = [];
  const isForeign = (address: string): boolean =>
    !address.startsWith(`${origin}/`) &&
    !/^(?:about:|chrome-error:|blob:http:\/\/127|data:(?!.*(?:__hit|evil)))/su.test(address);
  await context.exposeBinding('__hit', (_, id: unknown) => void executed.push(String(id)));
  await context.route(
    ({ href }) => isForeign(href),
    // Without a document, so that nothing leads the page away from what is being watched.
    (route) => route.fulfill({ status: 204 }),
  );
  context.on('request', (request) => {
    if (isForeign(request.url())) foreign.push(request.url());
  });
  const watch = (watched: Page): void => {
    watched.on('dialog', (dialog) => {
      if (dialog.type() !== 'beforeunload') executed.push(`${dialog.type()} ${dialog.message()}`);
      void dialog.dismiss().catch(() => undefined);
    });
    watched.on('pageerror', (error) => executed.push(`uncaught ${error.message}`));
    watched.on('websocket', (socket) => foreign.push(socket.url()));
    watched.on('download', (download) => foreign.push(download.url()));
  };
  watch(page);
  context.on('page', (popup) => {
    if (popup === page) return;
    foreign.push(`window ${popup.url()}`);
    watch(popup);
    void popup.close().catch(() => undefined);
  });
  return { executed, foreign };
}
