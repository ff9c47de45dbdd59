import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../../../../scripts/chromium.ts';
import { launcherSite } from './testing/launcher-site.ts';
import { watchPage, type PageFaults } from './testing/watch-page.ts';

let browser: Browser;
let site: Awaited<ReturnType<typeof launcherSite>>;
let watched: PageFaults;
let page: Page;

beforeAll(async () => {
  [browser, site] = await Promise.all([launchChromium(), launcherSite()]);
});
afterAll(async () => {
  await Promise.all([browser?.close(), site?.close()]);
});
afterEach(async () => {
  await page.context().close();
  if (watched.faults.length > 0) throw new Error(watched.faults.join('\n'));
});

async function visit(
  settings: object = {},
  { query = '', before, ...options }: BrowserContextOptions & { query?: string; before?: () => void } = {},
): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 700 }, ...options });
  page = await context.newPage();
  watched = await watchPage(page);
  if (before !== undefined) await page.addInitScript(before);
  await page.goto(site.pageWith(settings) + query);
  await page.waitForFunction(() => 'launcher' in window);
}

const button = () => page.locator('.ibid-launcher-button');
const ask = () => page.locator('.ibid-launcher-ask');
const dialog = () => page.locator('dialog');
const opened = () => page.evaluate(() => window.opened);
const panelRequests = () => watched.requests.filter((url) => url.includes('fake-panel'));

/** Marks the words of the first paragraph as a mouse does. */
async function mark(from = 0, to = 160): Promise<void> {
  const box = (await page.locator('#text').boundingBox())!;
  await page.mouse.move(box.x + from, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + to, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
}

describe('the button', () => {
  test('opens the panel, closes it, and has the focus back', async () => {
    await visit();
    expect(await button().getAttribute('aria-haspopup')).toBe('dialog');
    expect(await button().getAttribute('aria-expanded')).toBe('false');
    expect(await button().getAttribute('aria-keyshortcuts')).toBe('Control+I');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await dialog().waitFor();
    expect(await opened()).toEqual([{ opener: 'ibid-launcher-button' }]);
    expect(await button().getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('Control+i');
    await dialog().waitFor({ state: 'hidden' });
    expect(await button().getAttribute('aria-expanded')).toBe('false');
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('ibid-launcher-button');
  });

  test('nothing is requested before somebody wants it, and the code once', async () => {
    await visit();
    await mark();
    await ask().waitFor();
    expect(watched.requests.map((url) => new URL(url).pathname)).toEqual([
      '/page',
      '/launcher.css',
      '/launcher-script.js',
    ]);
    await button().hover();
    await expect.poll(() => panelRequests().length).toBe(1);
    await button().click();
    await dialog().waitFor();
    expect(panelRequests()).toHaveLength(1);
  });

  test('started twice it stands there once', async () => {
    await visit();
    expect(await page.evaluate(() => window.start() === window.launcher)).toBe(true);
    expect(await button().count()).toBe(1);
  });

  test('is left out where the owner wants none; the rest goes on', async () => {
    await visit({ launcher: false });
    expect(await button().count()).toBe(0);
    await page.keyboard.press('Control+i');
    await dialog().waitFor();
  });

  test('moves nothing on the page and is not printed', async () => {
    await visit();
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            resolve(list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0));
          }).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => resolve(0), 100);
        }),
    );
    expect(shift).toBe(0);
    await page.emulateMedia({ media: 'print' });
    expect(await button().isVisible()).toBe(false);
  });

  test('stands at the end of a line, which is the left in Urdu, and is large enough for a finger on a phone', async () => {
    await visit({ locale: 'ur' }, { viewport: { width: 375, height: 700 }, hasTouch: true });
    const { x, width, height } = (await button().boundingBox())!;
    expect(x).toBeLessThan(100);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(40);
  });

  test('once ended nothing of it is left, and nothing listens', async () => {
    await visit();
    await page.evaluate(() => window.launcher.dispose());
    expect(await page.locator('.ibid-launcher').count()).toBe(0);
    await page.keyboard.press('Control+i');
    await page.locator('#bare').click();
    expect(await opened()).toEqual([]);
    expect(panelRequests()).toEqual([]);
  });
});

