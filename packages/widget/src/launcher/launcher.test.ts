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

  test('nothing is requested before somebody wants it, and the code once', async () => {
    await visit();
    await mark();
    await ask().waitFor();
    expect(trial.watched.requests.map((url) => new URL(url).pathname)).toEqual([
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
    expect(await trial.page.evaluate(() => window.start() === window.launcher)).toBe(true);
    expect(await button().count()).toBe(1);
  });

  test('is left out where the owner wants none; the rest goes on', async () => {
    await visit({ launcher: false });
    expect(await button().count()).toBe(0);
    await trial.page.keyboard.press('Control+i');
    await dialog().waitFor();
  });

  test('moves nothing on the page and is not printed', async () => {
    await visit();
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

  test('once ended nothing of it is left, and nothing listens', async () => {
    await visit();
    await trial.page.evaluate(() => window.launcher.dispose());
    expect(await trial.page.locator('.ibid-launcher').count()).toBe(0);
    await trial.page.keyboard.press('Control+i');
    await trial.page.locator('#bare').click();
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
    await trial.page.route('**/fake-panel.js*', (route) => route.abort());
    await trial.page.evaluate((scheme) => (document.documentElement.style.colorScheme = scheme), colorScheme);
    await button().click();
    await trial.page.locator('.ibid-launcher-retry').waitFor();
    await mark();
    await ask().waitFor();
    const { violations } = await new AxeBuilder({ page: trial.page })
      .include('.ibid-launcher')
      .disableRules(['region'])
      .analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  },
);

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

  test('is left to whoever has taken it', async () => {
    await visit({}, { before: () => addEventListener('keydown', (event) => event.preventDefault(), true) });
    await trial.page.keyboard.press('Control+i');
    expect(panelRequests()).toEqual([]);
  });

  test('is left to whoever takes it, also in a listener that was added later', async () => {
    await visit();
    await trial.page.evaluate(() => document.addEventListener('keydown', (event) => event.preventDefault()));
    await trial.page.keyboard.press('Control+i');
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

  test('what browsers send while they fill a form in does no harm', async () => {
    await visit();
    await trial.page.evaluate(() => document.dispatchEvent(new Event('keydown', { bubbles: true })));
    await trial.page.keyboard.press('Control+i');
    await dialog().waitFor();
    expect(trial.watched.faults).toEqual([]);
  });

  test('works by its place where the keyboard writes another script', async () => {
    await visit();
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
  test('a link with a question fills the composer and does not lead away', async () => {
    await visit();
    await trial.page.locator('#link').click();
    await dialog().waitFor();
    expect(await opened()).toEqual([{ opener: 'link', question: 'What is a valve?', ask: false }]);
    expect(trial.page.url()).not.toContain('#away');
  });

  test('a click on what stands in a marked element counts; with `data-ibid-ask` the question is asked', async () => {
    await visit();
    await trial.page.locator('#inner').click();
    await trial.page.locator('#asks').click();
    await expect.poll(opened).toEqual([{ opener: 'bare' }, { opener: 'asks', question: 'Which valve?', ask: true }]);
  });

  test('a click that opens another tab is left alone', async () => {
    await visit();
    await trial.page.locator('#link').click({ modifiers: ['Control'] });
    expect(await opened()).toEqual([]);
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

test('on a server it can be imported, and touches nothing', async () => {
  expect((await import('./index.ts')).startLauncher).toBeTypeOf('function');
});

describe('when something fails', () => {
  test('a panel that cannot be loaded is told, and pressing again asks for what was wanted', async () => {
    await visit();
    await trial.page.route('**/fake-panel.js*', (route) => route.abort());
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

  test('a failed preload is not told, and the next try loads', async () => {
    await visit();
    await trial.page.route('**/fake-panel.js*', (route) => route.abort());
    await button().hover();
    await expect.poll(() => panelRequests().length).toBe(1);
    expect(await trial.page.locator('.ibid-launcher-retry').isVisible()).toBe(false);
    await trial.page.unroute('**/fake-panel.js*');
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
