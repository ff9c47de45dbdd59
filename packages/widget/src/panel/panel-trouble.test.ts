import { readFile } from 'node:fs/promises';
import type { Plugin } from 'rolldown';
import { describe, expect, test } from 'vitest';
import type { Reply } from '@ibid/client';
import { replyScript } from '../testing/index.ts';
import { openPanelSite } from './testing/panel-site.ts';
import { panelSuite } from './testing/panel-suite.ts';

const on = panelSuite();

/** Inserts code before the text `before` in a file of the panel. Rejects if the file no longer contains that text. */
function plantedFault(file: RegExp, before: string, code: string): Plugin {
  return {
    name: 'planted',
    load: {
      filter: { id: file },
      async handler(id) {
        const text = await readFile(id, 'utf8');
        if (!text.includes(before)) throw new Error(`\`${id}\` has no \`${before}\` to plant a fault at.`);
        return { code: text.replace(before, () => code + before), moduleType: 'tsx' };
      },
    },
  };
}

/** A reply whose first statement has this `text`, written by a model. */
function saying(text: string): Reply {
  const [first, ...rest] = on.samples.answered.statements;
  return { ...on.samples.answered, statements: [{ ...first!, text }, ...rest] };
}

describe('what cannot be shown takes nothing else along', () => {
  test('an answer whose text is enormous is shown, also after a reload', async () => {
    on.service.answerWith(replyScript(saying(`x [${'`a`b'.repeat(33_000)}](y) end.`)));
    const { page, ask, reload } = await on.visit();
    await ask('What is a topic?');
    expect(await page.locator('.ibid-statements p').first().innerText()).toContain('end.');
    await reload();
    expect(await page.locator('.ibid-composer').isVisible()).toBe(true);
  });

  test('an answer that throws stands there as bare text, can be asked again, and leaves the others as they are', async () => {
    const fault = "if (text.includes('planted')) throw new Error('planted');\n  ";
    const planted = plantedFault(/node-view\.tsx$/u, 'const shown = shownNodes', fault);
    await using broken = await openPanelSite(on.browser, { plugins: [planted] });
    broken.service.answerWith(replyScript(on.samples.answered));
    const { page, ask, reload } = await broken.visit();
    await ask('First?');
    broken.service.answerWith(replyScript(saying('A planted fault.')));
    await page.evaluate(() => window.ibid.panel?.open({ question: 'Second?', ask: true }));
    const plain = page.getByRole('article', { name: 'Second?' });
    await plain.getByText('A planted fault.').waitFor();
    expect(await plain.innerText()).toContain('This answer could not be shown as it should be');
    expect(await page.getByRole('article', { name: 'First?' }).locator('.ibid-ref').count()).toBeGreaterThan(0);
    await reload();
    await plain.getByText('A planted fault.').waitFor();
    broken.service.answerWith(replyScript(on.samples.answered));
    await plain.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('article', { name: 'Second?' }).locator('.ibid-ref').first().waitFor();
  });

  test('a panel that throws for what it keeps can be cleared and is whole again', async () => {
    const fault = "if (useStore(store, (state) => state.exchanges.length > 0)) throw new Error('planted');\n  ";
    const planted = plantedFault(/chrome[/\\]notices\.tsx$/u, 'const isOnline =', fault);
    await using broken = await openPanelSite(on.browser, { plugins: [planted] });
    broken.service.answerWith(replyScript(on.samples.answered));
    const { page } = await broken.visit();
    await page.evaluate(() => window.ibid.panel?.open({ question: 'What is a topic?', ask: true }));
    await page.getByText('Something here could not be shown.').waitFor();
    await page.getByRole('button', { name: 'Clear all' }).click();
    await page.getByText('What would you like to know?').waitFor();
    expect(await page.getByRole('textbox', { name: 'Your question' }).isVisible()).toBe(true);
  });
});

describe('what went wrong is told as it was', () => {
  test('each question asked is announced, also one that takes the place of another under way', async () => {
    on.answer(on.samples.answered, { stopAfter: 1 }, [{ do: 'hold' }]);
    const { page } = await on.open();
    await page.evaluate(() => {
      const region = document.querySelector('.ibid-panel > [role=status]')!;
      const said: string[] = [];
      Object.assign(window, { said });
      new MutationObserver(() => said.push(region.textContent)).observe(region, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    for (const question of ['First?', 'Second?']) {
      await page.evaluate((text) => window.ibid.panel?.open({ question: text, ask: true }), question);
      await page.getByRole('article', { name: question }).and(page.locator('[data-state=streaming]')).waitFor();
    }
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { said: string[] }).said.filter((text) => text !== '')))
      .toEqual(['Answering…', 'Answering…']);
  });
});

test('clearing asks first; in one tab it clears the others and what each has kept; leaving a page closes its connection', async () => {
  on.answer(on.samples.answered, { stopAfter: 2 }, [{ do: 'hold' }]);
  const { page } = await on.visit();
  const asked = on.service.asked.length;
  await page.evaluate(() => window.ibid.panel?.open({ question: 'Secret?', ask: true }));
  await page.locator('.ibid-exchange[data-state=streaming]').waitFor();
  const other = await page.context().newPage();
  await page.goto('about:blank');
  await expect(on.service.asked[asked]?.closed).resolves.toBe('early');
  await page.goBack();
  await other.goto(page.url());
  for (const tab of [page, other]) {
    await tab.waitForFunction(() => 'ibid' in window);
    await tab.evaluate(() => window.ibid.mount({}));
    await tab.evaluate(() => window.ibid.panel?.open({}));
    await tab.locator('.ibid-exchange[data-state=stopped]').waitFor();
  }
  await other.getByRole('button', { name: 'Clear all' }).click();
  await other.getByRole('button', { name: 'Keep' }).click();
  expect(await other.locator('.ibid-exchange').count()).toBe(1);
  await other.getByRole('button', { name: 'Clear all' }).click();
  await other.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByText('What would you like to know?').waitFor();
  for (const tab of [page, other]) {
    const kept = await tab.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(kept).not.toContain('Secret?');
  }
});
