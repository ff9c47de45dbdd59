import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { elementSuite, TAG, type VisitedElement } from '../element/testing/element-suite.ts';
import { foundPages } from './testing/found-pages.ts';

const suite = elementSuite();
let visited: VisitedElement;

interface Box {
  readonly page: Page;
  readonly box: Locator;
  readonly input: Locator;
  readonly options: Locator;
}

async function visit(head = TAG, options?: Parameters<typeof suite.visit>[1] & { body?: string }): Promise<Box> {
  const { body = '', ...rest } = options ?? {};
  suite.site.answerSearchWith(() => foundPages(suite.site.url));
  visited = await suite.visit(suite.site.plain(head, { body }), rest);
  const { page } = visited;
  const box = page.locator('ibid-ask .ibid-search');
  return { page, box, input: box.getByRole('combobox'), options: box.getByRole('option') };
}

async function open(...how: Parameters<typeof visit>): Promise<Box> {
  const opened = await visit(...how);
  await opened.page.keyboard.press('Control+k');
  await opened.input.waitFor();
  return opened;
}

/** The row that the combobox names as active. */
const active = (input: Locator): Promise<string> =>
  input.evaluate((element) => {
    const row = (element.getRootNode() as ShadowRoot).getElementById(element.getAttribute('aria-activedescendant')!);
    return `${row?.ariaSelected} ${row?.innerText.split('\n')[0]}`;
  });

