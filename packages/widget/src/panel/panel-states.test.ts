import { WORDED } from '../testing/worded.ts';
import { describe, expect, test } from 'vitest';
import { replyScript } from '../testing/index.ts';
import { panelSuite } from './testing/panel-suite.ts';

const on = panelSuite({ renderer: 'preact' });

describe('an answer', () => {
  test('keeps the shape of what was proved, and carries its footnotes as links that name their source', async () => {
    const { page, ask, complaints, foreign } = await on.visit();
    await ask('What is a topic?');
    const answer = page.locator('.ibid-statements');
    expect(await answer.locator('p').first().innerText()).toContain('A topic is a named channel');
    expect(await answer.locator('ol > li').count()).toBe(2);
    expect(await answer.locator('pre').innerText()).toBe(on.samples.answered.statements[4]!.text);
    expect(await answer.locator('pre .token.comment').count()).toBe(1);
    expect(await answer.locator('th').allInnerTexts()).toHaveLength(2);
    expect(await answer.locator('td').count()).toBe(2);
    expect(await answer.locator('ul > li').count()).toBe(2);
    expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] });
    const second = page.getByRole('link', { name: 'Source 1: Nodes, topics and messages › What is a topic?' }).nth(1);
    expect(await second.getAttribute('href')).toContain('/docs/nodes-and-topics#what-is-a-topic:~:text=Any');
    expect(await page.locator('.ibid-sources li a').allInnerTexts()).toEqual([
      'Nodes, topics and messages › What is a topic?',
      'Installation › From packages',
      'Nodes, topics and messages › How to inspect a running system',
    ]);
  });

  test('words of a model stand as the server sends them: it has read their Markdown', async () => {
    const text = 'Pass *args, **kwargs to [it](https://evil.test).';
    const [first] = on.samples.answered.citations;
    const statements = [{ ...WORDED, kind: 'sentence' as const, text, citations: [1], side: 0, language: '' }];
    on.answer({ ...on.samples.answered, statements, citations: [first!] });
    const { page, ask } = await on.visit();
    await ask('How?');
    expect(await page.locator('.ibid-statements p').innerText()).toContain(text);
    expect(await page.locator('.ibid-statements :is(em, strong)').count()).toBe(0);
  });

  test('the sides of a contradiction stand apart', async () => {
    const warnings = [{ code: 'contradiction', text: 'two pages say different things' }];
    on.answer({ ...on.samples.contradiction, warnings });
    const { page, ask } = await on.visit();
    await ask('Which port?');
    expect(await page.locator('.ibid-side').allInnerTexts()).toEqual([
      expect.stringMatching(/^One page says\s+The default port is 3210\./u),
      expect.stringMatching(/^Another page says\s+The default port is 8080\./u),
    ]);
    await page.getByText('The pages disagree on this. Both statements are shown.').waitFor();
  });
});

