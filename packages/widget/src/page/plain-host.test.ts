import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { memoryStorage } from '../store/testing/memory-storage.ts';
import { REVEAL_KEY, keepReveal, takeReveal } from './keep-reveal.ts';
import { testSite, type OpenOptions } from './testing/test-site.ts';

const site = testSite();

const FILLER = '<p>Something else stands here.</p>'.repeat(60);
const pages = {
  '/one': `<title>One</title><link rel="canonical" href="https://docs.example/one/"><main><h1>One</h1>${FILLER}<h2 id="tools">Tools</h2><p>Hammers stand in the shed.</p></main>`,
  '/two/': `<title>Two</title><main><h1>Two</h1>${FILLER}<h2 id="wood">Wood</h2><p>Planks lie behind the shed.</p></main>`,
};
const one: OpenOptions = { path: '/one', pages, reducedMotion: 'reduce' };

/** Starts the host, as on every page. */
function start(page: Page): Promise<void> {
  return page.evaluate(() => {
    const host = window.ibidPage.plainHost({ content: 'main' });
    Object.assign(window, { host, seen: [] as string[] });
  });
}

function go(page: Page, url: string, anchor: string, quote: string): Promise<boolean> {
  return page.evaluate((to) => (window as unknown as { host: { go(to: unknown): Promise<boolean> } }).host.go(to), {
    url,
    anchor,
    quote,
  });
}

function lit(page: Page): Promise<string> {
  return page.evaluate(() => window.ibidPage.textOf([...(CSS.highlights.get('ibid-cite') ?? [])] as Range[]));
}

function blockStorage(): void {
  Object.defineProperty(globalThis, 'sessionStorage', {
    get() {
      throw new DOMException('Blocked', 'SecurityError');
    },
  });
}

function withoutApi(): void {
  Object.defineProperty(globalThis, 'navigation', { value: undefined });
}

describe('a citation of the page that is open', () => {
  test('is shown in place, with its section in the address', async () => {
    const page = await site.open(one);
    await start(page);
    expect(await go(page, 'https://docs.example/one', 'tools', 'Hammers stand in the shed.')).toBe(true);
    expect(await lit(page)).toBe('Hammers stand in the shed.');
    expect(page.url()).toBe('http://site.test/one#tools');
    await page.evaluate(() => history.back());
    await expect.poll(() => page.url()).toBe('http://site.test/one');
  });

  test('is lit again on the way back and forward through a router that draws the page anew', async () => {
    const page = await site.open(one);
    await start(page);
    await go(page, 'https://docs.example/one', 'tools', 'Hammers stand in the shed.');
    await page.evaluate(() => {
      const main = document.querySelector('main')!;
      const drawn = main.innerHTML;
      history.pushState({ key: 'next' }, '', '/next');
      main.innerHTML = '<p>Next.</p>';
      addEventListener('popstate', () =>
        setTimeout(() => {
          main.innerHTML = location.pathname === '/one' ? drawn : '<p>Next.</p>';
          scrollTo(0, 0);
        }, 50),
      );
      history.back();
    });
    await expect.poll(() => lit(page)).toBe('Hammers stand in the shed.');
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500);
    await page.evaluate(() => history.forward());
    await expect.poll(() => page.url()).toBe('http://site.test/next');
    await page.evaluate(() => history.back());
    await expect.poll(() => lit(page)).toBe('Hammers stand in the shed.');
  });
});

describe('a citation of another page', () => {
  test('has its link followed, and is lit up there, again after a reload, but not on a new visit', async () => {
    const page = await site.open(one);
    await start(page);
    const to = ['http://localhost:3000/two', 'wood', 'Planks lie behind the shed.'] as const;
    expect(await go(page, ...to)).toBe(false);
    await page.goto('http://site.test/two/');
    await start(page);
    await expect.poll(() => lit(page)).toBe('Planks lie behind the shed.');
    await page.keyboard.press('Home');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await page.reload();
    await start(page);
    await expect.poll(() => lit(page)).toBe('Planks lie behind the shed.');
    // Where the reader was.
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goto('http://site.test/two/?again');
    await start(page);
    await page.waitForTimeout(100);
    expect(await lit(page)).toBe('');
  });

  test('of another site is left to its link; of this one it is not lit on a page that it does not name', async () => {
    const page = await site.open(one);
    await start(page);
    expect(await go(page, 'https://other.example/two', 'wood', 'Planks')).toBe(false);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    await go(page, 'https://docs.example/two', 'wood', 'Something else stands here.');
    await page.reload();
    await start(page);
    await page.waitForTimeout(100);
    expect(await lit(page)).toBe('');
  });

  test('is followed all the same where the browser keeps nothing', async () => {
    const page = await site.open({ ...one, before: blockStorage });
    await start(page);
    expect(await go(page, 'https://docs.example/two', 'wood', 'Planks')).toBe(false);
    expect(await go(page, 'https://docs.example/one', 'tools', 'Hammers stand in the shed.')).toBe(true);
  });
});

/** Links at which a host with these options opens pages of three addresses. */
function links(page: Page, options: object): Promise<readonly string[]> {
  return page.evaluate(async (given) => {
    const host = window.ibidPage.plainHost({ content: 'main', ...given });
    await host.ready;
    return ['docs.example/two', 'docs.example/book/two', 'other.example/two'].map((path) =>
      host.hrefOf({ url: `https://${path}`, anchor: 'wood', quote: '' }),
    );
  }, options);
}

