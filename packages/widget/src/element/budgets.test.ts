import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { expect, test } from 'vitest';
import { launchChromium } from '../../../../scripts/chromium.ts';
import { BUNDLE, elementSite } from './testing/element-site.ts';

/** Sizes are compressed. */
const KB = 1024;
/** The three texts of the button in each language are a tenth of it: in a file of their own they would cost a request before the button shows. */
const ALWAYS = 5.5 * KB;
const PANEL = 44 * KB;
/** The worker that answers on a site without a server, loaded with the panel. */
const WORKER = 58 * KB;
/** Parts of the worker needed only for follow-ups (two), words that no page has, selections, the search box, a model of the browser, and pages not served securely. */
const PART = 8 * KB;
const MORE = 10 * KB;
/** The search box with everything it needs, loaded on demand. */
const SEARCH = 12 * KB;
/** The code that typesets formulas, loaded with the first one. */
const FORMULAS = 80 * KB;

interface Manifest {
  readonly entry: string;
  readonly panel: string;
  readonly lazy: readonly string[];
}

async function manifest(): Promise<Manifest> {
  return JSON.parse(await readFile(join(BUNDLE, 'manifest.json'), 'utf8')) as Manifest;
}

async function partsOfWorker(): Promise<readonly string[]> {
  return (await readdir(BUNDLE)).filter((name) => name.startsWith('ibid-worker-'));
}

/** Total size in bytes of `files`, each compressed separately, as servers send them. */
async function gzipSize(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => gzipSync(await readFile(file), { level: 9 }).length));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Sizes of all scripts and styles that a page loads without user action, each compressed by itself, and the paths of its requests. */
async function pageWeight(
  browser: Browser,
  address: string,
): Promise<{ readonly scripts: number; readonly styles: number; readonly requests: readonly string[] }> {
  const page = await browser.newPage();
  const requests: string[] = [];
  const sizes = { script: 0, stylesheet: 0 };
  const weighed: Promise<void>[] = [];
  page.on('response', (response) => {
    requests.push(new URL(response.url()).pathname);
    const type = response.request().resourceType();
    if (type !== 'script' && type !== 'stylesheet') return;
    weighed.push(response.body().then((body) => void (sizes[type] += gzipSync(body, { level: 9 }).length)));
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  await Promise.all(weighed);
  return { scripts: sizes.script, styles: sizes.stylesheet, requests };
}

test('any site loads at most 5.5 KB, in one file and without a style sheet, before somebody wants to ask', async () => {
  const [browser, site] = await Promise.all([launchChromium(), elementSite()]);
  try {
    const address = site.plain('<script type="module" src="/widget/ibid-ask.js"></script>');
    const { scripts, styles, requests } = await pageWeight(browser, address);
    expect(requests).toEqual([new URL(address).pathname, '/widget/ibid-ask.js']);
    expect(scripts).toBe(await gzipSize([join(BUNDLE, 'ibid-ask.js')]));
    expect(scripts).toBeLessThanOrEqual(ALWAYS);
    expect(styles).toBe(0);
    const { panel } = await manifest();
    const greedy = site.plain(`<script type="module" src="/widget/${panel}"></script>`);
    expect((await pageWeight(browser, greedy)).scripts).toBeGreaterThan(ALWAYS);
  } finally {
    await Promise.all([browser.close(), site.close()]);
  }
});

test('the panel with all it needs is at most 44 KB, the worker of a site without a server 58 KB with parts for later of 8 KB, what typesets formulas 80 KB, the search box 12 KB, and what else it may load 10 KB a piece', async () => {
  const { panel, lazy } = await manifest();
  expect(await gzipSize([join(BUNDLE, panel)])).toBeLessThanOrEqual(PANEL);
  expect(await gzipSize([join(BUNDLE, 'ibid-worker.js')])).toBeLessThanOrEqual(WORKER);
  const parts = await partsOfWorker();
  expect(parts).toHaveLength(7);
  for (const part of parts) expect([part, (await gzipSize([join(BUNDLE, part)])) <= PART]).toEqual([part, true]);
  expect(lazy.filter((name) => name.startsWith('ibid-typeset-formula-'))).toHaveLength(1);
  for (const file of lazy.filter((name) => name !== panel)) {
    const ofSearch = file === 'ibid-search-box.js' ? SEARCH : MORE;
    const budget = file.startsWith('ibid-typeset-formula-') ? FORMULAS : ofSearch;
    expect([file, (await gzipSize([join(BUNDLE, file)])) <= budget]).toEqual([file, true]);
  }
});

test('nothing in the bundle tells where it was built, and no file is named that is not there', async () => {
  const { entry, panel, lazy } = await manifest();
  expect(lazy).toContain(panel);
  const parts = await partsOfWorker();
  for (const file of [entry, ...lazy, 'ibid-worker.js', ...parts]) {
    const text = await readFile(join(BUNDLE, file), 'utf8');
    expect(text).not.toMatch(/node_modules|file:\/\/|\/src\/|sourceMappingURL/u);
    for (const [, name] of text.matchAll(/["'`]\.\/(ibid-[\w-]+\.js)["'`]/gu))
      expect([...lazy, ...parts, 'ibid-worker.js']).toContain(name);
  }
});
