import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { panelSuite } from './testing/panel-suite.ts';

const PHONE = { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true };

const on = panelSuite({ renderer: 'preact' });

function focused(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.className);
}

describe('the passage that goes along', () => {
  const place = { url: 'https://docs.test/a', section: 'what', place: 'Topics' };

  test('shows its first lines, the rest where it is scrolled, and says when only its beginning goes along', async () => {
    const { page } = await on.open();
    const text = `${'Words of a page. '.repeat(300).slice(0, 4990)} the end.`;
    await page.evaluate((selection) => window.ibid.panel?.open({ selection }), { ...place, text, total: 7469 });
    const words = page.locator('.ibid-passage-text');
    const isWhole = (): Promise<boolean> =>
      words.evaluate((element) => {
        element.scrollTop = element.scrollHeight;
        const range = document.createRange();
        range.setStart(element.firstChild!, element.firstChild!.textContent!.length - 4);
        range.setEnd(element.firstChild!, element.firstChild!.textContent!.length);
        return range.getBoundingClientRect().bottom <= element.getBoundingClientRect().bottom + 1;
      });
    await page.getByText('Only the first 4,999 of 7,469 characters are sent.').waitFor();
    expect(await isWhole()).toBe(true);
    expect((await words.boundingBox())!.height).toBeLessThan(70);
  });
});

describe('keys and fingers', () => {
  test('a key that ends a composed word, as Safari tells it, neither sends nor leaves', async () => {
    const { page, ask } = await on.open();
    await ask('What is a topic?');
    const field = page.getByRole('textbox', { name: 'Your question' });
    await field.fill('にほん');
    const asked = on.service.asked.length;
    const press = (
      selector: string,
      init: { readonly key: string; readonly keyCode?: number; readonly isComposing?: boolean },
    ): Promise<void> =>
      page
        .locator(selector)
        .evaluate(
          (element, keys) =>
            void element.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...keys })),
          init,
        );
    await press('.ibid-field textarea', { key: 'Enter', keyCode: 229 });
    await press('.ibid-field textarea', { key: 'Escape', keyCode: 229 });
    expect(await field.inputValue()).toBe('にほん');
    expect(on.service.asked.length).toBe(asked);
    await page.getByRole('button', { name: 'Not helpful' }).click();
    await press('.ibid-feedback textarea', { key: 'Escape', isComposing: true });
    await press('.ibid-feedback textarea', { key: 'Escape', keyCode: 229 });
    expect(await page.locator('.ibid-feedback').count()).toBe(1);
    await press('.ibid-feedback textarea', { key: 'Escape', keyCode: 27 });
    await page.locator('.ibid-feedback').waitFor({ state: 'detached' });
  });

  test('stopping by touch brings up no keyboard', async () => {
    on.answer(on.samples.answered, { stopAfter: 1 }, [{ do: 'hold' }]);
    const { page } = await on.open({}, PHONE);
    await page.evaluate(() => {
      document
        .querySelector('.ibid-field textarea')!
        .addEventListener('focus', () => Object.assign(window, { isWriting: true }));
      window.ibid.panel?.open({ question: 'What is a topic?', ask: true });
    });
    await page.locator('.ibid-exchange[data-state=streaming]').waitFor();
    await page.getByRole('button', { name: 'Stop' }).tap();
    await page.locator('.ibid-exchange[data-state=stopped]').waitFor();
    await page.locator('.ibid-title:focus').waitFor();
    expect(await page.evaluate(() => 'isWriting' in window)).toBe(false);
  });

  test('when what opened the panel is gone, the focus goes to the button that opens it', async () => {
    const { page } = await on.visit();
    await page.evaluate(() => {
      const launcher = document.body.appendChild(document.createElement('button'));
      launcher.className = 'ibid-launcher-button';
      const pressed = document.body.appendChild(document.createElement('button'));
      pressed.focus();
      pressed.hidden = true;
      window.ibid.panel?.open({ opener: pressed });
    });
    await page.getByRole('textbox', { name: 'Your question' }).focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toBe('ibid-launcher-button');
    await page.evaluate(() => {
      (document.activeElement as HTMLElement).blur();
      window.ibid.panel?.open({});
    });
    await page.getByRole('textbox', { name: 'Your question' }).focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toBe('ibid-launcher-button');
  });
});

test('an option of a command is not broken behind its hyphen, and is copied as it is', async () => {
  const text = 'ros2 topic list -t or ros2 topic list --show-types and well-known things';
  const [first, ...rest] = on.samples.answered.statements;
  on.answer({ ...on.samples.answered, statements: [{ ...first!, text }, ...rest] });
  const { page, ask } = await on.visit();
  await ask('How?');
  const sentence = page.locator('.ibid-statements p').first();
  expect(await sentence.locator('.ibid-option').allTextContents()).toEqual(['-t', '--show-types']);
  const wrap = await sentence
    .locator('.ibid-option')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).textWrapMode));
  expect(wrap).toEqual(['nowrap', 'nowrap']);
  expect(await sentence.textContent()).toContain(text);
});
