import { AxeBuilder } from '@axe-core/playwright';
import { describe, expect, test } from 'vitest';
import { launcherTrial } from './testing/launcher-trial.ts';

const trial = launcherTrial();
const { visit, mark, button, ask, dialog, opened, panelRequests } = trial;

describe('the button', () => {
  test('opens the panel, closes it, and has the focus back', async () => {
    await visit();
    expect(await button().getAttribute('aria-haspopup')).toBe('dialog');
    expect(await button().getAttribute('aria-expanded')).toBe('false');
    expect(await button().getAttribute('aria-keyshortcuts')).toBe('Control+I');
    await trial.page.getByRole('button', { name: 'Ask', exact: true }).click();
    await dialog().waitFor();
    expect(await opened()).toEqual([{ opener: 'ibid-launcher-button' }]);
    expect(await button().getAttribute('aria-expanded')).toBe('true');
    await trial.page.keyboard.press('Control+i');
    await dialog().waitFor({ state: 'hidden' });
    expect(await button().getAttribute('aria-expanded')).toBe('false');
    expect(await trial.page.evaluate(() => document.activeElement?.className)).toBe('ibid-launcher-button');
  });

  test('is left out where the owner wants none; the rest goes on', async () => {
    await visit({ launcher: false });
    expect(await button().count()).toBe(0);
    await trial.page.keyboard.press('Control+i');
    await dialog().waitFor();
  });

  test('moves nothing on the page and is not printed', async () => {
    await visit();
    expect(await button().count()).toBe(1);
    const shift = await trial.page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            resolve(list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0));
          }).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => resolve(0), 100);
        }),
    );
    expect(shift).toBe(0);
    await trial.page.emulateMedia({ media: 'print' });
    expect(await button().isVisible()).toBe(false);
  });

  test('stands at the end of a line, which is the left in Urdu, and is large enough for a finger on a phone', async () => {
    await visit({ locale: 'ur' }, { viewport: { width: 375, height: 700 }, hasTouch: true });
    const { x, width, height } = (await button().boundingBox())!;
    expect(x).toBeLessThan(100);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(40);
  });
});

test('nothing of it is out of reach of assistive technology: light, dark, in forced colours', async () => {
  await visit();
  await trial.page.route('**/fake-panel.js*', (route) => route.abort());
  await button().click();
  await trial.page.locator('.ibid-launcher-retry').waitFor();
  await mark();
  await ask().waitFor();
  for (const [colorScheme, forcedColors] of [
    ['light', 'none'],
    ['dark', 'none'],
    ['light', 'active'],
  ] as const) {
    await trial.page.emulateMedia({ colorScheme, forcedColors });
    await trial.page.evaluate((scheme) => (document.documentElement.style.colorScheme = scheme), colorScheme);
    const axe = new AxeBuilder({ page: trial.page }).include('.ibid-launcher').disableRules(['region']);
    const { violations } = await axe.analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  }
});

describe('the shortcut', () => {
  test('from the page it goes to the open panel, from the panel it closes it', async () => {
    await visit();
    await trial.page.keyboard.press('Control+i');
    await dialog().waitFor();
    await trial.page.locator('#search').focus();
    await trial.page.locator('#text').click();
    await trial.page.keyboard.press('Control+i');
    expect(await trial.page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
    await trial.page.keyboard.press('Control+i');
    await dialog().waitFor({ state: 'hidden' });
  });

  test.each(['#search', '#rich'])('is left to fields that people write in: %s', async (field) => {
    await visit();
    await trial.page.locator(field).focus();
    await trial.page.keyboard.press('Control+i');
    await trial.page.keyboard.press('Escape');
    expect(panelRequests()).toEqual([]);
    await trial.page.locator('#bare').focus();
    await trial.page.keyboard.press('Control+i');
    await dialog().waitFor();
  });

  test.each([
    ['', 'Control+i', false],
    ['Alt+Shift+K', 'Alt+Shift+k', true],
    ['Alt+Shift+K', 'Alt+k', false],
    ['Mod+I', 'Control+Shift+i', false],
    ['?', '?', true],
  ])('set to `%s`, %s opens: %s', async (shortcut, keys, isOpened) => {
    await visit({ shortcut });
    await trial.page.keyboard.press(keys);
    await (isOpened ? dialog().waitFor() : trial.page.waitForTimeout(50));
    expect(panelRequests()).toHaveLength(isOpened ? 1 : 0);
  });

  test('without Ctrl or Alt it can be typed into the panel', async () => {
    await visit({ shortcut: '?' });
    await trial.page.keyboard.press('?');
    await dialog().waitFor();
    await trial.page.keyboard.press('?');
    expect(await trial.page.locator('dialog textarea').inputValue()).toBe('?');
  });

  test('works by its place where the keyboard writes another script; what browsers send while they fill a form in does no harm', async () => {
    await visit();
    await trial.page.evaluate(() => document.dispatchEvent(new Event('keydown', { bubbles: true })));
    await trial.page.evaluate(() =>
      document.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ش', code: 'KeyI', ctrlKey: true, bubbles: true, cancelable: true }),
      ),
    );
    await dialog().waitFor();
    expect(await opened()).toEqual([{}]);
  });
});