describe('each state looks like itself', () => {
  test('loading, then streaming, then answered', async () => {
    const [begin, found, ...rest] = replyScript(on.samples.answered);
    on.service.answerWith([begin!, found!, { do: 'hold' }, ...rest.slice(0, 2), { do: 'hold' }, ...rest.slice(2)]);
    const { page } = await on.visit();
    await page.evaluate(() => window.ibid.panel?.open({ question: 'What is a topic?', ask: true }));
    const exchange = page.locator('.ibid-exchange');
    await exchange.and(page.locator('[data-state=loading]')).waitFor();
    expect(await exchange.innerText()).toContain('Reading the pages…');
    expect(await page.getByRole('log').getAttribute('aria-busy')).toBe('true');
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    on.service.release();
    await exchange.and(page.locator('[data-state=streaming]')).waitFor();
    expect(await exchange.innerText()).toContain('Answering…');
    expect(await exchange.getByRole('button', { name: 'Helpful', exact: true }).count()).toBe(0);
    on.service.release();
    await exchange.and(page.locator('[data-state=answered]')).waitFor();
    await exchange.getByRole('button', { name: 'Helpful', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Send' }).waitFor();
  });

  test('not in the pages: said so, with the nearest sections; refused, without', async () => {
    on.answer(on.samples.insufficient);
    const { page, ask } = await on.visit();
    await ask('Why?');
    await page.locator('.ibid-outcome[data-kind=insufficient]').getByText('The pages do not say.').waitFor();
    expect(await page.locator('.ibid-nearest a').allInnerTexts()).toEqual([
      expect.stringContaining('What is a topic?'),
      expect.stringContaining('From packages'),
      'Introduction',
    ]);
    on.answer({ ...on.samples.refused, nearest: on.samples.insufficient.nearest });
    await ask('Write a poem');
    expect(await page.locator('.ibid-nearest').count()).toBe(1);
    expect(await page.locator('.ibid-outcome[data-kind=refused]').innerText()).toBe(
      'The selection does not answer that.',
    );
  });

  test('warnings, what is held back, and pages quoted for a model that failed', async () => {
    on.answer(on.samples.withWarnings);
    const { page, ask } = await on.visit();
    await ask('What is a topic?');
    expect(await page.locator('[data-kind=warning]').innerText()).toContain('only its first part was used');
    expect(await page.locator('[data-kind=withheld]').innerText()).toContain('2 statements could not be proved');
    on.answer(on.samples.withFallback, { fallbackAfter: 1 });
    await ask('And now?');
    const note = await page.locator('[data-kind=fault]').innerText();
    expect(note).toContain('Quoted from the pages');
    expect(note).toContain('The model stopped before its answer was complete.');
  });

  test('stopped: what had come is kept', async () => {
    on.answer(on.samples.answered, { stopAfter: 1 }, [{ do: 'hold' }]);
    const { page } = await on.visit();
    await page.evaluate(() => window.ibid.panel?.open({ question: 'What is a topic?', ask: true }));
    await page.locator('.ibid-exchange[data-state=streaming]').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    const exchange = page.locator('.ibid-exchange[data-state=stopped]');
    await exchange.getByText('Stopped. What had come is kept.').waitFor();
    expect(await exchange.innerText()).toContain('A topic is a named channel');
    expect(await exchange.getByRole('button', { name: 'Helpful', exact: true }).count()).toBe(0);
    on.answer(on.samples.answered);
    await exchange.getByRole('button', { name: 'Ask again' }).click();
    await page.locator('.ibid-exchange[data-state=answered]').waitFor();
    expect(await page.locator('.ibid-exchange').count()).toBe(1);
  });

  test('a stream that breaks off: what had come is kept and marked, and asked again in its place', async () => {
    on.answer(on.samples.answered, { stopAfter: 1 }, [{ do: 'hold' }, { do: 'cut' }]);
    const { page } = await on.visit();
    await page.evaluate(() => window.ibid.panel?.open({ question: 'What is a topic?', ask: true }));
    await page.locator('.ibid-exchange[data-state=streaming]').waitFor();
    on.service.release();
    const failure = page.locator('.ibid-failure[data-kind=cut]');
    expect(await failure.innerText()).toContain('Not complete');
    expect(await page.locator('.ibid-statements').innerText()).toContain('A topic is a named channel');
    on.answer(on.samples.answered);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.ibid-exchange[data-state=answered]').waitFor();
    expect(await page.locator('.ibid-failure').count()).toBe(0);
    on.answer(on.samples.answered, { stopAfter: 0 }, [{ do: 'cut' }]);
    await page.getByRole('button', { name: 'Ask again' }).click();
    expect(await failure.innerText()).toMatch(/^The answer broke off before anything of it had come/u);
  });

  test('an error: an alert with a reference and a way to try again, the question kept', async () => {
    on.refuse(500, { error: 'x', code: 'INTERNAL', message: 'secret path', request_id: 'r-77' });
    const { page, ask } = await on.visit();
    await ask('What is a topic?');
    const alert = page.getByRole('alert');
    expect(await alert.innerText()).toMatch(/Something went wrong[^]*r-77/u);
    expect(await page.locator('.ibid-question').innerText()).toBe('What is a topic?');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  });

  test('too many questions: a countdown, and a retry when it is over', async () => {
    on.refuse(429, { code: 'RATE_LIMITED', message: 'slow' }, { 'Retry-After': '30' });
    const { page, ask } = await on.visit();
    await page.clock.install();
    await ask('What is a topic?');
    const retry = page.locator('.ibid-failure[data-kind=rate-limited] button');
    expect(await retry.innerText()).toMatch(/^Try again in (?:30|29) sec$/u);
    expect(await retry.getAttribute('aria-disabled')).toBe('true');
    const before = on.service.asked.length;
    await retry.click({ force: true });
    await page.clock.fastForward(10_000);
    expect(await retry.innerText()).toMatch(/^Try again in (?:20|19) sec$/u);
    await page.clock.fastForward(30_000);
    await page.getByRole('button', { name: 'Try again', exact: true }).waitFor();
    expect(on.service.asked.length).toBe(before);
    on.answer(on.samples.answered);
    await retry.click();
    await page.locator('.ibid-exchange[data-state=answered]').waitFor();
  });

  test('offline: a bar, and a failed question that is kept', async () => {
    const { page, ask } = await on.visit();
    await page.evaluate(() => window.ibid.panel?.open({}));
    await page.context().setOffline(true);
    await page.locator('.ibid-notice[data-kind=offline]').waitFor();
    await ask('What is a topic?');
    expect(await page.locator('.ibid-failure[data-kind=offline]').innerText()).toContain('The question is kept.');
    await page.context().setOffline(false);
    await page.locator('.ibid-notice[data-kind=offline]').waitFor({ state: 'detached' });
    on.answer(on.samples.answered);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.ibid-exchange[data-state=answered]').waitFor();
  });

  test('blocked storage: the panel works and says that it forgets', async () => {
    const { page, ask } = await on.visit();
    const blocked = await on.visit();
    await blocked.page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('blocked', 'SecurityError');
          },
        });
      }
    });
    await blocked.reload();
    await blocked.ask('What is a topic?');
    await blocked.page.locator('.ibid-notice[data-kind=not-kept]').waitFor();
    expect(await blocked.page.locator('.ibid-exchange[data-state=answered]').count()).toBe(1);
    await ask('What is a topic?');
    expect(await page.locator('.ibid-notice[data-kind=not-kept]').count()).toBe(0);
  });

  test('history comes back after a reload, silently', async () => {
    on.refuse(500, { code: 'INTERNAL', message: 'x' });
    const { page, ask, reload } = await on.visit();
    await ask('Broken?');
    on.answer(on.samples.answered);
    await ask('What is a topic?');
    await reload({ restored: true });
    await page.locator('.ibid-exchange[data-state=answered]').waitFor();
    expect(await page.locator('.ibid-exchange').count()).toBe(2);
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  });
});