test.each([
  ['light', 'none'],
  ['dark', 'none'],
  ['light', 'active'],
] as const)(
  'nothing of it is out of reach of assistive technology: %s, forced colours %s',
  async (colorScheme, forcedColors) => {
    await visit({}, { colorScheme, forcedColors });
    await page.route('**/fake-panel.js*', (route) => route.abort());
    await page.evaluate((scheme) => (document.documentElement.style.colorScheme = scheme), colorScheme);
    await button().click();
    await page.locator('.ibid-launcher-retry').waitFor();
    await mark();
    await ask().waitFor();
    const { violations } = await new AxeBuilder({ page }).include('.ibid-launcher').disableRules(['region']).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  },
);

describe('the shortcut', () => {
  test('from the page it goes to the open panel, from the panel it closes it', async () => {
    await visit();
    await page.keyboard.press('Control+i');
    await dialog().waitFor();
    await page.locator('#search').focus();
    await page.locator('#text').click();
    await page.keyboard.press('Control+i');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
    await page.keyboard.press('Control+i');
    await dialog().waitFor({ state: 'hidden' });
  });

  test.each(['#search', '#rich'])('is left to fields that people write in: %s', async (field) => {
    await visit();
    await page.locator(field).focus();
    await page.keyboard.press('Control+i');
    await page.keyboard.press('Escape');
    expect(panelRequests()).toEqual([]);
    await page.locator('#bare').focus();
    await page.keyboard.press('Control+i');
    await dialog().waitFor();
  });

  test('is left to whoever has taken it', async () => {
    await visit({}, { before: () => addEventListener('keydown', (event) => event.preventDefault(), true) });
    await page.keyboard.press('Control+i');
    expect(panelRequests()).toEqual([]);
  });

  test.each([
    ['', 'Control+i', false],
    ['Alt+Shift+K', 'Alt+Shift+k', true],
    ['Alt+Shift+K', 'Alt+k', false],
    ['Mod+I', 'Control+Shift+i', false],
    ['?', '?', true],
  ])('set to `%s`, %s opens: %s', async (shortcut, keys, isOpened) => {
    await visit({ shortcut });
    await page.keyboard.press(keys);
    await (isOpened ? dialog().waitFor() : page.waitForTimeout(50));
    expect(panelRequests()).toHaveLength(isOpened ? 1 : 0);
  });

  test('without Ctrl or Alt it can be typed into the panel', async () => {
    await visit({ shortcut: '?' });
    await page.keyboard.press('?');
    await dialog().waitFor();
    await page.keyboard.press('?');
    expect(await page.locator('dialog textarea').inputValue()).toBe('?');
  });

  test('what browsers send while they fill a form in does no harm', async () => {
    await visit();
    await page.evaluate(() => document.dispatchEvent(new Event('keydown')));
    await page.keyboard.press('Control+i');
    await dialog().waitFor();
    expect(watched.faults).toEqual([]);
  });

  test('works by its place where the keyboard writes another script', async () => {
    await visit();
    await page.evaluate(() =>
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ش', code: 'KeyI', ctrlKey: true, cancelable: true })),
    );
    await dialog().waitFor();
    expect(await opened()).toEqual([{}]);
  });
});

describe('links of the page', () => {
  test('a link with a question fills the composer and does not lead away', async () => {
    await visit();
    await page.locator('#link').click();
    await dialog().waitFor();
    expect(await opened()).toEqual([{ opener: 'link', question: 'What is a valve?', ask: false }]);
    expect(page.url()).not.toContain('#away');
  });

  test('a click on what stands in a marked element counts; with `data-ibid-ask` the question is asked', async () => {
    await visit();
    await page.locator('#inner').click();
    await page.locator('#asks').click();
    await expect.poll(opened).toEqual([{ opener: 'bare' }, { opener: 'asks', question: 'Which valve?', ask: true }]);
  });

  test('a click that opens another tab is left alone', async () => {
    await visit();
    await page.locator('#link').click({ modifiers: ['Control'] });
    expect(await opened()).toEqual([]);
  });
});

