import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { STARTERS } from './testing/book-questions.ts';
import { MODES, openBook, type OpenBook } from './testing/open-book.ts';
import { panelDriver } from './testing/panel-driver.ts';

const NODES = '/docs/robot-software/nodes-and-topics';
const WIDE = { viewport: { width: 1400, height: 900 } };

let book: OpenBook;

/** Widths in pixels, once the open panel no longer moves; 0 if there is no table of contents. */
async function besidePanel(
  width: number,
): Promise<{ readonly contents: number; readonly free: number; readonly before: number }> {
  await using visited = await book.visit(NODES, { viewport: { width, height: 900 } });
  const { page } = visited;
  const contents = page.locator('.theme-doc-toc-desktop');
  const before = (await contents.boundingBox())!.width;
  const panel = panelDriver(page);
  await panel.open();
  await panel.dialog.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
  const text = (await page.locator('article p').first().boundingBox())!;
  const { x } = (await panel.dialog.boundingBox())!;
  return { contents: (await contents.boundingBox())?.width ?? 0, free: x - text.x - text.width, before };
}

/** Paths of the pages that the answer quotes. */
function quotedPaths(answer: Locator): Promise<readonly string[]> {
  return answer
    .getByRole('link', { name: /^(?:Source|حوالہ) \d+:/u })
    .evaluateAll((links) =>
      links.map((link) => new URL((link as HTMLAnchorElement).href).pathname.replace(/\/$/u, '')),
    );
}

