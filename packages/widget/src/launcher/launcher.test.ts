import { AxeBuilder } from '@axe-core/playwright';
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { launcherSuite } from './testing/launcher-suite.ts';

const suite = launcherSuite();
const { visit } = suite;

const isFocused = (element: Locator): Promise<boolean> => element.evaluate((found) => found.matches(':focus'));

describe('the button', () => {
  test('opens the panel, closes it, and has the focus back', async () => {
    const { page, button, dialog } = await visit();
    expect(await button.getAttribute('aria-haspopup')).toBe('dialog');
    expect(await button.getAttribute('aria-expanded')).toBe('false');
    expect(await button.getAttribute('aria-keyshortcuts')).toBe('Control+I');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await dialog.waitFor();
    expect(await button.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('Control+i');
    await dialog.waitFor({ state: 'hidden' });
    expect(await button.getAttribute('aria-expanded')).toBe('false');
    await expect.poll(() => isFocused(button)).toBe(true);
  });

  test('is left out where the owner wants none; the rest goes on', async () => {
    const { page, button, dialog } = await visit('data-launcher="off"');
    expect(await button.count()).toBe(0);
    await page.keyboard.press('Control+i');
    await dialog.waitFor();
  });

  test('moves nothing on the page and is not printed', async () => {
    const { page, button } = await visit();
    expect(await button.count()).toBe(1);
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
    expect(await button.isVisible()).toBe(false);
  });

  test('stands at the end of a line, which is the left in Urdu, and is large enough for a finger on a phone', async () => {
    const { page, button } = await visit('', { viewport: { width: 375, height: 700 }, hasTouch: true });
    await page.evaluate(() => Object.assign(document.documentElement, { lang: 'ur', dir: 'rtl' }));
    await page.getByRole('button', { name: 'پوچھیں', exact: true }).waitFor();
    const { x, width, height } = (await button.boundingBox())!;
    expect(x).toBeLessThan(100);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(40);
  });
});

test('nothing of it is out of reach of assistive technology: light, dark, in forced colours', async () => {
  const { page, button, askAboutThis, mark } = await visit();
  await page.route('**/widget/ibid-panel-*', (route) => route.abort());
  await button.click();
  await page.locator('.ibid-launcher-retry').waitFor();
  await mark();
  await askAboutThis.waitFor();
  for (const [colorScheme, forcedColors] of [
    ['light', 'none'],
    ['dark', 'none'],
    ['light', 'active'],
  ] as const) {
    await page.emulateMedia({ colorScheme, forcedColors });
    await page.evaluate((scheme) => (document.documentElement.dataset['theme'] = scheme), colorScheme);
    const { violations } = await new AxeBuilder({ page }).include('ibid-ask').disableRules(['region']).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  }
});

describe('the shortcut', () => {
  test('from the page it goes to the open panel, from the panel it closes it', async () => {
    const { page, dialog, field } = await visit();
    await page.keyboard.press('Control+i');
    await dialog.waitFor();
    await page.locator('#search').focus();
    await page.locator('#text').click();
    await page.keyboard.press('Control+i');
    await expect.poll(() => isFocused(field)).toBe(true);
    await page.keyboard.press('Control+i');
    await dialog.waitFor({ state: 'hidden' });
  });

  test.each(['#search', '#rich'])('is left to fields that people write in: %s', async (field) => {
    const { page, dialog, panelRequests } = await visit();
    await page.locator(field).focus();
    await page.keyboard.press('Control+i');
    await page.keyboard.press('Escape');
    expect(panelRequests()).toEqual([]);
    await page.locator('#bare').focus();
    await page.keyboard.press('Control+i');
    await dialog.waitFor();
  });

  test.each([
    ['', 'Control+i', false],
    ['Alt+Shift+K', 'Alt+Shift+k', true],
    ['Alt+Shift+K', 'Alt+k', false],
    ['Mod+I', 'Control+Shift+i', false],
    ['?', '?', true],
  ])('set to `%s`, %s opens: %s', async (shortcut, keys, isOpened) => {
    const { page, dialog, panelRequests } = await visit(`data-shortcut="${shortcut}"`);
    await page.keyboard.press(keys);
    await (isOpened ? dialog.waitFor() : page.waitForTimeout(50));
    expect(panelRequests()).toHaveLength(isOpened ? 1 : 0);
  });

  test('without Ctrl or Alt it can be typed into the panel', async () => {
    const { page, dialog, field } = await visit('data-shortcut="?"');
    await page.keyboard.press('?');
    await dialog.waitFor();
    await page.keyboard.press('?');
    expect(await field.inputValue()).toBe('?');
  });

  test('works by its place where the keyboard writes another script; what browsers send while they fill a form in does no harm', async () => {
    const { page, dialog } = await visit();
    await page.evaluate(() => document.dispatchEvent(new Event('keydown', { bubbles: true })));
    await page.evaluate(() =>
      document.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ش', code: 'KeyI', ctrlKey: true, bubbles: true, cancelable: true }),
      ),
    );
    await dialog.waitFor();
    expect(await dialog.getByRole('article').count()).toBe(0);
  });
});