describe('the question in the address', () => {
  test('is asked once, and what else stands in the address is kept as it is', async () => {
    await visit({}, { query: '?tab=a%20b&ask=How%20are%20seats+ground%3F&flag#seats' });
    await dialog().waitFor();
    expect(await opened()).toMatchObject([{ question: 'How are seats ground?', ask: true }]);
    expect(new URL(page.url()).search + new URL(page.url()).hash).toBe('?tab=a%20b&flag#seats');
    await page.reload();
    await dialog().waitFor();
    expect(await opened()).toMatchObject([{ restored: true }]);
  });

  test('is taken after a navigation without a reload too; an empty one only opens', async () => {
    await visit();
    await page.evaluate(() => {
      history.pushState(null, '', '?ask=');
      window.navigated();
    });
    await dialog().waitFor();
    expect(await opened()).toEqual([{}]);
    expect(page.url()).not.toContain('?');
  });
});

test('in a frame the question of the address waits for the reader', async () => {
  await visit();
  const framed = site.pageWith({}, '/framed');
  await page.goto(site.pageWith({}, '/frame', "script-src 'self'; frame-src 'self'"));
  await page.evaluate((address) => {
    const frame = document.createElement('iframe');
    frame.src = `${address}?ask=Why`;
    document.body.prepend(frame);
  }, framed);
  await page.frameLocator('iframe').locator('dialog').waitFor();
  expect(await page.frames()[1]!.evaluate(() => window.opened)).toEqual([{ question: 'Why', ask: false }]);
});

test('on a server it can be imported, and touches nothing', async () => {
  expect((await import('./index.ts')).startLauncher).toBeTypeOf('function');
});

describe('asking about a selection', () => {
  test('by mouse: a button comes beside what is marked, takes it as it was, and leaves it marked', async () => {
    await visit();
    await mark();
    await ask().waitFor();
    const marked = await page.evaluate(() => getSelection()!.toString());
    expect(marked.length).toBeGreaterThan(5);
    const [at, text] = [(await ask().boundingBox())!, (await page.locator('#text').boundingBox())!];
    expect(Math.abs(at.y - text.y)).toBeLessThan(80);
    await ask().click();
    await dialog().waitFor();
    expect(await opened()).toMatchObject([{ selection: { text: marked.trim(), section: 'seats' } }]);
    expect(await ask().isVisible()).toBe(false);
  });

  test('by keyboard: the button comes as well, and the shortcut takes the passage along', async () => {
    await visit();
    // Browsers put no caret into plain text unless asked to; from a marked word on, the keys mark more.
    await page.locator('#text').dblclick({ position: { x: 5, y: 8 } });
    for (let count = 0; count < 5; count++) await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Shift+ArrowRight');
    await ask().waitFor();
    await page.keyboard.press('Control+i');
    await dialog().waitFor();
    expect(await opened()).toMatchObject([{ selection: { text: 'The seat' } }]);
    expect(await ask().isVisible()).toBe(false);
  });

  test('by touch: a bar at the bottom, which stays while the page is scrolled', async () => {
    await visit({}, { viewport: { width: 375, height: 700 }, hasTouch: true, isMobile: true });
    await page.locator('#text').tap();
    await page.evaluate(() => getSelection()!.selectAllChildren(document.querySelector('#text')!));
    await ask().waitFor();
    const { x, y, width, height } = (await ask().boundingBox())!;
    expect({ x, width, end: y + height }).toEqual({ x: 0, width: 375, end: 700 });
    await page.evaluate(() => scrollBy(0, 50));
    await page.setViewportSize({ width: 375, height: 640 });
    await page.waitForTimeout(100);
    await ask().tap();
    await dialog().waitFor();
    expect(await opened()).toMatchObject([
      { selection: { text: 'The seat of a valve closes it. It is ground to fit.' } },
    ]);
  });

  test.each([
    ['by Escape', () => page.keyboard.press('Escape')],
    ['by scrolling', () => page.mouse.wheel(0, 40)],
    ['with the selection', () => page.locator('h1').click()],
    ['when another page is shown', () => page.evaluate(() => window.navigated())],
  ])('goes away %s', async (_, act) => {
    await visit();
    await mark();
    await ask().waitFor();
    await act();
    await ask().waitFor({ state: 'hidden' });
    expect(await opened()).toEqual([]);
  });

  test('stays while something else is scrolled, such as an answer that grows', async () => {
    await visit();
    await mark();
    await ask().waitFor();
    await page.evaluate(() => document.querySelector('#other')!.scrollBy(0, 100));
    await page.waitForTimeout(100);
    expect(await ask().isVisible()).toBe(true);
    await page.evaluate(() => scrollBy(0, 40));
    await ask().waitFor({ state: 'hidden' });
  });

  test('at the edges it stays in the window', async () => {
    await visit({}, { viewport: { width: 375, height: 200 } });
    await page.evaluate(() => getSelection()!.selectAllChildren(document.querySelector('main')!));
    await ask().waitFor();
    const { x, y, width, height } = (await ask().boundingBox())!;
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(375);
    expect(y + height).toBeLessThanOrEqual(200);
  });

  test.each([
    ['outside the text of the page', {}, '#head'],
    ['where the owner wants none', { askSelection: false }, '#text'],
  ])('is not offered %s', async (_, settings, where) => {
    await visit(settings);
    await page.evaluate((selector) => getSelection()!.selectAllChildren(document.querySelector(selector)!), where);
    await page.waitForTimeout(400);
    expect(await ask().isVisible()).toBe(false);
    await page.keyboard.press('Control+i');
    await dialog().waitFor();
    expect((await opened())[0]!.selection).toBeUndefined();
  });
});

