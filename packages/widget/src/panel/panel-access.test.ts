import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { replyScript } from '../testing/index.ts';
import { type VisitedPanel } from './testing/panel-site.ts';
import { panelSuite } from './testing/panel-suite.ts';

const SELECTION = { text: 'A topic is a named channel.', url: 'https://docs.test/a', section: 'what', place: 'Topics' };

// The checker is injected as a script, which Trusted Types would refuse.
const on = panelSuite({ policy: "default-src 'self'; connect-src 'self'" });

/** Fills one panel with nearly everything it can show. */
async function fill({ ask, page }: VisitedPanel): Promise<void> {
  on.answer(on.samples.insufficient);
  await ask('Why?', { selection: SELECTION });
  on.answer(on.samples.contradiction);
  await ask('Which?');
  on.refuse(500, { code: 'INTERNAL', message: 'x', request_id: 'r-1' });
  await ask('Broken?');
  on.refuse(429, { code: 'RATE_LIMITED' }, { 'Retry-After': '60' });
  await ask('Too often?');
  on.answer(on.samples.withFallback);
  await ask('What is a topic?');
  await page.getByRole('button', { name: 'Not helpful' }).last().click();
  await page.locator('.ibid-feedback button:focus').waitFor();
  await page.getByRole('button', { name: 'This page' }).click();
}