describe('the search box', () => {
  test('is loaded when it is wanted, shows what is found by page with lit words, and says how much', async () => {
    const { page, box, input, options } = await visit();
    expect(visited.loaded()).toEqual(['ibid-ask.js']);
    await page.keyboard.press('Control+k');
    await input.waitFor();
    expect(visited.loaded()).toEqual(['ibid-ask.js', 'ibid-search-box.js']);
    expect(await input.evaluate((element) => element.matches(':focus'))).toBe(true);
    await input.pressSequentially('seta');
    await options.nth(4).waitFor();
    expect(await box.getByRole('group').evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel))).toEqual([
      'Valves',
      'Seat parts',
    ]);
    expect(await options.allInnerTexts()).toEqual([
      'Seats\nThe seat of a valve closes it. It is ground to fit.',
      'Seats › Care\nIt is ground to fit.',
      'Springs\nvalve --seat 3',
      'Seat parts\nParts of a seat, with numbers.',
      'Ask Ibid: seta',
    ]);
    expect(await box.locator('mark').allInnerTexts()).toEqual(['Seats', 'seat', 'seat', 'Seat', 'seat']);
    expect(await box.getByRole('status').innerText()).toBe('4 results · Searched for “seat” instead of “seta”.');
    expect(await options.nth(2).getByRole('img', { name: 'Code' }).count()).toBe(1);
    expect(suite.site.searched.at(-1)!.get('q')).toBe('seta');
    expect(await page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }))).toEqual([]);
    const { violations } = await new AxeBuilder({ page }).include('ibid-ask').analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  });

  test('is walked through by keyboard, and Escape gives the focus back and forgets what was typed', async () => {
    const { page, box, input, options } = await visit();
    await page.locator('main').evaluate((main) => ((main.tabIndex = -1), main.focus()));
    await page.keyboard.press('Control+k');
    await input.fill('seta');
    await options.nth(4).waitFor();
    const rows: string[] = [await active(input)];
    for (const key of ['ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowDown', 'End', 'Home']) {
      await page.keyboard.press(key);
      rows.push(await active(input));
    }
    const [first, last] = ['true Seats', 'true Ask Ibid: seta'];
    expect(rows).toEqual([first, 'true Seats › Care', first, last, first, last, first]);
    expect(await options.evaluateAll((all) => all.filter(({ ariaSelected }) => ariaSelected === 'true').length)).toBe(
      1,
    );
    await page.keyboard.press('Escape');
    await box.waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.activeElement!.tagName)).toBe('MAIN');
    await page.keyboard.press('Control+k');
    expect([await input.inputValue(), await options.count()]).toEqual(['', 0]);
    await page.keyboard.press('Control+k');
    await box.waitFor({ state: 'hidden' });
  });

  test('is empty when it is opened again in the moment in which it is closed, and keeps what is then typed', async () => {
    const { page, input, options } = await visit();
    await page.keyboard.press('Control+k');
    await input.fill('seta');
    await options.nth(4).waitFor();
    const kept = await input.evaluate(async (field: HTMLInputElement) => {
      const box = field.closest('dialog')!;
      box.close();
      const press = new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, composed: true });
      box.dispatchEvent(press);
      // It opens a few microtasks later, but before the close event, which is a task.
      for (let turn = 0; turn < 20 && !box.open; turn += 1) await Promise.resolve();
      const first = field.value;
      field.value = 'gate';
      await new Promise((resolve) => setTimeout(resolve, 50));
      return { isOpen: box.open, first, later: field.value };
    });
    expect(kept).toEqual({ isOpen: true, first: '', later: 'gate' });
  });

  test('opens a hit of the open page in place, with the focus there, and one of another page by its address', async () => {
    const { page, box, input, options } = await open();
    const here = new URL(page.url()).pathname;
    suite.site.answerSearchWith(
      () => JSON.parse(JSON.stringify(foundPages(suite.site.url)).replaceAll('/plain-1.html', here)) as object,
    );
    await page.evaluate(() => Object.assign(window, { here: true }));
    await input.fill('seta');
    await options.nth(4).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await box.waitFor({ state: 'hidden' });
    await expect
      .poll(() => page.evaluate(() => [...(CSS.highlights.get('ibid-cite') ?? [])].join(' ')))
      .toBe('It is ground to fit.');
    expect(await page.evaluate(() => [location.hash, document.activeElement!.id, 'here' in window])).toEqual([
      '#seats',
      'text',
      true,
    ]);
    await page.keyboard.press('Control+k');
    await input.fill('seta');
    await options.nth(3).click();
    await page.waitForURL('**/widget-parts');
  });

  test('Enter before the results have come opens the first of them, and an older reply is never shown', async () => {
    const { page, input, options } = await open();
    let slow: (() => void) | undefined;
    suite.site.answerSearchWith((query) => {
      const found = foundPages(suite.site.url);
      if (query.get('q') !== 's') return { ...found, pages: found.pages.slice(1) };
      return new Promise((resolve) => (slow = () => resolve(found)));
    });
    await input.fill('s');
    await expect.poll(() => slow !== undefined).toBe(true);
    await input.fill('seat p');
    await options.nth(1).waitFor();
    slow!();
    await page.waitForLoadState('networkidle');
    expect(await options.count()).toBe(2);
    await input.fill('seat pa');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/widget-parts');
  });

  test.each([
    ['the last row', 'End+Enter'],
    ['Ctrl and Enter', 'Control+Enter'],
  ])('hands the question to the assistant: by %s', async (_, keys) => {
    const { page, box, input, options } = await open();
    await input.fill('What is a topic?');
    await options.nth(4).waitFor();
    for (const key of keys === 'End+Enter' ? ['End', 'Enter'] : [keys]) await page.keyboard.press(key);
    await box.waitFor({ state: 'hidden' });
    await page.locator('.ibid-panel .ibid-log[aria-busy=false] .ibid-exchange').waitFor();
    expect(suite.site.asked.at(-1)!.body.query).toBe('What is a topic?');
  });

  test('says when nothing is found and when the service fails, and still offers to ask', async () => {
    const { box, input, options } = await open();
    suite.site.answerSearchWith(() => ({ pages: [], corrected: [] }));
    await input.fill('xyz');
    await expect.poll(() => box.getByRole('status').innerText()).toBe('Nothing found for “xyz”.');
    suite.site.answerSearchWith(() => 503);
    await input.fill('xyzz');
    await expect.poll(() => box.getByRole('status').innerText()).toBe('The search cannot be reached at the moment.');
    expect(await options.allInnerTexts()).toEqual(['Ask Ibid: xyzz']);
  });

  test('is left out where the owner wants none, where somebody else takes the keys, and while the reader writes', async () => {
    const { page, box } = await visit(TAG.replace(' src', ' data-search="" src'));
    await page.keyboard.press('Control+k');
    await page.evaluate(() => (document.querySelector<HTMLElement>('ibid-ask')!.dataset['search'] = 'Mod+K'));
    await page.locator('#search').focus();
    await page.keyboard.press('Control+k');
    await page.locator('#search').blur();
    // As DocSearch does, long after the launcher started.
    await page.evaluate(() => {
      const ended = new AbortController();
      const take = (event: KeyboardEvent): void => {
        if (event.key !== 'k') return;
        event.preventDefault();
        ended.abort();
      };
      addEventListener('keydown', take, { signal: ended.signal });
    });
    await page.keyboard.press('Control+k');
    expect(visited.loaded()).toEqual(['ibid-ask.js']);
    await page.keyboard.press('Control+k');
    await box.waitFor();
  });

  test('on a phone it fills the screen and stays in Urdu from the right', async () => {
    const phone = { viewport: { width: 375, height: 700 }, hasTouch: true, isMobile: true };
    const { box, input, options } = await open(TAG.replace(' src', ' data-locale="ur" src'), phone);
    await input.fill('seta');
    await options.nth(4).waitFor();
    expect(await box.boundingBox()).toEqual({ x: 0, y: 0, width: 375, height: 700 });
    expect(await box.getAttribute('dir')).toBe('rtl');
    expect(await box.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    await box.getByRole('button', { name: 'بند کریں' }).tap();
    await box.waitFor({ state: 'hidden' });
  });
});

describe('<ibid-search>', () => {
  const SEARCH = '<script type="module" src="/widget/ibid-search.js"></script>';

  test('is a button that opens the box, beside an assistant', async () => {
    const { page, input } = await visit(TAG + SEARCH, { body: '<ibid-search></ibid-search>' });
    await page.getByRole('button', { name: 'Search' }).click();
    await input.waitFor();
    expect(await page.locator('ibid-ask').count()).toBe(1);
  });

  test('alone brings one without a button', async () => {
    const body = `<ibid-search data-api="${suite.site.url}" data-locale="de"></ibid-search>`;
    const { page, box, input, options } = await visit(SEARCH, { body });
    expect(await visited.button.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Suchen' }).click();
    await input.fill('seta');
    await options.nth(4).waitFor();
    await page.keyboard.press('Escape');
    await box.waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.activeElement!.tagName)).toBe('IBID-SEARCH');
  });
});
