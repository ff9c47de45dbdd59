import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Answer, AnswerEvent, Engine } from '@ibid/core/types';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../../../../scripts/chromium.ts';
import { testApp } from '../testing/test-app.ts';
import { serve, type RunningServer } from '../serve.ts';
import { INSTALL, SETTINGS, smallEngine } from '../testing/small-index.ts';

const ATTACK = '<img src=x onerror="window.attacked = true"><script>window.attacked = true</script>';
const LONG = Array.from({ length: 60 }, (_, index) => `Filler sentence ${index} stands between.`).join('\n\n');

let browser: Browser;
let engine: Engine;
let server: RunningServer;
let context: BrowserContext;
let ids = 0;

/** Whatever the page complained about: violations of the policy, failed loads, exceptions. */
const complaints: string[] = [];

async function serverOf(parts: Pick<Engine, 'ask' | 'page' | 'info'>): Promise<RunningServer> {
  const app = testApp({ engine: parts, newId: () => `req-${(ids += 1)}`, title: 'the Parrot docs' });
  return serve(app, { port: 0 });
}

async function openPage(url: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  context = await browser.newContext(options);
  const page = await context.newPage();
  complaints.length = 0;
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(url).origin) complaints.push(`foreign host: ${request.url()}`);
  });
  await page.goto(url);
  return page;
}

async function ask(page: Page, question: string): Promise<void> {
  await page.locator('#ibid-question').fill(question);
  await page.keyboard.press('Enter');
  await page.locator('#ibid-app[data-state=idle]').waitFor();
}

async function withRun(run: Engine['ask'], test: (page: Page) => Promise<void>): Promise<void> {
  const broken = await serverOf({ ...engine, ask: run });
  try {
    await test(await openPage(broken.url));
  } finally {
    broken.endNow();
    await broken.close();
  }
}

/** A real run without its end. */
async function* partly(question: Parameters<Engine['ask']>[0]): AsyncGenerator<AnswerEvent> {
  for await (const event of engine.ask(question)) {
    if (event.type === 'run-end') break;
    yield event;
  }
}

async function* endless(question: Parameters<Engine['ask']>[0]): AsyncGenerator<AnswerEvent> {
  yield* partly(question);
  await new Promise(() => undefined);
}

async function* failing(question: Parameters<Engine['ask']>[0]): AsyncGenerator<AnswerEvent> {
  yield* partly(question);
  yield { type: 'run-error', code: 'UPSTREAM_FAILED', message: 'CANARY' };
}

beforeAll(async () => {
  engine = await smallEngine({
    '/guide/install': `${INSTALL}\n${LONG}\n\n## Licence\n\nParrot is free software under the MIT licence.`,
    '/guide/settings': SETTINGS,
    '/attack': `# Attack\n\nThe xylophone setting is \`${ATTACK}\` by default.`,
  });
  [browser, server] = await Promise.all([launchChromium(), serverOf(engine)]);
});
afterEach(async () => {
  await context.close();
});
afterAll(async () => {
  await browser.close();
  server.endNow();
  await server.close();
  await engine.close();
});

