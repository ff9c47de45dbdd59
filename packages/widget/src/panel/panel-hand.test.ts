import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { panelSuite } from './testing/panel-suite.ts';

const PHONE = { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true };
const SELECTION = { text: 'A topic is a named channel.', url: 'https://docs.test/a', section: 'what', place: 'Topics' };

const on = panelSuite({ renderer: 'preact' });

function focused(page: Page): Promise<string> {
  return page.evaluate(
    () => document.activeElement?.id || document.activeElement?.className || document.activeElement?.tagName || '',
  );
}

describe('opening and closing', () => {
  test('wide: beside the page, which stays usable, and wider on demand; focus goes to the question, Esc brings it back', async () => {
    const { page } = await on.open();
    const panel = page.getByRole('dialog', { name: 'Ask these docs' });
    expect(await panel.getAttribute('aria-modal')).toBe('false');
    expect(await panel.evaluate((element) => element.matches(':modal'))).toBe(false);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
    const width = async (): Promise<number> => (await panel.boundingBox())!.width;
    const before = await width();
    await page.getByRole('button', { name: 'Make wider' }).click();
    expect(await width()).toBeGreaterThan(before * 1.5);
    await page.getByRole('button', { name: 'Make narrower' }).click();
    expect(await width()).toBe(before);
    await page.locator('#opener').click();
    await page.getByRole('textbox', { name: 'Your question' }).focus();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    await expect.poll(() => focused(page)).toBe('opener');
    // A reader working in the page keeps the focus when the panel is closed from outside.
    await page.evaluate(() => {
      window.ibid.panel?.open({});
      document.querySelector('h1')!.tabIndex = 0;
      document.querySelector('h1')!.focus();
      window.ibid.panel?.close();
    });
    await panel.waitFor({ state: 'hidden' });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await focused(page)).toBe('H1');
  });

  test('narrow: a modal over all of the screen; touch gets no keyboard; Esc closes it', async () => {
    const { page } = await on.open({}, PHONE);
    const panel = page.locator('.ibid-panel');
    expect(await panel.evaluate((element) => element.matches(':modal'))).toBe(true);
    expect(await panel.boundingBox()).toEqual({ x: 0, y: 0, width: 375, height: 740 });
    await page.locator('.ibid-title:focus').waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    await expect.poll(() => focused(page)).toBe('opener');
  });

  test('narrow: a keyboard on the screen covers neither title nor question', async () => {
    const { page } = await on.visit({}, PHONE);
    await page.evaluate(() => {
      const view = Object.assign(new EventTarget(), { scale: 1, height: 740, offsetTop: 0 });
      Object.defineProperty(window, 'visualViewport', { value: view });
      window.ibid.panel?.open({});
    });
    const panel = page.locator('.ibid-panel:modal');
    await panel.waitFor();
    const height = async (covered: number): Promise<number> => {
      await page.evaluate((left) => {
        Object.assign(window.visualViewport!, { height: left });
        window.visualViewport!.dispatchEvent(new Event('resize'));
      }, 740 - covered);
      return (await panel.boundingBox())!.height;
    };
    expect([await height(300), await height(50), await height(0)]).toEqual([440, 740, 740]);
  });

  test('resizing over the breakpoint keeps conversation, draft and focus', async () => {
    const { page, ask } = await on.open();
    await ask('What is a topic?');
    const field = page.getByRole('textbox', { name: 'Your question' });
    await field.fill('And then?');
    await page.setViewportSize({ width: 600, height: 800 });
    await page.locator('.ibid-panel:modal').waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.locator('.ibid-panel[data-mode=docked][open]').waitFor();
    expect(await page.locator('.ibid-panel').evaluate((element) => element.matches(':modal'))).toBe(false);
    expect(await field.inputValue()).toBe('And then?');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
    expect(await page.locator('.ibid-exchange').count()).toBe(1);
  });

  test('opening and closing are told, whichever way they come', async () => {
    const { page } = await on.visit();
    await page.evaluate(() => {
      const told: boolean[] = [];
      Object.assign(window, { told });
      window.ibid.panel?.onToggle(() => told.push(window.ibid.panel!.isOpen()));
      window.ibid.panel?.open({});
    });
    await page.getByRole('button', { name: 'Close' }).click();
    await page.evaluate(() => window.ibid.panel?.open({}));
    await page.keyboard.press('Escape');
    await page.evaluate(() => window.ibid.panel?.dispose());
    const told = await page.evaluate(() => (window as unknown as { told: boolean[] }).told);
    expect(told).toEqual([true, false, true, false]);
    expect(await page.locator('.ibid-panel').count()).toBe(0);
  });
});