describe.each(MODES)('a reader of the sample book, answered by its %s,', (mode) => {
  beforeAll(async () => {
    // Builds the book, after waiting for any other process that is building it.
    book = await openBook({ mode });
  }, 600_000);
  afterAll(() => book[Symbol.asyncDispose]());

  test('asks, and each footnote opens its words without a reload (R32)', async () => {
    await using visited = await book.visit(NODES, WIDE);
    const { page } = visited;
    const panel = panelDriver(page);
    await panel.open();
    const answer = await panel.ask('What is the capture point?');
    expect(await answer.textContent()).toContain('The capture point is the place where the robot must put its foot');
    await page.evaluate(() => Object.assign(window, { here: true }));
    await answer
      .getByRole('link', { name: /^Source 1:/u })
      .first()
      .click();
    await expect
      .poll(() => panel.lit())
      .toMatch(
        /^The capture point is the place where the robot must put its foot \(more exactly its ZMP\) to come to rest:\s*ξ=/u,
      );
    expect(new URL(page.url()).pathname).toMatch(/^\/docs\/learning-and-humanoids\/humanoid-balance-and-gait\/?$/u);
    expect(new URL(page.url()).hash).toBe('#capture-point');
    expect(await page.evaluate(() => 'here' in window)).toBe(true);
    await expect
      .poll(() =>
        page.evaluate(() => {
          const [range] = CSS.highlights.get('ibid-cite') ?? [];
          const box = (range as Range).getBoundingClientRect();
          return box.top >= 0 && box.bottom <= window.innerHeight;
        }),
      )
      .toBe(true);
    expect(await panel.dialog.isVisible()).toBe(true);
    expect(visited.foreign()).toEqual([]);
    expect(visited.violations).toEqual([]);
    expect(visited.errors).toEqual([]);
  });

  test.each([
    ['/', 7],
    ['/ur/', 5],
  ])('gets an answer to every question that %s and its panel suggest', async (path, count) => {
    await using visited = await book.visit(path, WIDE);
    const { page } = visited;
    const panel = panelDriver(page, { send: path === '/' ? 'Send' : 'بھیجیں' });
    await panel.open();
    const starters = page.locator('[data-ibid-open]:not([data-ibid-open=""]), .ibid-suggestions button');
    const questions = await starters.allTextContents();
    expect(questions).toHaveLength(count);
    for (const query of new Set(questions)) {
      const [first] = await quotedPaths(await panel.ask(query));
      expect([query, first]).toEqual([query, STARTERS[query]]);
    }
  });

  test('selects a passage and gets an answer from it alone, or from other pages too (R14, R30)', async () => {
    await using visited = await book.visit(NODES, WIDE);
    const { page } = visited;
    const panel = panelDriver(page);
    const passage = page.locator('article p', { hasText: 'is a participant in the ROS graph' }).first();
    await passage.selectText();
    await page.getByRole('button', { name: 'Ask about this' }).click();
    await panel.composer.waitFor();
    await page.evaluate(() => getSelection()?.removeAllRanges());
    expect(await panel.dialog.textContent()).toContain('is a participant in the ROS graph');
    const answer = await panel.ask('What does it usually do?');
    expect(await answer.textContent()).toContain(
      'It usually does one thing: it drives one sensor, or runs one filter.',
    );
    const refused = await panel.ask('What is the capture point?');
    expect(await refused.textContent()).not.toContain('where the robot must put its foot');
    await panel.dialog.getByRole('switch', { name: 'Only this passage' }).click();
    const open = await panel.ask('What is the capture point?');
    expect(await open.textContent()).toContain('where the robot must put its foot');
  });

  test('gets answers from the version of the open page, or from all versions on request', async () => {
    await using visited = await book.visit('/docs/2025/robot-software/nodes-and-topics', WIDE);
    const { page } = visited;
    const panel = panelDriver(page);
    await panel.open();
    const answer = await panel.ask('What is a topic?');
    const paths = await quotedPaths(answer);
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.every((path) => path.startsWith('/docs/2025/'))).toBe(true);
  });

  test('reads and asks in Urdu, from right to left (R29)', async () => {
    await using visited = await book.visit('/ur/docs/', { viewport: { width: 375, height: 800 } });
    const { page } = visited;
    await page.keyboard.press('Control+i');
    const dialog = page.getByRole('dialog').first();
    await dialog.getByRole('textbox').waitFor();
    expect(await dialog.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
    expect(await dialog.evaluate((element) => element.scrollWidth <= window.innerWidth)).toBe(true);
    await dialog.getByRole('textbox').fill('ROS 2');
    await page.keyboard.press('Enter');
    await dialog.locator('[role=log][aria-busy=false] article').waitFor();
    const paths = await dialog
      .getByRole('article')
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.every((path) => path.startsWith('/ur/'))).toBe(true);
    expect(visited.violations).toEqual([]);
  });

  test('finds a section by a misspelt heading, opens it without a reload, and has the focus there', async () => {
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
});

/** The replies are equal in both modes (`conformance.long.test.ts`), and what the panel does with them is the same. */
describe('a reader of the sample book, however it is answered,', () => {
  beforeAll(async () => {
    book = await openBook();
  }, 600_000);
  afterAll(() => book[Symbol.asyncDispose]());

  test('sees the table of contents below the panel if there is no room for both', async () => {
    const { contents, free, before } = await besidePanel(1000);
    expect(contents).toBe(before);
    expect(free).toBeLessThan(0);
  });

  test('sees the panel in place of the table of contents at 1439 px', async () => {
    const { contents, free } = await besidePanel(1439);
    expect(contents).toBe(0);
    expect(free).toBeGreaterThanOrEqual(0);
    expect(free).toBeLessThan(60);
  });

  test('sees text and table of contents beside the panel at 1440 px', async () => {
    const { contents, free } = await besidePanel(1440);
    // Docusaurus gives it no more on its narrowest page with a table of contents.
    expect(contents).toBeGreaterThan(140);
    expect(free).toBeGreaterThan(contents);
  });

  test('gets links to the closest passages if the pages do not answer', async () => {
    await using visited = await book.visit(NODES, WIDE);
    const panel = panelDriver(visited.page);
    await panel.open();
    const answer = await panel.ask('Which battery warranty does the humanoid have?');
    expect(await answer.textContent()).toContain('The pages may not answer this. These passages come closest.');
    expect(await quotedPaths(answer)).toEqual([]);
    await answer
      .getByRole('link', { name: /battery is empty/u })
      .first()
      .click();
    await visited.page.waitForURL(/\/docs\/reference\/faq\/?#what-happens-when-the-battery-is-empty$/u);
    const foreign = await panel.ask('Who won the football world cup in 2018?');
    expect(await foreign.textContent()).toContain('These pages do not answer that.');
    expect(visited.errors).toEqual([]);
  });

  test('asks a follow-up without repeating its topic', async () => {
    await using visited = await book.visit(NODES, WIDE);
    const panel = panelDriver(visited.page);
    await panel.open();
    await panel.ask('What is the capture point?');
    const answer = await panel.ask('Where is it when the robot falls?');
    expect(await answer.textContent()).toContain('capture point');
    expect(await quotedPaths(answer)).toContain('/docs/learning-and-humanoids/humanoid-balance-and-gait');
  });

  test('changes the version while the panel is open, and the next question says so', async () => {
    await using visited = await book.visit(NODES, WIDE);
    const { page } = visited;
    const panel = panelDriver(page);
    await panel.open();
    const chip = panel.dialog.getByRole('button', { name: /^Version /u });
    const before = await chip.textContent();
    await page.locator('.navbar .dropdown', { has: page.locator('a[href*="/docs/2025"]') }).hover();
    await page.locator('.navbar .dropdown__menu a[href*="/docs/2025"]').first().click();
    await page.waitForURL('**/docs/2025/**');
    await expect.poll(() => chip.textContent()).toMatch(/^Version .*2025/u);
    expect(await chip.textContent()).not.toBe(before);
    const answer = await panel.ask('What is a topic?');
    expect((await quotedPaths(answer)).filter((path) => !path.startsWith('/docs/2025/'))).toEqual([]);
    expect(await answer.locator('.ibid-limits').textContent()).toContain('2025');
  });

  test('copies an answer whose links lead to existing pages', async () => {
    await using visited = await book.visit(NODES, { ...WIDE, permissions: ['clipboard-read', 'clipboard-write'] });
    const { page } = visited;
    const panel = panelDriver(page);
    await panel.open();
    await panel.ask('What is the capture point?');
    await panel.dialog.getByRole('button', { name: 'Copy answer' }).last().click();
    await panel.dialog.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const links = [...copied.matchAll(/\]\(<([^>]+)>\)/gu)].map((match) => match[1]!);
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) {
      expect(new URL(link).origin).toBe(new URL(page.url()).origin);
      expect((await fetch(link)).status).toBe(200);
    }
  });

  test('copies the open page as Markdown, which exists for each language and version', async () => {
    for (const path of ['/', `${NODES}/`, '/docs/2025/', '/ur/docs/']) {
      await using visited = await book.visit(path, { ...WIDE, permissions: ['clipboard-read', 'clipboard-write'] });
      const { page } = visited;
      const panel = panelDriver(page);
      await panel.open();
      const tools = panel.dialog.locator('header');
      const address = await tools.getByRole('link').getAttribute('href');
      const found = await fetch(new URL(address!, page.url()));
      expect([path, found.status, found.headers.get('content-type')]).toEqual([
        path,
        200,
        'text/markdown; charset=utf-8',
      ]);
      await tools.locator('[data-result]').click();
      await tools.locator('[data-result=copied]').waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await found.text());
    }
  });

  test('sends the text of the search box to the assistant, and the panel opens with the answer', async () => {
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
