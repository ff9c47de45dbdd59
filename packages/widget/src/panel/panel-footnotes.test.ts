import { describe, expect, test } from 'vitest';
import { excerptReplies } from '../testing/excerpt-replies.ts';
import { replyScript } from '../testing/index.ts';
import { panelSuite } from './testing/panel-suite.ts';

const PHONE = { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true };

const on = panelSuite();

describe('footnotes', () => {
  test('a plain click goes there without a reload; other clicks are the browser’s', async () => {
    const { page, ask } = await on.open();
    await ask('What is a topic?');
    const link = page.locator('.ibid-ref').first();
    await link.click();
    const visited = await page.evaluate(() => window.ibid.visited);
    expect(visited).toEqual([
      {
        url: `${on.service.url}/docs/nodes-and-topics`,
        anchor: 'what-is-a-topic',
        quote: on.samples.answered.citations[0]!.quote,
      },
    ]);
    const prevented = await link.evaluate((element) =>
      [{}, { ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }].map((how) => {
        const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...how });
        let isPrevented = false;
        const last = (late: Event): void => {
          isPrevented = late.defaultPrevented;
          late.preventDefault();
        };
        addEventListener('click', last, { once: true });
        element.dispatchEvent(event);
        return isPrevented;
      }),
    );
    expect(prevented).toEqual([true, false, false, false, false, false]);
  });

  test('where the host cannot go, the link is followed', async () => {
    const { page, ask } = await on.open({ canGo: false });
    await ask('What is a topic?');
    await page.locator('.ibid-sources a').nth(1).click();
    await page.waitForURL('**/docs/install*');
    expect(new URL(page.url()).hash).toContain('from-packages');
  });

  test('a host that fails costs the links and the colours, not the answer', async () => {
    const { page, ask } = await on.open({ isBroken: true });
    await ask('What is a topic?');
    expect(await page.locator('.ibid-panel a').count()).toBe(0);
    expect(await page.locator('.ibid-ref').allInnerTexts()).toHaveLength(9);
    expect(await page.locator('pre').innerText()).toBe(on.samples.answered.statements[4]!.text);
  });

  test('hover, keyboard focus and long press show where it leads; Esc hides the card and leaves the panel', async () => {
    const { page, ask } = await on.open();
    await ask('What is a topic?');
    const card = page.getByRole('tooltip');
    await page.locator('.ibid-ref').first().hover();
    await card.waitFor();
    expect(await card.innerText()).toContain('What is a topic?');
    expect(await card.innerText()).toContain(on.samples.answered.citations[0]!.quote);
    await card.hover();
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          setTimeout(resolve, 400);
        }),
    );
    expect(await card.isVisible()).toBe(true);
    await page.mouse.move(10, 10);
    await card.waitFor({ state: 'hidden' });
    await page.getByRole('log').focus();
    await page.keyboard.press('Tab');
    await card.waitFor();
    expect(
      await page
        .locator('.ibid-ref')
        .first()
        .evaluate((element) => element === document.activeElement),
    ).toBe(true);
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'hidden' });
    expect(await page.locator('.ibid-panel').isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await page.locator('.ibid-panel').waitFor({ state: 'hidden' });
  });

  test('on a phone a tap shows the page, with a way back to the same place of the answer', async () => {
    const { page, ask } = await on.open({}, PHONE);
    await ask('What is a topic?');
    const log = page.getByRole('log');
    await log.evaluate((element) => element.scrollTo({ top: 180, behavior: 'instant' }));
    const mark = page.locator('.ibid-ref').nth(3);
    await mark.scrollIntoViewIfNeeded();
    const before = await log.evaluate((element) => element.scrollTop);
    expect(before).toBeGreaterThan(0);
    await mark.tap();
    await page.locator('.ibid-panel[data-mode=peek]').waitFor();
    expect(await page.locator('.ibid-panel').evaluate((element) => element.matches(':modal'))).toBe(false);
    expect((await page.locator('.ibid-panel').boundingBox())!.height).toBeLessThan(80);
    expect(await page.evaluate(() => window.ibid.visited.length)).toBe(1);
    await page.getByRole('button', { name: 'Back to the answer' }).tap();
    await page.locator('.ibid-panel:modal').waitFor();
    await expect.poll(() => log.evaluate((element) => element.scrollTop)).toBe(before);
  });

  test('on a phone a long press shows the card, and goes nowhere', async () => {
    const { page, ask } = await on.open({}, PHONE);
    await ask('What is a topic?');
    await page
      .locator('.ibid-ref')
      .first()
      .evaluate(async (element) => {
        const how = { bubbles: true, cancelable: true, pointerType: 'touch' };
        element.dispatchEvent(new PointerEvent('pointerdown', how));
        await new Promise((resolve) => {
          setTimeout(resolve, 600);
        });
        element.dispatchEvent(new PointerEvent('pointerup', how));
        element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
      });
    await page.getByRole('tooltip').waitFor();
    expect(await page.evaluate(() => window.ibid.visited.length)).toBe(0);
    await page.locator('.ibid-title').tap();
    await page.getByRole('tooltip').waitFor({ state: 'hidden' });
  });
});

