import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../../../scripts/chromium.ts';
import { type NativeService, openNativeService } from '../testing/native-service.ts';
import { sampleReplies } from '../testing/replies.ts';
import { replyScript } from '../testing/reply-script.ts';
import type { PanelStore } from './create-panel-store.ts';

const samples = sampleReplies('https://docs.example.org');
let browser: Browser;
let code: string;

beforeAll(async () => {
  const entry = new URL('create-panel-store.ts', import.meta.url).pathname;
  const bundle = await rolldown({ input: entry });
  const { output } = await bundle.generate({ format: 'esm' });
  ({ code } = output[0]);
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** A page of one origin whose store asks the API of another, as `store` in its window. */
async function openPage(api: NativeService, pages: NativeService, path = '/'): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(pages.url + path);
  await startStore(page, api);
  return page;
}

async function startStore(page: Page, api: NativeService): Promise<void> {
  await page.evaluate(
    `import('/store.js').then(({ createPanelStore }) => {
      window.store = createPanelStore({
        config: { api: ${JSON.stringify(api.url)}, siteKey: 'key-1', storageKey: 'ibid' },
        current: () => ({ url: location.href, title: '', section: undefined, locale: 'en', version: '' }),
      });
    })`,
  );
}

const openPages = (headers: Readonly<Record<string, string>> = {}): Promise<NativeService> =>
  openNativeService({
    files: new Map([
      ['/', { type: 'text/html', body: '<!doctype html><title>A</title>', headers }],
      ['/store.js', { type: 'text/javascript', body: code }],
    ]),
  });

const within = <T>(page: Page, act: (store: PanelStore) => T): Promise<T> =>
  page.evaluate(`(${act.toString()})(window.store)`) as Promise<T>;
/** Looks again and again without `eval`, which the page's own policy forbids. */
async function until(page: Page, isSo: (store: PanelStore) => boolean): Promise<void> {
  await expect.poll(() => within(page, isSo), { timeout: 10_000 }).toBe(true);
}
const settled = (page: Page): Promise<void> =>
  until(page, (store) => store.getState().running === undefined && store.getState().exchanges.length > 0);

test('a page asks another origin, is answered, rates, and finds it all after a reload; no request looks broken off', async () => {
  await using api = await openNativeService();
  await using pages = await openPages({ 'Content-Security-Policy': `default-src 'self'; connect-src ${api.url}` });
  const page = await openPage(api, pages);
  const broken: string[] = [];
  page.on('requestfailed', (request) => broken.push(request.url()));
  page.on('console', (message) => broken.push(message.text()));
  await within(page, (store) => store.ask('What is a topic?'));
  await settled(page);
  const [exchange] = await within(page, (store) => store.getState().exchanges);
  expect(exchange).toMatchObject({ state: 'answered', statements: samples.answered.statements });
  await within(page, (store) => store.rate(store.getState().exchanges[0]?.id ?? '', 'up', [], ''));
  await until(page, (store) => store.getState().exchanges[0]?.feedback?.state === 'sent');
  await page.reload();
  await startStore(page, api);
  expect(await within(page, (store) => store.getState())).toMatchObject({
    isKept: true,
    isOnline: true,
    exchanges: [{ ...exchange, feedback: { verdict: 'up', state: 'sent' } }],
  });
  expect(api.asked[0]?.headers).toMatchObject({ 'x-ibid-site-key': 'key-1', origin: pages.url });
  expect(broken).toEqual([]);
  await page.context().close();
});

/** All that stands in both storages of a page. */
const kept = (page: Page): Promise<string> =>
  page.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])');

test('clearing in one tab clears the others, and what each has kept for itself', async () => {
  await using api = await openNativeService();
  await using pages = await openPages();
  const first = await openPage(api, pages);
  const second = await first.context().newPage();
  await second.goto(pages.url);
  await startStore(second, api);
  for (const page of [first, second]) {
    await within(page, (store) => store.ask('Secret?'));
    await settled(page);
    // Playwright keeps every page in the front: this is what a reader's changing of tabs does.
    await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
  }
  expect(await kept(first)).toContain('Secret?');
  await within(second, (store) => store.clear());
  await until(first, (store) => store.getState().exchanges.length === 0);
  for (const page of [first, second]) expect(await kept(page)).not.toContain('Secret?');
  await within(first, (store) => store.ask('After?'));
  await settled(first);
  await first.reload();
  await startStore(first, api);
  expect(await within(first, (store) => store.getState().exchanges.map(({ question }) => question))).toEqual([
    'After?',
  ]);
  await first.context().close();
});

test('stopping, and leaving the page, close the connection', async () => {
  const begun = [...replyScript(samples.answered, { stopAfter: 2 }), { do: 'hold' }] as const;
  await using api = await openNativeService({ answer: begun });
  await using pages = await openPages();
  const page = await openPage(api, pages);
  const hasTwo = (): Promise<void> =>
    until(page, (store) => store.getState().exchanges.at(-1)?.statements.length === 2);
  await within(page, (store) => store.ask('First?'));
  await hasTwo();
  await within(page, (store) => store.stop());
  await expect(api.asked[0]?.closed).resolves.toBe('early');
  await within(page, (store) => store.ask('Second?'));
  await hasTwo();
  await page.goto('about:blank');
  await expect(api.asked[1]?.closed).resolves.toBe('early');
  await page.goto(pages.url);
  await startStore(page, api);
  const states = await within(page, (store) =>
    store.getState().exchanges.map(({ state, statements }) => [state, statements.length]),
  );
  expect(states).toEqual([
    ['stopped', 2],
    ['stopped', 2],
  ]);
  await page.context().close();
});

test('a browser without network, and a page whose storage is blocked, are told apart from failures', async () => {
  await using api = await openNativeService();
  await using pages = await openPages();
  const page = await openPage(api, pages);
  await page.context().setOffline(true);
  await until(page, (store) => !store.getState().isOnline);
  await within(page, (store) => store.ask('Why?'));
  await settled(page);
  expect(await within(page, (store) => store.getState().exchanges[0]?.failure?.kind)).toBe('offline');
  await page.context().setOffline(false);
  await until(page, (store) => store.getState().isOnline);
  await within(page, (store) => store.retry(store.getState().exchanges[0]?.id ?? ''));
  await settled(page);
  expect(await within(page, (store) => store.getState().exchanges[0]?.state)).toBe('answered');
  await page.context().close();

  await using sandboxed = await openPages({ 'Content-Security-Policy': 'sandbox allow-scripts' });
  const blocked = await browser.newPage();
  await blocked.goto(sandboxed.url);
  await blocked.evaluate(
    `import(${JSON.stringify(`data:text/javascript,${encodeURIComponent(code)}`)}).then(({ createPanelStore }) => {
      window.store = createPanelStore({
        config: { api: ${JSON.stringify(api.url)}, siteKey: '', storageKey: 'ibid' },
        current: () => ({ url: '', title: '', section: undefined, locale: '', version: '' }),
      });
    })`,
  );
  await within(blocked, (store) => store.ask('Why?'));
  await settled(blocked);
  expect(await within(blocked, (store) => store.getState())).toMatchObject({
    isKept: false,
    exchanges: [{ state: 'answered' }],
  });
  await blocked.close();
});