async function violations(page: Page): Promise<readonly string[]> {
  const { violations: found } = await new AxeBuilder({ page: page as never }).include('.ibid-panel').analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`));
}

/** Walks through the whole panel by keyboard. Returns elements that have the focus without a visible mark, and elements never reached. */
async function unmarkedOnTheWay(
  page: Page,
): Promise<{ readonly unmarked: readonly string[]; readonly missed: readonly string[] }> {
  await page.locator('.ibid-title').focus();
  const unmarked: string[] = [];
  for (let step = 0; step < 120; step += 1) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const element = document.activeElement!;
      element.setAttribute('data-reached', '');
      const field = element.closest('.ibid-field, label:has(input)') ?? element;
      const { outlineStyle, boxShadow } = getComputedStyle(field);
      return {
        isInside: element.closest('.ibid-panel') !== null,
        name: element.getAttribute('aria-label') ?? element.textContent ?? '',
        isMarked: outlineStyle !== 'none' || boxShadow !== 'none',
      };
    });
    if (!at.isInside) break;
    if (!at.isMarked) unmarked.push(at.name);
  }
  // The button to the end is hidden at the end.
  const missed = await page
    .locator('.ibid-panel :is(a[href], button:not(.ibid-latest), textarea, input, [tabindex="0"]):not([data-reached])')
    .evaluateAll((all) =>
      all.filter((element) => element.getClientRects().length > 0).map(({ outerHTML }) => outerHTML),
    );
  return { unmarked, missed };
}

describe('for everybody', () => {
  test('axe finds nothing, empty and filled, light and dark', async () => {
    const visited = await on.visit({ theme: 'light' });
    const { page } = visited;
    await page.evaluate(() => window.ibid.panel?.open({}));
    expect(await violations(page)).toEqual([]);
    await fill(visited);
    await page.locator('.ibid-ref').last().focus();
    expect(await violations(page)).toEqual([]);
    await page.evaluate(() => void (document.documentElement.dataset['theme'] = 'dark'));
    await page.locator('.ibid-panel[data-theme=dark]').waitFor();
    expect(await violations(page)).toEqual([]);
    // Control: the checker must report this.
    await page.locator('.ibid-send').evaluate((element) => {
      element.removeAttribute('aria-label');
      element.removeAttribute('title');
    });
    expect(await violations(page)).toEqual([expect.stringContaining('button-name')]);
  });

  test('every target is at least 24 px high and wide, and can be reached by keyboard alone, with a visible mark', async () => {
    const visited = await on.visit();
    await fill(visited);
    const small = await visited.page.evaluate(() =>
      [...document.querySelectorAll('.ibid-panel :is(a, button, textarea, label:has(input))')]
        .filter((element) => element.getClientRects().length > 0)
        .map((element) => {
          const { width, height } = element.getBoundingClientRect();
          const more = getComputedStyle(element, '::after');
          const grown = more.position === 'absolute' ? [parseFloat(more.width), parseFloat(more.height)] : [0, 0];
          return { name: element.className, width: Math.max(width, grown[0]!), height: Math.max(height, grown[1]!) };
        })
        .filter(({ width, height }) => width < 24 || height < 24),
    );
    expect(small).toEqual([]);
    expect(await unmarkedOnTheWay(visited.page)).toEqual({ unmarked: [], missed: [] });
  });

  test('nothing is cut off at 320 px, and a low screen, as with much zoom, still has room for the answer', async () => {
    const visited = await on.visit({}, { viewport: { width: 320, height: 640 } });
    await fill(visited);
    const beyond = await visited.page.evaluate(() =>
      [...document.querySelectorAll('.ibid-panel :not(.ibid-hidden, svg, svg *)')]
        .filter((element) => element.closest('pre, .ibid-table, .ibid-chips, .ibid-hidden, [hidden]') === null)
        .filter((element) => {
          const { left, right } = element.getBoundingClientRect();
          return left < -0.5 || right > innerWidth + 0.5;
        })
        .map((element) => element.className),
    );
    expect(beyond).toEqual([]);
    const overflow = await visited.page
      .getByRole('log')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(overflow).toBe(0);
    await visited.page.setViewportSize({ width: 640, height: 320 });
    expect((await visited.page.getByRole('log').boundingBox())!.height).toBeGreaterThanOrEqual(200);
  });

  test('readers of screens hear that an answer comes, and then the answer, without numbers', async () => {
    const [begin, ...rest] = replyScript(on.samples.answered);
    on.service.answerWith([begin!, { do: 'hold' }, ...rest]);
    const { page } = await on.visit();
    await page.evaluate(() => window.ibid.panel?.open({ question: 'What is a topic?', ask: true }));
    const status = page.locator('.ibid-hidden[role=status]');
    await expect.poll(() => status.textContent()).toBe('Answering…');
    on.service.release();
    await expect
      .poll(() => status.textContent())
      .toBe(on.samples.answered.statements.map(({ text }) => text).join(' '));
    expect(await page.getByRole('log').getAttribute('aria-live')).toBe('off');
    expect(await page.locator('h3').allTextContents()).toEqual(['You asked', 'Answer']);
  });
});

describe('for every site', () => {
  test('from right to left: at the other side, mirrored, in Urdu', async () => {
    const message = 'These pages do not answer that. The nearest sections may help.';
    on.answer({ ...on.samples.insufficient, message });
    const { page } = await on.visit({ config: { locale: 'ur' }, context: { locale: 'ur' } });
    await page.evaluate(() => window.ibid.panel?.open({ question: 'کیوں؟', ask: true }));
    await page.locator('.ibid-exchange[data-state=insufficient]').waitFor();
    const panel = page.locator('.ibid-panel');
    expect(await panel.getAttribute('dir')).toBe('rtl');
    expect(await panel.getAttribute('lang')).toBe('ur');
    expect((await panel.boundingBox())!.x).toBe(0);
    expect(await page.locator('.ibid-outcome').innerText()).toBe(
      'ان صفحات میں اس کا جواب نہیں ہے۔ شاید قریب ترین حصے مدد کر سکیں۔',
    );
    const close = (await page.getByRole('button', { name: 'بند کریں' }).boundingBox())!;
    expect(close.x).toBeLessThan(60);
    expect(await violations(page)).toEqual([]);
  });

  test('dark follows the site while it is open, and the reader where the site says nothing', async () => {
    const { page } = await on.visit({ theme: 'light' }, { colorScheme: 'dark' });
    await page.evaluate(() => window.ibid.panel?.open({}));
    const panel = page.locator('.ibid-panel');
    expect(await panel.getAttribute('data-theme')).toBe('light');
    await page.evaluate(() => {
      document.documentElement.dataset['theme'] = 'dark';
    });
    await expect.poll(() => panel.getAttribute('data-theme')).toBe('dark');
    await page.evaluate(() => {
      delete document.documentElement.dataset['theme'];
    });
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => panel.getAttribute('data-theme')).toBe('light');
    await page.evaluate(() => {
      document.documentElement.dataset['theme'] = 'auto';
      document.documentElement.style.colorScheme = 'dark';
    });
    await expect.poll(() => panel.getAttribute('data-theme')).toBe('dark');
  });

  test('less motion is none, forced colours keep the edges, and paper shows none of it', async () => {
    const { page } = await on.visit({}, { forcedColors: 'active', reducedMotion: 'no-preference' });
    await page.evaluate(() => window.ibid.panel?.open({}));
    const motion = (): Promise<string> =>
      page.locator('.ibid-panel').evaluate((element) => getComputedStyle(element).animationName);
    expect(await motion()).toBe('ibid-enter');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await motion()).toBe('none');
    expect(await page.locator('.ibid-send').evaluate((element) => getComputedStyle(element).borderTopWidth)).toBe(
      '1px',
    );
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.ibid-panel').isVisible()).toBe(false);
  });

  test('a wide page makes room beside the panel, and takes it back', async () => {
    const { page } = await on.visit();
    const width = (): Promise<number> =>
      page.locator('main').evaluate((element) => element.getBoundingClientRect().right);
    await page.addStyleTag({ content: 'main { max-width: none !important }' }).catch(() => undefined);
    await page.evaluate(() => window.ibid.panel?.open({}));
    const panel = (await page.locator('.ibid-panel').boundingBox())!;
    expect(await width()).toBeLessThanOrEqual(panel.x);
    await page.evaluate(() => window.ibid.panel?.close());
    await page.locator('.ibid-panel').waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.documentElement.dataset['ibidDocked'])).toBeUndefined();
  });
});