/** Pauses a long answer in the middle until it is released. */
function answerByHalves(): void {
  const script = replyScript(on.samples.long);
  const half = Math.floor(script.length / 2);
  on.service.answerWith([...script.slice(0, half), { do: 'hold' }, ...script.slice(half)]);
}

describe('following', () => {
  test('the question stays in view while its answer grows; the end is one press away, and is then followed', async () => {
    answerByHalves();
    const { page } = await on.open({}, { reducedMotion: 'reduce' });
    await page.evaluate(() => window.ibid.panel?.open({ question: 'Long?', ask: true }));
    await page.locator('.ibid-exchange[data-state=streaming]').waitFor();
    await page.locator('.ibid-latest').waitFor();
    expect(await page.locator('.ibid-question').isVisible()).toBe(true);
    const fromEnd = (): Promise<number> =>
      page
        .getByRole('log')
        .evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight);
    expect(await page.getByRole('log').evaluate(({ scrollTop }) => scrollTop)).toBeLessThan(40);
    await page.getByRole('button', { name: 'Jump to latest' }).click();
    await expect.poll(fromEnd).toBeLessThan(2);
    on.service.release();
    await page.locator('.ibid-exchange[data-state=answered]').waitFor();
    await expect.poll(fromEnd).toBeLessThan(2);
    expect(await page.locator('.ibid-latest').count()).toBe(0);
  });

  test('who unfolds something at the end sees it unfold in its place, and does not go to the new end', async () => {
    const { closest } = excerptReplies(on.service.url).closest;
    on.answer({ ...on.samples.long, closest });
    const { page } = await on.open({}, { reducedMotion: 'reduce' });
    await page.evaluate(() => window.ibid.panel?.open({ question: 'Long?', ask: true }));
    await page.locator('.ibid-exchange[data-state=answered]').waitFor();
    await page.getByRole('button', { name: 'Jump to latest' }).click();
    await page.locator('.ibid-latest').waitFor({ state: 'detached' });
    const log = page.getByRole('log');
    const [top, height] = await log.evaluate(({ scrollTop, scrollHeight }) => [scrollTop, scrollHeight] as const);
    await page.locator('summary.ibid-more').click();
    await page.locator('.ibid-latest').waitFor();
    expect(await log.evaluate(({ scrollHeight }) => scrollHeight)).toBeGreaterThan(height + 100);
    expect(await log.evaluate(({ scrollTop }) => scrollTop)).toBe(top);
  });

  test('who has scrolled up is left there', async () => {
    answerByHalves();
    const { page } = await on.open();
    await page.evaluate(() => window.ibid.panel?.open({ question: 'Long?', ask: true }));
    await page.locator('.ibid-latest').waitFor();
    const log = page.getByRole('log');
    await log.evaluate((element) => element.scrollTo({ top: 1e6, behavior: 'instant' }));
    await page.locator('.ibid-latest').waitFor({ state: 'detached' });
    await log.evaluate((element) => element.scrollTo({ top: 300, behavior: 'instant' }));
    await page.locator('.ibid-latest').waitFor();
    on.service.release();
    await page.locator('.ibid-exchange[data-state=answered]').waitFor();
    expect(await log.evaluate(({ scrollTop }) => scrollTop)).toBe(300);
  });
});