test('a link with a question fills the composer and does not lead away, with `data-ibid-ask` it is asked; what stands in one counts, and other tabs do not', async () => {
  const { page, dialog, field } = await visit();
  const asked = suite.site.asked.length;
  await page.locator('#link').click({ modifiers: ['Control'] });
  await page.waitForTimeout(50);
  expect(await dialog.count()).toBe(0);
  await page.locator('#link').click();
  await dialog.waitFor();
  expect(await field.inputValue()).toBe('What is a valve?');
  await page.locator('#inner').click();
  expect(await dialog.getByRole('article').count()).toBe(0);
  await page.locator('#asks').click();
  await dialog.getByRole('article', { name: 'Which valve?' }).and(page.locator('[data-state=answered]')).waitFor();
  expect(suite.site.asked.slice(asked).map(({ body }) => body.query)).toEqual(['Which valve?']);
  expect(page.url()).not.toContain('#away');
  await page.keyboard.press('Control+i');
  await page.keyboard.press('Escape');
  await expect.poll(() => isFocused(page.locator('#asks'))).toBe(true);
});

describe('the question in the address', () => {
  test('is handed on once as one that a link brought, and what else stands in the address is kept as it is', async () => {
    const query = '?tab=a%20b&ask=How%20are%20seats+ground%3F&flag&%61sk=x#seats';
    const { page, dialog, field } = await visit('', { query });
    await dialog.waitFor();
    expect(await field.inputValue()).toBe('How are seats ground?');
    expect(new URL(page.url()).search + new URL(page.url()).hash).toBe('?tab=a%20b&flag#seats');
    await page.reload();
    await dialog.waitFor();
    expect(await field.inputValue()).toBe('');
  });

  test('is taken after a navigation without a reload too, which is the doing of the site; an empty one only opens', async () => {
    const { page, dialog } = await visit();
    const go = (query: string): Promise<void> =>
      page.evaluate((address) => history.pushState(null, '', address), query);
    await go('?ask=Why');
    await dialog.getByRole('article', { name: 'Why' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await go('?ask=');
    await dialog.waitFor();
    expect(await dialog.getByRole('article').count()).toBe(1);
    expect(page.url()).not.toContain('?');
  });
});

describe('when something fails', () => {
  test('a panel that cannot be loaded is told, but not before it is wanted, and pressing again asks for what was wanted', async () => {
    const { page, button, dialog, panelRequests } = await visit();
    await page.route('**/widget/ibid-panel-*', (route) => route.abort());
    await button.hover();
    await expect.poll(() => panelRequests().length).toBe(1);
    expect(await page.locator('.ibid-launcher-retry').isVisible()).toBe(false);
    await page.locator('#asks').click();
    const again = page.getByRole('alert').getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await page.unroute('**/widget/ibid-panel-*');
    await again.click();
    await dialog.getByRole('article', { name: 'Which valve?' }).waitFor();
    expect(await again.isVisible()).toBe(false);
  });

  test('a passage is taken as it is where the code that reads its place cannot be had', async () => {
    const { page, passage, ask } = await visit();
    await page.route('**/widget/ibid-capture-selection-*', (route) => route.abort());
    await page.evaluate(() => getSelection()!.selectAllChildren(document.querySelector('#text')!));
    await page.keyboard.press('Control+i');
    await passage.waitFor();
    await ask('Why?');
    const text = 'The seat of a valve closes it. It is ground to fit.';
    expect(suite.site.asked.at(-1)!.body.selection).toEqual({ text, url: page.url() });
  });

  test('with storage blocked all goes on, but for coming back after a reload', async () => {
    const { page, button, dialog, panelRequests } = await visit('', {
      before: () =>
        Object.defineProperty(window, 'sessionStorage', {
          get() {
            throw new DOMException('blocked', 'SecurityError');
          },
        }),
    });
    await button.click();
    await dialog.waitFor();
    await page.reload();
    await button.waitFor();
    await page.waitForTimeout(50);
    expect(panelRequests()).toHaveLength(1);
  });
});

test('after a full reload an open panel comes back without taking the focus, a closed one does not', async () => {
  const { page, button, dialog, field, panelRequests } = await visit();
  await button.click();
  await dialog.waitFor();
  await page.reload();
  await dialog.waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  await field.focus();
  await page.keyboard.press('Control+i');
  await dialog.waitFor({ state: 'hidden' });
  const requests = panelRequests().length;
  await page.reload();
  await button.waitFor();
  await page.waitForTimeout(50);
  expect(panelRequests()).toHaveLength(requests);
});
