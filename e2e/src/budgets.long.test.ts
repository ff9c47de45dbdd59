/** Size of the panel for readers of a Docusaurus site, measured from the files built and those that a browser requests. */
import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  builtSite,
  namedFiles,
  openSite,
  sentFiles,
  weightOf,
  type OpenSite,
  type SentFile,
} from './sites/testing/built-site.ts';
import { panelDriver } from './testing/panel-driver.ts';

const KB = 1024;
const ALWAYS = { js: 4 * KB, css: KB };
const PANEL = 35 * KB;
const LANDING = 10 * KB;
/** A class that only the panel's code contains. */
const MARKER = 'ibid-composer';
const PAGES = ['index.html', 'docs/motors/index.html', 'docs/parts/index.html', 'blog/new-antenna/index.html'];

let site: OpenSite;
let without = '';
beforeAll(async () => {
  site = await openSite({ name: 'plain', blog: true });
  without = (await builtSite({ name: 'without', blog: true, plugin: false })).site;
}, 300_000);
afterAll(() => site[Symbol.asyncDispose]());

interface Cost {
  readonly js: number;
  readonly css: number;
}

async function costOf(built: string, page: string, like: string = page): Promise<Cost> {
  const [own, plain] = await Promise.all([namedFiles(built, page), namedFiles(without, like)]);
  return { js: weightOf(own, 'js') - weightOf(plain, 'js'), css: weightOf(own, 'css') - weightOf(plain, 'css') };
}

function isWithin({ js, css }: Cost): boolean {
  return js <= ALWAYS.js && css <= ALWAYS.css;
}

function assetsAmong(requests: readonly string[]): Promise<readonly SentFile[]> {
  const paths = requests.map((address) => new URL(address).pathname);
  return sentFiles(
    site.built.site,
    paths.filter((path) => /^\/assets\/.+\.(?:js|css)$/u.test(path)),
  );
}

test('every page loads at most 4 KB of scripts and 1 KB of styles for the panel', async () => {
  for (const page of PAGES) {
    const cost = await costOf(site.built.site, page);
    expect([page, isWithin(cost)]).toEqual([page, true]);
    // A page without any of it would be within the limits too.
    expect(cost.js).toBeGreaterThan(KB);
    expect(cost.css).toBeGreaterThan(100);
  }
});

test('control: a page that loads the panel at once is over the budget', async () => {
  const { site: folder } = site.built;
  const scripts = await Array.fromAsync(glob('assets/js/*.js', { cwd: folder }), (file) => `/${file}`);
  const panel = (await sentFiles(folder, scripts)).find(({ text }) => text.includes(MARKER))!;
  const html = await readFile(join(folder, PAGES[1]!), 'utf8');
  await writeFile(join(folder, 'greedy.html'), `${html}<script src="${panel.path}"></script>`);
  expect(isWithin(await costOf(folder, 'greedy.html', PAGES[1]!))).toBe(false);
});

test('a page requests neither the panel nor the API before a reader acts', async () => {
  await using visited = await site.visit('docs/motors');
  await visited.page.waitForLoadState('networkidle');
  expect(visited.requests.filter((address) => /\/api\/|\/widget\//u.test(address))).toEqual([]);
  const loaded = await assetsAmong(visited.requests);
  expect(loaded.length).toBeGreaterThan(3);
  expect(loaded.filter(({ text }) => text.includes(MARKER)).map(({ path }) => path)).toEqual([]);
  expect(visited.foreign()).toEqual([]);
});

test('opening the panel loads at most 35 KB, all of it except the highlighting code', async () => {
  await using visited = await site.visit('docs/motors');
  const { page } = visited;
  await page.waitForLoadState('networkidle');
  const before = visited.requests.length;
  const panel = panelDriver(page);
  await panel.open();
  await page.waitForLoadState('networkidle');
  const opened = await assetsAmong(visited.requests.slice(before));
  expect(opened.some(({ text }) => text.includes(MARKER))).toBe(true);
  const answer = await panel.ask('What is the torque of the elm motor?');
  await answer
    .getByRole('link', { name: /^Source 1:/u })
    .last()
    .click();
  await expect.poll(() => panel.lit()).toContain('12 Nm');
  const all = await assetsAmong(visited.requests.slice(before));
  const later = weightOf(all, 'js') - weightOf(opened, 'js');
  expect(weightOf(opened, 'js')).toBeLessThanOrEqual(PANEL);
  expect(later).toBeLessThanOrEqual(LANDING);
  expect(weightOf(all, 'css')).toBe(0);
});

test('a site carries the texts of the panel in its own language alone', async () => {
  const { site: folder } = site.built;
  const scripts = await Array.fromAsync(glob('assets/js/*.js', { cwd: folder }), (file) => `/${file}`);
  const all = (await sentFiles(folder, scripts)).map(({ text }) => text).join('\n');
  // The button of `en.ts`, then that of `de.json`.
  expect(all).toContain('Ask about this');
  expect(all).not.toContain('Dazu fragen');
});
