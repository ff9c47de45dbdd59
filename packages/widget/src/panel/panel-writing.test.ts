import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../../../../scripts/chromium.ts';
import type { Reply } from '../client/wire.ts';
import { replyScript, sampleReplies, type SampleName } from '../testing/index.ts';
import { openedPanel } from './testing/opened-panel.ts';
import { openPanelSite, type PanelSite } from './testing/panel-site.ts';

let browser: Browser;
let site: PanelSite;
let samples: Readonly<Record<SampleName, Reply>>;

const PHONE = { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true };

beforeAll(async () => {
  browser = await launchChromium();
  site = await openPanelSite(browser);
  samples = sampleReplies(site.service.url);
  site.service.answerWith(replyScript(samples.answered));
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await browser.close();
});

function focused(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.className);
}

describe('the passage that goes along', () => {
  const place = { url: 'https://docs.test/a', section: 'what', place: 'Topics' };

  test('shows its first lines, the rest where it is scrolled, and says when only its beginning goes along', async () => {
    const { page } = await openedPanel(site);
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

  test('that is short is there as it is, without numbers', async () => {
    const { page } = await openedPanel(site);
    await page.evaluate((selection) => window.ibid.panel?.open({ selection }), { ...place, text: 'A short one.' });
    await page.getByText('A short one.').waitFor();
    expect(await page.locator('.ibid-passage').innerText()).not.toMatch(/characters/u);
  });
});

describe('keys and fingers', () => {
  test('a key that ends a composed word, as Safari tells it, neither sends nor leaves', async () => {
    const { page, ask } = await openedPanel(site);
    await ask('What is a topic?');
    const field = page.getByRole('textbox', { name: 'Your question' });
    await field.fill('にほん');
    const asked = site.service.asked.length;
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
    expect(site.service.asked.length).toBe(asked);
    await page.getByRole('button', { name: 'Not helpful' }).click();
    await press('.ibid-feedback textarea', { key: 'Escape', isComposing: true });
    await press('.ibid-feedback textarea', { key: 'Escape', keyCode: 229 });
    expect(await page.locator('.ibid-feedback').count()).toBe(1);
    await press('.ibid-feedback textarea', { key: 'Escape', keyCode: 27 });
    await page.locator('.ibid-feedback').waitFor({ state: 'detached' });
  });

  test('stopping by touch brings up no keyboard', async () => {
    site.service.answerWith([...replyScript(samples.answered, { stopAfter: 1 }), { do: 'hold' }]);
    const { page } = await openedPanel(site, {}, PHONE);
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
    site.service.answerWith(replyScript(samples.answered));
  });

  test('when what opened the panel is gone, the focus goes to the button that opens it', async () => {
    const { page } = await site.visit();
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
  const words = 'ros2 topic list -t or ros2 topic list --show-types and `ros2 topic list -v` at the end';
  const [first] = samples.answered.statements;
  const cells = Array.from({ length: 12 }, (_, at) => `${'w'.repeat(at)} ${words}`);
  const statements = cells.map((cell) => ({ ...first!, kind: 'row' as const, text: `${cell} | second` }));
  site.service.answerWith(replyScript({ ...samples.answered, statements }));
  const { page, ask } = await site.visit();
  await ask('How?');
  const lines = await page.locator('.ibid-table :is(th, td):first-child').evaluateAll((elements) =>
    elements.map((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      let text = '';
      let top = 0;
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        for (let at = 0; at < node.textContent!.length; at += 1) {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          const box = range.getClientRects()[0];
          if (box !== undefined && box.width > 0 && box.top > top + 8) text += '\n';
          if (box !== undefined && box.width > 0) top = box.top;
          text += node.textContent![at]!;
        }
      }
      return text;
    }),
  );
  expect(lines.join('').match(/\n/gu)!.length).toBeGreaterThan(30);
  expect(lines.filter((text) => /-\n/u.test(text))).toEqual([]);
  expect(await page.locator('.ibid-table td').first().textContent()).toContain('ros2 topic list -t or');
});
