import { expect, test } from 'vitest';
import { launcherSuite } from './testing/launcher-suite.ts';

const { visit } = launcherSuite();

test('by mouse: a button comes beside what is marked, takes it as it was, and leaves it marked', async () => {
  const { page, dialog, askAboutThis, passage, mark } = await visit();
  await mark();
  await askAboutThis.waitFor();
  const marked = await page.evaluate(() => getSelection()!.toString());
  expect(marked.length).toBeGreaterThan(5);
  const [at, text] = [(await askAboutThis.boundingBox())!, (await page.locator('#text').boundingBox())!];
  expect(Math.abs(at.y - text.y)).toBeLessThan(80);
  await askAboutThis.click();
  expect(await passage.innerText()).toBe(marked.trim());
  expect(await dialog.getByRole('group', { name: 'Passage from Seats' }).count()).toBe(1);
  expect(await askAboutThis.isVisible()).toBe(false);
});

test('by keyboard: the button comes as well, and the shortcut takes the passage along', async () => {
  const { page, askAboutThis, passage } = await visit();
  // Browsers put no caret into plain text by default; starting from a selected word, the keys extend the selection.
  await page.locator('#text').dblclick({ position: { x: 5, y: 8 } });
  for (let count = 0; count < 5; count++) await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Shift+ArrowRight');
  await askAboutThis.waitFor();
  await page.keyboard.press('Control+i');
  expect(await passage.innerText()).toBe('The seat');
  expect(await askAboutThis.isVisible()).toBe(false);
});

test('by touch: a bar at the bottom, which stays while the page is scrolled', async () => {
  const phone = { viewport: { width: 375, height: 700 }, hasTouch: true, isMobile: true };
  const { page, button, askAboutThis, passage } = await visit('', phone);
  await page.locator('#text').tap();
  await page.evaluate(() => getSelection()!.selectAllChildren(document.querySelector('#text')!));
  await askAboutThis.waitFor();
  const { x, y, width, height } = (await askAboutThis.boundingBox())!;
  expect({ x, width, end: y + height }).toEqual({ x: 0, width: 375, end: 700 });
  const box = (await button.boundingBox())!;
  expect(box.y + box.height).toBeLessThanOrEqual(y);
  await page.evaluate(() => scrollBy(0, 50));
  await page.setViewportSize({ width: 375, height: 640 });
  await page.waitForTimeout(100);
  await askAboutThis.tap();
  expect(await passage.innerText()).toBe('The seat of a valve closes it. It is ground to fit.');
});

test('goes away by Escape, by scrolling, with the selection, and when another page is shown', async () => {
  const { page, dialog, askAboutThis, mark } = await visit();
  for (const act of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.wheel(0, 40),
    () => page.locator('h1').click(),
    () => page.evaluate(() => history.pushState(null, '', '?page=other')),
  ]) {
    await mark();
    await askAboutThis.waitFor();
    await act();
    await askAboutThis.waitFor({ state: 'hidden' });
    await page.evaluate(() => scrollTo(0, 0));
  }
  expect(await dialog.count()).toBe(0);
});

test('stays while something else is scrolled, such as an answer that grows', async () => {
  const { page, askAboutThis, mark } = await visit();
  await mark();
  await askAboutThis.waitFor();
  await page.evaluate(() => document.querySelector('#other')!.scrollBy(0, 100));
  await page.waitForTimeout(100);
  expect(await askAboutThis.isVisible()).toBe(true);
  await page.evaluate(() => scrollBy(0, 40));
  await askAboutThis.waitFor({ state: 'hidden' });
});

test('at the edges it stays in the window', async () => {
  const { page, askAboutThis } = await visit('', { viewport: { width: 375, height: 200 } });
  await page.evaluate(() => getSelection()!.selectAllChildren(document.querySelector('main')!));
  await askAboutThis.waitFor();
  const { x, y, width, height } = (await askAboutThis.boundingBox())!;
  expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(375);
  expect(y + height).toBeLessThanOrEqual(200);
});

test.each([
  ['outside the text of the page', '', 'header'],
  ['where the owner wants none', 'data-selection="off"', '#text'],
])('is not offered %s', async (_, attributes, where) => {
  const { page, dialog, askAboutThis, passage } = await visit(attributes);
  await page.evaluate((selector) => getSelection()!.selectAllChildren(document.querySelector(selector)!), where);
  await page.waitForTimeout(400);
  expect(await askAboutThis.isVisible()).toBe(false);
  await page.keyboard.press('Control+i');
  await dialog.waitFor();
  expect(await passage.count()).toBe(0);
});