describe('links of the page', () => {
  test('one with a question fills the composer and does not lead away, with `data-ibid-ask` it is asked; what stands in one counts, and other tabs do not', async () => {
    await visit();
    await trial.page.locator('#link').click({ modifiers: ['Control'] });
    expect(await opened()).toEqual([]);
    await trial.page.locator('#link').click();
    await dialog().waitFor();
    await trial.page.locator('#inner').click();
    await trial.page.locator('#asks').click();
    const requests = [
      { opener: 'link', question: 'What is a valve?', ask: false },
      { opener: 'bare' },
      { opener: 'asks', question: 'Which valve?', ask: true },
    ];
    await expect.poll(opened).toEqual(requests);
    expect(trial.page.url()).not.toContain('#away');
  });
});

describe('the question in the address', () => {
  test('is handed on once as one that a link brought, and what else stands in the address is kept as it is', async () => {
    await visit({}, { query: '?tab=a%20b&ask=How%20are%20seats+ground%3F&flag&%61sk=x#seats' });
    await dialog().waitFor();
    expect(await opened()).toEqual([{ question: 'How are seats ground?', ask: true, linked: true }]);
    expect(new URL(trial.page.url()).search + new URL(trial.page.url()).hash).toBe('?tab=a%20b&flag#seats');
    await trial.page.reload();
    await dialog().waitFor();
    expect(await opened()).toMatchObject([{ restored: true }]);
  });

  test('is taken after a navigation without a reload too, which is the doing of the site; an empty one only opens', async () => {
    await visit();
    await trial.page.evaluate(() => {
      history.pushState(null, '', '?ask=Why');
      window.navigated();
    });
    await expect.poll(opened).toEqual([{ question: 'Why', ask: true, linked: false }]);
    await trial.page.evaluate(() => {
      history.pushState(null, '', '?ask=');
      window.navigated();
    });
    await expect.poll(opened).toEqual([{ question: 'Why', ask: true, linked: false }, {}]);
    expect(trial.page.url()).not.toContain('?');
  });
});

describe('when something fails', () => {
  test('a panel that cannot be loaded is told, but not before it is wanted, and pressing again asks for what was wanted', async () => {
    await visit();
    await trial.page.route('**/fake-panel.js*', (route) => route.abort());
    await button().hover();
    await expect.poll(() => panelRequests().length).toBe(1);
    expect(await trial.page.locator('.ibid-launcher-retry').isVisible()).toBe(false);
    await trial.page.locator('#asks').click();
    const again = trial.page.getByRole('alert').getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await trial.page.unroute('**/fake-panel.js*');
    await again.click();
    await dialog().waitFor();
    expect(await opened()).toMatchObject([{ question: 'Which valve?', ask: true }]);
    expect(await again.isVisible()).toBe(false);
  });

  test('a passage is taken as it is where the code that reads its place cannot be had', async () => {
    await visit();
    await trial.page.route('**/capture-selection*', (route) => route.abort());
    await trial.page.evaluate(() => getSelection()!.selectAllChildren(document.querySelector('#text')!));
    await trial.page.keyboard.press('Control+i');
    await dialog().waitFor();
    const text = 'The seat of a valve closes it. It is ground to fit.';
    expect(await opened()).toEqual([{ selection: { text, url: '/page', section: '', place: 'Valves' } }]);
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
    await trial.page.reload();
    await trial.page.waitForFunction(() => 'launcher' in window);
    expect(panelRequests()).toHaveLength(1);
  });
});

describe('after a full reload', () => {
  test('an open panel comes back without taking the focus, a closed one does not', async () => {
    await visit();
    await button().click();
    await dialog().waitFor();
    await trial.page.reload();
    await dialog().waitFor();
    expect(await opened()).toMatchObject([{ restored: true }]);
    expect(await trial.page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
    await trial.page.evaluate(() => document.querySelector<HTMLElement>('dialog textarea')!.focus());
    await trial.page.keyboard.press('Control+i');
    await trial.page.reload();
    await trial.page.waitForFunction(() => 'launcher' in window);
    expect(await opened()).toEqual([]);
  });
});