describe('asking', () => {
  test('Enter sends, Shift and Enter begin a line, Enter within a composed word does neither', async () => {
    const { page } = await on.open();
    const field = page.getByRole('textbox', { name: 'Your question' });
    await field.pressSequentially('What');
    await page.keyboard.press('Shift+Enter');
    await field.pressSequentially('is it?');
    const before = on.service.asked.length;
    await field.evaluate((element) => {
      element.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, isComposing: true }),
      );
    });
    expect(await field.inputValue()).toBe('What\nis it?');
    await page.keyboard.press('Enter');
    await page.locator('.ibid-exchange[data-state=answered]').waitFor();
    expect(on.service.asked.slice(before).map(({ body }) => body.query)).toEqual(['What\nis it?']);
    expect(await field.inputValue()).toBe('');
  });

  test('the field grows to six lines and no further, a counter shows near the limit, and what is too long is not sent', async () => {
    const { page } = await on.open();
    const field = page.getByRole('textbox', { name: 'Your question' });
    const heights: number[] = [];
    for (const lines of [1, 3, 6, 40]) {
      await field.fill(Array.from({ length: lines }, () => 'a').join('\n'));
      heights.push(Math.round((await field.boundingBox())!.height / 24));
    }
    expect(heights).toEqual([heights[0], heights[0]! + 2, heights[0]! + 5, heights[0]! + 5]);
    const counter = page.locator('.ibid-counter');
    await field.fill('a'.repeat(1799));
    expect(await counter.isVisible()).toBe(false);
    await field.fill('a'.repeat(1800));
    expect(await counter.innerText()).toBe('1,800 of 2,000 characters');
    await field.fill('a'.repeat(2001));
    expect(await counter.innerText()).toContain('Too long');
    const before = on.service.asked.length;
    await page.keyboard.press('Enter');
    expect(await page.getByRole('button', { name: 'Send' }).getAttribute('aria-disabled')).toBe('true');
    expect(await field.inputValue()).toHaveLength(2001);
    expect(on.service.asked.length).toBe(before);
  });

  test('what is asked is restricted by the chips, and both are shown; a chosen page stays so elsewhere, until it is taken off', async () => {
    const { page, ask } = await on.open();
    const sent = (): object | undefined => on.service.asked.at(-1)?.body;
    for (const name of ['This page', 'This section', 'Version 2.0']) await page.getByRole('button', { name }).click();
    await page.getByRole('button', { name: 'All versions' }).waitFor();
    await ask('Second?');
    expect(sent()).toMatchObject({ page: `${on.service.url}/docs/nodes-and-topics`, section: 'what-is-a-topic' });
    expect(sent()).not.toHaveProperty('version');
    expect((await page.locator('.ibid-limits').innerText()).replaceAll(/[\u2068\u2069]/gu, '')).toBe(
      'Page: Nodes, topics and messages · Section: What is a topic?',
    );
    const other = { url: 'https://docs.test/other', title: 'Other', section: undefined };
    await page.evaluate((where) => window.ibid.navigate(where), other);
    const chip = page.getByRole('button', { name: 'Page: Nodes, topics and messages' });
    expect(await chip.getAttribute('aria-pressed')).toBe('true');
    await chip.click();
    await ask('Third?');
    expect(sent()).not.toHaveProperty('page');
  });

  test('a version is called what the site calls it, and sent as the index knows it', async () => {
    const { page, ask } = await on.open({ context: { version: 'current' } });
    await ask('First?');
    expect(on.service.asked.at(-1)?.body.version).toBe('current');
    expect(await page.getByRole('button', { name: 'Version Next' }).getAttribute('aria-pressed')).toBe('true');
    expect(await page.locator('.ibid-limits').innerText()).toContain('Version Next');
  });

  test('a passage goes along, alone or not, until it is removed; no suggestion is asked about it', async () => {
    const { page, ask } = await on.open({ config: { suggestions: ['What is a node?'] } });
    await page.getByRole('button', { name: 'What is a node?' }).waitFor();
    await page.evaluate((selection) => window.ibid.panel?.open({ selection }), SELECTION);
    await page.getByRole('button', { name: 'What is a node?' }).waitFor({ state: 'detached' });
    await ask('What is this?', { selection: SELECTION });
    expect(on.service.asked.at(-1)?.body.selection).toMatchObject({ text: SELECTION.text });
    expect(on.service.asked.at(-1)?.body.selection?.only).not.toBe(false);
    expect(await page.locator('.ibid-asked-passage').innerText()).toMatch(/Only this passage\s+A topic is a named/u);
    const chip = page.getByRole('group', { name: 'Passage from Topics' });
    await chip.getByRole('switch', { name: 'Only this passage' }).click();
    await ask('And elsewhere?');
    expect(on.service.asked.at(-1)?.body.selection?.only).toBe(false);
    await chip.getByRole('button', { name: 'Remove the passage' }).click();
    await ask('And now?');
    expect(on.service.asked.at(-1)?.body.selection).toBeUndefined();
  });
});

