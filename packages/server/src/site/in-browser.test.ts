import type { Engine } from '@ibid/core/types';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../../../../scripts/chromium.ts';
import type { TestOptions } from '../testing/test-app.ts';
import { testApp } from '../testing/test-app.ts';
import { serve } from '../serve.ts';
import { smallEngine } from '../testing/small-index.ts';
import { siteFolder, type SiteFolder } from './testing/site-folder.ts';

/** A page as generators write it: scripts of every kind, inline styles, and separate files. */
const RICH_PAGE = `<!doctype html>
<html lang=en><head><title>Rich</title>
<!-- <script>window.commented = true</script> -->
<script>window.ran = ['first']</script>
<script type=module>window.ran.push('module "</p>" <!-- <b>')</script>
<script data-note="a > b" id='x'>
  window.ran.push('lines\\n');\r
  window.ran.push('گائیڈ');
</script>
<script type="application/ld+json">{"@context":"https://schema.org"}</script>
<link rel=stylesheet href=/assets/rich.css></head>
<body style="color: rgb(1, 2, 3)" onload="window.handled = true">
<textarea><script>window.typed = true</script></textarea>
<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="">
<script src=/assets/rich.js defer></script></body></html>`;

const PANEL = `
const api = new URL('..', import.meta.url).href;
const { greeting } = await import('./chunk-Bx12_-9Q.js');
const response = await fetch(api + 'api/ask', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', 'X-Ibid-Site-Key': 'site-key-1' },
  body: JSON.stringify({ query: 'How do I install it from npm?' }),
});
document.title = greeting + response.status + ' ' + response.headers.has('x-request-id');`;

let browser: Browser;
let engine: Engine;
let folder: SiteFolder;
let widgetFolder: string;

beforeAll(async () => {
  [browser, engine, folder] = await Promise.all([launchChromium(), smallEngine(), siteFolder()]);
  await folder.write({
    'rich.html': RICH_PAGE,
    'assets/rich.js': "window.ran.push('file')",
    'assets/rich.css': 'p { color: red }',
  });
  widgetFolder = await mkdtemp(join(tmpdir(), 'ibid-widget-'));
  await writeFile(join(widgetFolder, 'ibid-ask.js'), PANEL);
  await writeFile(join(widgetFolder, 'chunk-Bx12_-9Q.js'), "export const greeting = 'Answered ';");
});
afterAll(async () => {
  await browser.close();
  await engine.close();
  await folder[Symbol.asyncDispose]();
  await rm(widgetFolder, { recursive: true });
});

interface Served extends AsyncDisposable {
  readonly url: string;
}

async function served(over: Partial<TestOptions> = {}): Promise<Served> {
  const server = await serve(testApp({ engine, ...over }), { port: 0 });
  return {
    url: server.url,
    async [Symbol.asyncDispose]() {
      server.endNow();
      await server.close();
    },
  };
}

async function opened(url: string, work: (page: Page, complaints: readonly string[]) => Promise<void>): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(url);
  await work(page, complaints).finally(() => context.close());
}

describe('a served site in a browser', () => {
  it('runs every script of its own under the policy, and no injected handler or script', async () => {
    await using server = await served({ site: { folder: folder.root, base: '/' } });
    await opened(`${server.url}/rich`, async (page, complaints) => {
      const ran = await page.evaluate('window.ran');
      expect(ran).toEqual(['first', 'lines\n', 'گائیڈ', 'module "</p>" <!-- <b>', 'file']);
      const others = await page.evaluate('[window.commented, window.typed, window.handled]');
      expect(others).toEqual([undefined, undefined, undefined]);
      // Only from the inline event handler.
      expect(complaints.filter((text) => text.includes('Content Security Policy'))).toHaveLength(1);
      expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(1, 2, 3)');
      await page.evaluate(`{
        const script = document.createElement('script');
        script.textContent = 'window.attacked = true';
        document.body.append(script);
      }`);
      expect(await page.evaluate('window.attacked')).toBeUndefined();
      const sent = await page.evaluate("fetch('http://127.0.0.1:9/x').then(() => 'sent', (error) => error.name)");
      expect(sent).toBe('TypeError');
      expect(complaints.join('\n')).toMatch(/connect-src/u);
    });
  });

  it('control: a script with a wrong hash does not run', async () => {
    await using server = await served({ site: { folder: folder.root, base: '/' } });
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.route('**/rich', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace("['first']", "['other']") });
    });
    await page.goto(`${server.url}/rich`);
    expect(await page.evaluate('window.ran')).toBeUndefined();
    await context.close();
  });
});

describe('the panel on a page of another site', () => {
  const SITE_KEYS = { siteKeys: ['site-key-1'] };

  async function titleOn(origins: (site: string) => readonly string[]): Promise<string> {
    await using site = await served({ site: { folder: folder.root, base: '/', headers: false } });
    await using server = await served({ widgetFolder, origins: origins(site.url), ...SITE_KEYS });
    let title = '';
    await folder.write({
      'other.html': `<!doctype html><title>Before</title><script type=module src=${server.url}/widget/ibid-ask.js></script>`,
    });
    await opened(`${site.url}/other`, async (page, complaints) => {
      const isDone = async (): Promise<boolean> => (await page.title()) !== 'Before' || complaints.length > 0;
      await expect.poll(isDone).toBe(true);
      title = await page.title();
    });
    return title;
  }

  it('loads, imports its chunks, and asks with a site key from a listed origin', async () => {
    expect(await titleOn((site) => [site])).toBe('Answered 200 true');
  });

  it('loads, but its question is refused from an unlisted origin', async () => {
    expect(await titleOn(() => ['https://docs.example.org'])).toBe('Before');
  });
});
