import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MODES, openBook, type OpenBook } from './testing/open-book.ts';
import { panelDriver } from './testing/panel-driver.ts';

let book: OpenBook;

describe.each(MODES)('a reader of the sample book who searches its %s', (mode) => {
  beforeAll(async () => {
    // Builds the book, after waiting for any other process that is building it.
    book = await openBook({ mode });
  }, 600_000);
  afterAll(() => book[Symbol.asyncDispose]());

  test('lands on the section of a heading typed with a slip, without a reload, and with the focus there', async () => {
    await using visited = await book.visit('/docs/robot-software/nodes-and-topics', {
      viewport: { width: 1280, height: 800 },
    });
    const { page } = visited;
    await page.evaluate(() => Object.assign(window, { here: true }));
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').pressSequentially('how to recrod a bag');
    await page.getByRole('option', { name: 'How to record a bag' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/robot-software\/bags-and-tests\/?#record$/u);
    await expect.poll(() => page.evaluate(() => document.activeElement!.textContent)).toMatch(/^How to record a bag/u);
    const { y } = (await page.locator('#record').boundingBox())!;
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThan(400);
    expect(await page.evaluate(() => 'here' in window)).toBe(true);
    expect([visited.foreign(), visited.violations, visited.errors]).toEqual([[], [], []]);
  });

  test('hands what is typed to the assistant, and the panel opens with the answer', async () => {
    await using visited = await book.visit('/docs');
    const { page } = visited;
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('What is the capture point?');
    await page.getByRole('option', { name: 'Ask Ibid: What is the capture point?' }).click();
    const { dialog, latest } = panelDriver(page);
    await dialog.locator('[role=log][aria-busy=false]').waitFor();
    expect(await latest.textContent()).toContain('The capture point is the place where the robot must put its foot');
  });
});