describe('the page as Markdown', () => {
  test('is copied and opened where the site has it, also after a navigation, and not offered elsewhere', async () => {
    const { page } = await on.open({}, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.route('**/*.md', (route) => {
      const { pathname } = new URL(route.request().url());
      return pathname.includes('gone') ? route.abort() : route.fulfill({ body: `# At ${pathname}\n` });
    });
    const copy = page.getByRole('button', { name: 'Copy page as Markdown' });
    const pressed = page.locator('.ibid-header [data-result]');
    const open = page.getByRole('link', { name: 'Open page as Markdown' });
    expect([await copy.count(), await open.count()]).toEqual([0, 0]);
    const show = (path: string, linked: string): Promise<void> =>
      page.evaluate(
        ([here, href]) => {
          history.replaceState(null, '', here);
          document.querySelector('link[rel=alternate]')?.remove();
          const link = Object.assign(document.createElement('link'), { rel: 'alternate', type: 'text/markdown', href });
          document.head.append(link);
          window.ibid.navigate({});
        },
        [path, linked] as const,
      );
    for (const [here, linked, shown] of [
      ['/', '/index.md', '/index.md'],
      ['/docs/', '/docs/index.md', '/docs/index.md'],
      ['/docs/a.html', '/docs/a.md', '/docs/a.md'],
      ['/docs/b/', '/docs/a.md', '/docs/b/index.md'],
    ] as const) {
      await show(here, linked);
      expect(new URL((await open.getAttribute('href'))!, page.url()).pathname).toBe(shown);
      await page.evaluate(() => navigator.clipboard.writeText(''));
      await pressed.click();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`# At ${shown}\n`);
    }
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    await show('/docs/gone', '/docs/gone.md');
    await pressed.click();
    await page.getByRole('button', { name: 'Could not be copied' }).waitFor();
  });
});

