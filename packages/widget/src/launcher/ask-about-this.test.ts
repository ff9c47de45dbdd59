import { expect, test } from 'vitest';
import { launcherTrial } from './testing/launcher-trial.ts';

const trial = launcherTrial();
const { visit, mark, ask, dialog, opened } = trial;

test('by mouse: a button comes beside what is marked, takes it as it was, and leaves it marked', async () => {
  await visit();
  await mark();
  await ask().waitFor();
  const marked = await trial.page.evaluate(() => getSelection()!.toString());
  expect(marked.length).toBeGreaterThan(5);
  const [at, text] = [(await ask().boundingBox())!, (await trial.page.locator('#text').boundingBox())!];
  expect(Math.abs(at.y - text.y)).toBeLessThan(80);
  await ask().click();
  await dialog().waitFor();
  expect(await opened()).toMatchObject([{ selection: { text: marked.trim(), section: 'seats' } }]);
  expect(await ask().isVisible()).toBe(false);
});

test('by keyboard: the button comes as well, and the shortcut takes the passage along', async () => {
  await visit();
  // Browsers put no caret into plain text by default; starting from a selected word, the keys extend the selection.
  await trial.page.locator('#text').dblclick({ position: { x: 5, y: 8 } });
  for (let count = 0; count < 5; count++) await trial.page.keyboard.press('Shift+ArrowRight');
  await trial.page.keyboard.press('Escape');
  await trial.page.keyboard.press('Shift+ArrowLeft');
  await trial.page.keyboard.press('Shift+ArrowRight');
  await ask().waitFor();
  await trial.page.keyboard.press('Control+i');
  await dialog().waitFor();
  expect(await opened()).toMatchObject([{ selection: { text: 'The seat' } }]);
  expect(await ask().isVisible()).toBe(false);
});

test('by touch: a bar at the bottom, which stays while the page is scrolled', async () => {
  await visit({}, { viewport: { width: 375, height: 700 }, hasTouch: true, isMobile: true });
  await trial.page.locator('#text').tap();
  await trial.page.evaluate(() => getSelection()!.selectAllChildren(document.querySelector('#text')!));
  await ask().waitFor();
  const { x, y, width, height } = (await ask().boundingBox())!;
  expect({ x, width, end: y + height }).toEqual({ x: 0, width: 375, end: 700 });
  const button = (await trial.button().boundingBox())!;
  expect(button.y + button.height).toBeLessThanOrEqual(y);
  await trial.page.evaluate(() => scrollBy(0, 50));
  await trial.page.setViewportSize({ width: 375, height: 640 });
  await trial.page.waitForTimeout(100);
  await ask().tap();
  await dialog().waitFor();
  expect(await opened()).toMatchObject([
    { selection: { text: 'The seat of a valve closes it. It is ground to fit.' } },
  ]);
});

test('goes away by Escape, by scrolling, with the selection, and when another page is shown', async () => {
  await visit();
  for (const act of [
    () => trial.page.keyboard.press('Escape'),
    () => trial.page.mouse.wheel(0, 40),
    () => trial.page.locator('h1').click(),
    () => trial.page.evaluate(() => window.navigated()),
  ]) {
    await mark();
    await ask().waitFor();
    await act();
    await ask().waitFor({ state: 'hidden' });
    await trial.page.evaluate(() => scrollTo(0, 0));
  }
  expect(await opened()).toEqual([]);
});

test('stays while something else is scrolled, such as an answer that grows', async () => {
  await visit();
  await mark();
  await ask().waitFor();
  await trial.page.evaluate(() => document.querySelector('#other')!.scrollBy(0, 100));
  await trial.page.waitForTimeout(100);
  expect(await ask().isVisible()).toBe(true);
  await trial.page.evaluate(() => scrollBy(0, 40));
  await ask().waitFor({ state: 'hidden' });
});

test('at the edges it stays in the window', async () => {
  await visit({}, { viewport: { width: 375, height: 200 } });
  await trial.page.evaluate(() => getSelection()!.selectAllChildren(document.querySelector('main')!));
  await ask().waitFor();
  const { x, y, width, height } = (await ask().boundingBox())!;
  expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(375);
  expect(y + height).toBeLessThanOrEqual(200);
});

test.each([
  ['outside the text of the page', {}, '#head'],
  ['where the owner wants none', { askSelection: false }, '#text'],
])('is not offered %s', async (_, settings, where) => {
  await visit(settings);
  await trial.page.evaluate((selector) => getSelection()!.selectAllChildren(document.querySelector(selector)!), where);
  await trial.page.waitForTimeout(400);
  expect(await ask().isVisible()).toBe(false);
  await trial.page.keyboard.press('Control+i');
  await dialog().waitFor();
  expect((await opened())[0]!.selection).toBeUndefined();
});