function manifest(address: string): Record<string, string> {
  return { '/copy/ibid/index.json': JSON.stringify({ site: address }) };
}

describe('a site that is served at another address than that of the index', () => {
  const { '/one': canonical } = pages;
  const plain = canonical.replace(/<link[^>]*>/u, '');
  const other = 'https://other.example/two#wood';
  const unknown = ['https://docs.example/two#wood', 'https://docs.example/book/two#wood', other];
  const inStatic = { api: 'static:/copy/ibid' };

  test.each<readonly [string, string, object, Record<string, string>, readonly string[]]>([
    [
      'its server says so',
      `<meta name="ibid-site" content="https://docs.example">${plain}`,
      {},
      {},
      ['/two#wood', '/book/two#wood', other],
    ],
    ['no head says so', `${plain}<meta name="ibid-site" content="https://docs.example">`, {}, {}, unknown],
    ['its server names no address', `<meta name="ibid-site" content="javascript:alert(1)">${plain}`, {}, {}, unknown],
    [
      'its static index says so',
      plain,
      inStatic,
      manifest('https://docs.example/'),
      ['/copy/two#wood', '/copy/book/two#wood', other],
    ],
    [
      'its static index says so, below a path',
      plain,
      inStatic,
      manifest('https://docs.example/book/'),
      [unknown[0]!, '/copy/two#wood', other],
    ],
    [
      'its static index says so, on a copy below a path whose pages have canonical links',
      canonical,
      inStatic,
      manifest('https://docs.example/'),
      ['/copy/two#wood', '/copy/book/two#wood', other],
    ],
    [
      'its owner names the path here',
      plain,
      { ...inStatic, baseUrl: '/' },
      manifest('https://docs.example/book/'),
      [unknown[0]!, '/two#wood', other],
    ],
    ['its static index does not know', plain, inStatic, { '/copy/ibid/index.json': '{}' }, unknown],
    ['its static index is on another host', plain, { api: 'static:https://site.example/copy/ibid' }, {}, unknown],
    ['the static index is not there', plain, inStatic, {}, unknown],
  ])('opens the pages of the index here, and no others, where %s', async (_, html, options, files, expected) => {
    const page = await site.open({ path: '/one', pages: { ...files, '/one': html } });
    expect(await links(page, options)).toEqual(expected);
  });
});

describe('what is kept for the next page', () => {
  beforeEach(() => void vi.stubGlobal('sessionStorage', memoryStorage()));
  const kept = { path: '/two', anchor: 'wood', quote: 'Planks' };

  test('is taken once, by any spelling of its path, and is forgotten after half a minute', () => {
    keepReveal(kept);
    expect(takeReveal('/one')).toBeUndefined();
    expect([takeReveal('/two/'), takeReveal('/two/')]).toEqual([{ ...kept, path: '/two/' }, undefined]);
    keepReveal(kept);
    const late = Date.now() + 31_000;
    vi.spyOn(Date, 'now').mockReturnValue(late);
    expect([takeReveal('/two'), sessionStorage.getItem(REVEAL_KEY)]).toEqual([undefined, null]);
    vi.restoreAllMocks();
  });

  test.each(['', '{', 'null', '[]', '{"path":1}', '{"path":"/one","anchor":{},"quote":"x","at":9e15}'])(
    'is nothing where something else was kept: `%s`',
    (text) => {
      sessionStorage.setItem(REVEAL_KEY, text);
      expect(takeReveal('/one')).toBeUndefined();
    },
  );
});

describe('navigation without a reload is noticed', () => {
  test.each([
    ['by the browser', undefined],
    ['by clicks and titles, where the browser does not say', withoutApi],
  ])('%s', async (_, before) => {
    const page = await site.open({ ...one, ...(before && { before }) });
    await start(page);
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      const { host } = window as unknown as { host: { onNavigate(listener: () => void): () => void } };
      const end = host.onNavigate(() => seen.push(location.pathname + location.hash));
      const router = document.body.appendChild(document.createElement('button'));
      router.textContent = 'Go on';
      router.addEventListener('click', () => setTimeout(() => history.pushState({}, '', '/two/'), 20));
      Object.assign(window, { end });
    });
    const seen = (): Promise<string[]> => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    await page.click('button');
    await expect.poll(seen).toEqual(['/two/']);
    await page.evaluate(() => history.back());
    await expect.poll(seen).toEqual(['/two/', '/one']);
    await page.evaluate(() => (location.hash = 'tools'));
    await expect.poll(seen).toEqual(['/two/', '/one', '/one#tools']);
    await page.evaluate(() => {
      (window as unknown as { end(): void }).end();
      location.hash = '';
    });
    await page.waitForTimeout(150);
    expect((await seen()).slice(3)).toEqual([]);
  });

  test('and a citation that waits for that page is lit up when its words have come', async () => {
    const page = await site.open(one);
    await start(page);
    await page.evaluate(() => {
      const { host } = window as unknown as { host: { onNavigate(listener: () => void): () => void } };
      host.onNavigate(() => undefined);
    });
    await go(page, 'https://docs.example/two', 'wood', 'Planks lie behind the shed.');
    await page.evaluate(() => {
      history.pushState({}, '', '/two/');
      setTimeout(() => {
        document.querySelector('p')!.textContent = 'Planks lie behind the shed.';
      }, 100);
    });
    await expect.poll(() => lit(page)).toBe('Planks lie behind the shed.');
  });
});