describe('what can be done with an answer', () => {
  test('it is copied as Markdown, and code as it is, also without the clipboard', async () => {
    const { page, ask } = await on.open({}, { permissions: ['clipboard-read', 'clipboard-write'] });
    await ask('What is a topic?');
    await page.getByRole('button', { name: 'Copy answer' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain('A topic is a named channel');
    expect(copied).toContain(`(<${on.service.url}/docs/nodes-and-topics#what-is-a-topic`);
    const code = on.samples.answered.statements[4]!.text;
    await page.getByRole('button', { name: 'Copy code' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
      document.addEventListener('copy', ({ target }) =>
        Object.assign(window, { copied: (target as HTMLTextAreaElement).value }),
      );
    });
    await page.locator('.ibid-code [data-result=none]').click();
    await page.locator('.ibid-code [data-result=copied]').waitFor();
    expect(await page.evaluate(() => (window as unknown as { copied: string }).copied)).toBe(code);
    expect(await page.locator('.ibid-code textarea').count()).toBe(0);
  });

  test('thumbs up is sent at once, thumbs down with reasons and a note, which are not lost when they cannot be sent', async () => {
    const { page, ask } = await on.open();
    await ask('What is a topic?');
    await page.getByRole('button', { name: 'Helpful', exact: true }).click();
    await page.getByText('Thank you for telling us.').waitFor();
    expect(on.service.feedback.at(-1)?.body).toMatchObject({ request_id: 'request-answered', verdict: 'up' });
    await page.getByRole('button', { name: 'Not helpful' }).click();
    await page.getByRole('checkbox', { name: 'It is out of date' }).check();
    await page.getByRole('textbox', { name: 'In your words (optional)' }).fill('Since 2.1 it differs.');
    on.service.answerFeedbackWith(500);
    await page.getByRole('button', { name: 'Send feedback' }).click();
    await page.getByText('Could not be sent. Please try again.').waitFor();
    on.service.answerFeedbackWith(204);
    await page.getByRole('button', { name: 'Not helpful' }).press('Enter');
    expect(await page.getByRole('checkbox', { name: 'It is out of date' }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Send feedback' }).press('Enter');
    await page.getByText('Thank you for telling us.').waitFor();
    expect(await now(page)).toBe('Not helpful');
    const sent = { verdict: 'down', reasons: ['outdated'], note: 'Since 2.1 it differs.' };
    expect(on.service.feedback.at(-1)?.body).toMatchObject(sent);
    await page.getByRole('button', { name: 'Not helpful' }).click();
    expect(await page.getByRole('textbox', { name: 'In your words (optional)' }).inputValue()).toBe('');
  });
});

/** Name of the focused element. */
function now(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement!;
    return element.getAttribute('aria-label') ?? (element.textContent || element.tagName);
  });
}

describe('the focus goes on in the panel when what had it goes away', () => {
  test('after a suggestion, a retry, another try, a removed passage: to the question', async () => {
    on.refuse(500, { code: 'INTERNAL', message: 'x' });
    const { page } = await on.open({ config: { suggestions: ['What is a topic?'] } });
    const press = async (name: string): Promise<void> => {
      await page.getByRole('button', { name, exact: true }).focus();
      await page.keyboard.press('Enter');
    };
    await press('What is a topic?');
    await page.locator('.ibid-failure').waitFor();
    expect(await now(page)).toBe('TEXTAREA');
    on.answer(on.samples.answered);
    await press('Try again');
    await page.locator('.ibid-exchange[data-state=answered]').waitFor();
    expect(await now(page)).toBe('TEXTAREA');
    await press('Ask again');
    await expect.poll(() => now(page)).toBe('TEXTAREA');
    await page.locator('.ibid-exchange[data-state=answered]').waitFor();
    await page.evaluate((selection) => window.ibid.panel?.open({ selection }), SELECTION);
    await press('Remove the passage');
    await expect.poll(() => now(page)).toBe('TEXTAREA');
  });

  test('a reader who has gone to the page is left there', async () => {
    const { page, ask } = await on.open();
    await page.locator('#opener').focus();
    await ask('What is a topic?', { restored: true });
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('opener');
  });
});