describe('the question page', () => {
  it('answers with footnotes that quote the page, and says nothing twice', async () => {
    const page = await openPage(server.url);
    await ask(page, 'Which port does the server listen on?');
    const exchange = page.locator('.exchange');
    expect(await exchange.getAttribute('data-state')).toBe('answered');
    expect(await exchange.locator('.statement').first().textContent()).toMatch(/port 4000/u);
    expect(await exchange.locator('blockquote').first().textContent()).toMatch(/port 4000/u);
    await exchange.locator('a.reference').first().click();
    expect(await page.evaluate('document.activeElement?.id')).toBe('ibid-1-note-1');
    expect(await page.locator('[role=status]').first().textContent()).toMatch(/port 4000/u);
    expect(complaints).toEqual([]);
  });

  it('opens the reader view at the quoted words, far down the page', async () => {
    const page = await openPage(server.url);
    await ask(page, 'Under which licence is Parrot free software?');
    const href = await page.locator('.footnotes .read-here').first().getAttribute('href');
    await page.goto(server.url + href!);
    const mark = page.locator('mark').first();
    expect(await mark.textContent()).toMatch(/MIT licence/u);
    await expect
      .poll(() => page.evaluate("document.querySelector('mark').getBoundingClientRect().top < window.innerHeight"))
      .toBe(true);
    expect(await page.evaluate('window.scrollY')).toBeGreaterThan(500);
    expect(complaints).toEqual([]);
  });

  it('marks quotes that run over cells, and says so when a quote is gone', async () => {
    const page = await openPage(
      `${server.url}/read/guide/settings?quote=${encodeURIComponent('retries | 3 | How often')}`,
    );
    expect(await page.locator('mark').allTextContents()).toEqual(['retries', '3', 'How often']);
    await page.goto(`${server.url}/read/guide/settings?quote=nowhere`);
    expect(await page.locator('#ibid-note').textContent()).toMatch(/no longer on this page/u);
    expect(complaints).toEqual([]);
  });

  it('says when the pages do not say, and needs no mouse', async () => {
    const page = await openPage(server.url);
    await page.keyboard.press('/');
    await page.keyboard.type('Who won the world cup in 1998?');
    await page.keyboard.press('Enter');
    await page.locator('.exchange[data-state=insufficient]').waitFor();
    expect(await page.locator('.exchange .statement').count()).toBe(0);
    expect(await page.locator('.note').textContent()).not.toBe('');
    expect(await page.evaluate('document.activeElement?.id')).toBe('ibid-question');
  });

  it('shows hostile page text as text, in answer, footnote and reader view', async () => {
    const page = await openPage(server.url);
    await ask(page, 'What is the xylophone setting by default?');
    expect(await page.locator('.statement').first().textContent()).toContain('<img src=x');
    await page.goto(`${server.url}/read/attack?quote=${encodeURIComponent(ATTACK)}`);
    expect(await page.locator('mark').first().textContent()).toContain('<img src=x');
    expect(await page.evaluate('"attacked" in window')).toBe(false);
    expect(complaints).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('fits a screen of 375 px (%s)', async (colorScheme) => {
    const page = await openPage(server.url, {
      viewport: { width: 375, height: 700 },
      hasTouch: true,
      isMobile: true,
      colorScheme,
    });
    await ask(page, 'What is the default for retries?');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
  });
});

/** A run as the native vocabulary has recorded it. */
async function* recorded(name: string): AsyncGenerator<AnswerEvent> {
  const file = join(import.meta.dirname, '../../../wire/src/native/__fixtures__', name, 'events.jsonl');
  for (const line of (await readFile(file, 'utf8')).trimEnd().split('\n')) yield JSON.parse(line) as AnswerEvent;
}

/** An answer beside which another passage comes close. */
async function* furtherPassages(): AsyncGenerator<AnswerEvent> {
  let closest: Answer['closest'] = [];
  for await (const event of recorded('closest')) if (event.type === 'run-end') closest = event.answer.closest;
  for await (const event of recorded('excerpts')) {
    yield event.type === 'run-end' ? { ...event, answer: { ...event.answer, closest } } : event;
  }
}

describe('excerpts in the question page', () => {
  it('stand under their sections as the page shows them, each section cited once', async () => {
    await withRun(
      () => recorded('excerpts'),
      async (page) => {
        await ask(page, 'How do I install it?');
        expect(await page.locator('.excerpt-place > a:first-child').allInnerTexts()).toEqual([
          'Install › From npm',
          'Serve › Settings › Ports',
        ]);
        const steps = page.locator('.excerpt > ol > li');
        expect(await steps.evaluateAll((all) => all.map((one) => one.getAttribute('value')))).toEqual(['3', '4']);
        expect(await steps.first().locator('> ul > li .statement').allInnerTexts()).toEqual([
          'It may be empty.',
          'It may have a package.json.',
        ]);
        expect(await steps.first().locator('> pre').innerText()).toContain('mkdir site');
        expect(await page.locator('th').allInnerTexts()).toEqual(['Setting', 'Default']);
        expect(await page.locator('.excerpt p code').first().innerText()).toBe('npm install parrot');
        expect(await page.locator('mark').first().innerText()).toContain('in the folder of the site.');
        expect(await page.locator('.reference').allInnerTexts()).toEqual(['1', '2']);
        expect(await page.locator('.footnotes > li').count()).toBe(2);
        expect(complaints).toEqual([]);
      },
    );
  });

  it('are shown where they come close, and another spelling is told of', async () => {
    await withRun(
      () => recorded('closest'),
      async (page) => {
        await ask(page, 'Can it be installed with brew?');
        expect(await page.locator('.note').innerText()).toBe('The pages do not say.');
        expect(await page.locator('.excerpt li .statement').allInnerTexts()).toEqual(['Make a folder.']);
        expect(await page.locator('.reference').count()).toBe(0);
      },
    );
    await context.close();
    await withRun(furtherPassages, async (page) => {
      await ask(page, 'How do I install it?');
      const passages = page.locator('details .excerpt');
      expect([await passages.count(), await passages.first().isVisible()]).toEqual([1, false]);
      await page.getByText('More from the pages').focus();
      await page.keyboard.press('Enter');
      await passages.first().waitFor();
    });
    await context.close();
    await withRun(
      () => recorded('corrected'),
      async (page) => {
        await ask(page, 'Which defalt port?');
        expect(await page.locator('.note').innerText()).toContain('Searched for “default” instead of “defalt”.');
      },
    );
  });
});

/** A real run whose answer says something besides its statements. */
async function* worded(question: Parameters<Engine['ask']>[0]): AsyncGenerator<AnswerEvent> {
  for await (const event of engine.ask(question)) {
    if (event.type !== 'run-end') yield event;
    else yield { ...event, answer: { ...event.answer, message: 'The model stopped before its answer was complete.' } };
  }
}

describe('the question page in trouble', () => {
  it('announces with the statements that the answer is not complete', async () => {
    await withRun(worded, async (page) => {
      await ask(page, 'Which port does the server listen on?');
      const said = await page.locator('[role=status]').first().textContent();
      expect(said).toMatch(/port 4000.* The model stopped before its answer was complete\.$/u);
    });
  });

  it('keeps what it has when the reader stops, and asks again', async () => {
    await withRun(endless, async (page) => {
      await page.locator('#ibid-question').fill('Which port does the server listen on?');
      await page.keyboard.press('Enter');
      await page.locator('.exchange[data-state=streaming] .statement').first().waitFor();
      await page.locator('#ibid-stop').click();
      await page.locator('.exchange[data-state=stopped]').waitFor();
      expect(await page.locator('.statement').count()).toBeGreaterThan(0);
      await page.locator('.retry').click();
      await page.locator('.exchange[data-state=streaming]').waitFor();
    });
  });

  it('keeps what it has when the run fails, and says so', async () => {
    await withRun(failing, async (page) => {
      await ask(page, 'Which port does the server listen on?');
      const alert = page.locator('.exchange[data-state=error] [role=alert]');
      expect(await alert.textContent()).toBe('A part that the assistant needs has failed.');
      expect(await page.locator('.statement').count()).toBeGreaterThan(0);
    });
  });

  it('says that the reader is offline and keeps the question', async () => {
    const page = await openPage(server.url);
    await context.setOffline(true);
    await ask(page, 'Which port?');
    expect(await page.locator('.exchange[data-state=offline] [role=alert]').textContent()).toMatch(/offline/u);
    expect(await page.locator('#ibid-question').inputValue()).toBe('Which port?');
  });

  it('notices a stream that is cut', async () => {
    const broken = await serverOf({ ...engine, ask: endless });
    const page = await openPage(broken.url);
    await page.locator('#ibid-question').fill('Which port does the server listen on?');
    await page.keyboard.press('Enter');
    await page.locator('.exchange[data-state=streaming]').waitFor();
    broken.endNow();
    await broken.close();
    await page.locator('.exchange[data-state=error]').waitFor();
    expect(await page.locator('.retry').isVisible()).toBe(true);
  });
});