describe('when something fails', () => {
  test('a panel that cannot be loaded is told, and pressing again asks for what was wanted', async () => {
    await visit();
    await page.route('**/fake-panel.js*', (route) => route.abort());
    await page.locator('#asks').click();
    const again = page.getByRole('alert').getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await page.unroute('**/fake-panel.js*');
    await again.click();
    await dialog().waitFor();
    expect(await opened()).toMatchObject([{ question: 'Which valve?', ask: true }]);
    expect(await again.isVisible()).toBe(false);
  });

  test('a passage is taken as it is where the code that reads its place cannot be had', async () => {
    await visit();
    await page.route('**/capture-selection*', (route) => route.abort());
    await page.evaluate(() => getSelection()!.selectAllChildren(document.querySelector('#text')!));
    await page.keyboard.press('Control+i');
    await dialog().waitFor();
    const text = 'The seat of a valve closes it. It is ground to fit.';
    expect(await opened()).toEqual([{ selection: { text, url: '/page', section: '', place: 'Valves' } }]);
  });

  test('a failed preload is not told, and the next try loads', async () => {
    await visit();
    await page.route('**/fake-panel.js*', (route) => route.abort());
    await button().hover();
    await expect.poll(() => panelRequests().length).toBe(1);
    expect(await page.locator('.ibid-launcher-retry').isVisible()).toBe(false);
    await page.unroute('**/fake-panel.js*');
    await button().click();
    await dialog().waitFor();
  });

  test('with storage blocked all goes on, but for coming back after a reload', async () => {
    await visit(
      {},
      {
        before: () =>
          Object.defineProperty(window, 'sessionStorage', {
            get() {
              throw new DOMException('blocked', 'SecurityError');
            },
          }),
      },
    );
    await button().click();
    await dialog().waitFor();
    await page.reload();
    await page.waitForFunction(() => 'launcher' in window);
    expect(panelRequests()).toHaveLength(1);
  });
});

describe('after a full reload', () => {
  test('an open panel comes back without taking the focus, a closed one does not', async () => {
    await visit();
    await button().click();
    await dialog().waitFor();
    await page.reload();
    await dialog().waitFor();
    expect(await opened()).toMatchObject([{ restored: true }]);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
    await page.evaluate(() => document.querySelector<HTMLElement>('dialog textarea')!.focus());
    await page.keyboard.press('Control+i');
    await page.reload();
    await page.waitForFunction(() => 'launcher' in window);
    expect(await opened()).toEqual([]);
  });
});
