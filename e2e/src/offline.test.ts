/** A static site whose owner wants it to answer without a network, once somebody has opened its panel. */
import { glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { launchChromium } from '../../scripts/chromium.ts';
import { panelDriver } from './testing/panel-driver.ts';
import { startProgram } from './testing/program.ts';
import { serveFiles, type ServedFiles } from './testing/serve-files.ts';
import { visit, type Visit } from './testing/visit.ts';

const IBID = join(import.meta.dirname, '../../packages/cli/bin/ibid.js');
const PORT = 'How do I change the port?';
const LOGS = 'Where are logs written?';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

interface Site {
  /** What is handed out. */
  readonly folder: string;
  readonly host: ServedFiles;
  publish(port: number, ...flags: readonly string[]): Promise<void>;
}

async function openSite(): Promise<Site> {
  const place = await mkdtemp(join(tmpdir(), 'ibid-offline-'));
  onTestFinished(() => rm(place, { recursive: true }));
  const folder = join(place, 'site');
  await mkdir(folder);
  await mkdir(join(place, 'docs'));
  const script = '<script type="module" src="/ibid/ibid-ask.js" data-api="static:/ibid"></script>';
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><html data-has-hydrated=true><title>Home</title>${script}<main><h1>Home</h1></main>`,
  );
  const host = await serveFiles(folder, '/');
  onTestFinished(() => host[Symbol.asyncDispose]());
  return {
    folder,
    host,
    async publish(port, ...flags) {
      await writeFile(join(place, 'docs/server.md'), `# Server\n\n## Change the port\n\nGive \`--port ${port}\`.\n`);
      await writeFile(join(place, 'docs/logging.md'), '# Logging\n\nLogs are written to standard error.\n');
      const args = ['index', 'docs', '--site-url', 'https://docs.example.org', '--static', 'site/ibid', ...flags];
      await using program = startProgram(IBID, args, { cwd: place });
      expect(await program.ended).toBe(0);
    },
  };
}

async function open(site: Site): Promise<Visit> {
  const visited = await visit(browser, site.host.root, { viewport: { width: 1200, height: 800 } });
  onTestFinished(() => visited[Symbol.asyncDispose]());
  return visited;
}

async function ask(page: Page, question: string): Promise<string> {
  const panel = panelDriver(page);
  if (!(await panel.dialog.isVisible())) await panel.open();
  return (await panel.ask(question)).innerText();
}

/** Names of caches that hold an index whole: its manifest comes last. */
function whole(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const held = await Promise.all(names.map(async (name) => (await caches.open(name)).match('/ibid/index.json')));
    return names.filter((_, i) => held[i] !== undefined);
  });
}

async function removeIndex({ folder }: Site): Promise<void> {
  for await (const name of glob('*.{bin,json}', { cwd: join(folder, 'ibid') })) await rm(join(folder, 'ibid', name));
}

test('without a network it answers what it was never asked before', async () => {
  const site = await openSite();
  await site.publish(8080, '--offline');
  const { page } = await open(site);
  expect(await ask(page, PORT)).toContain('--port 8080');
  await expect.poll(() => whole(page), { timeout: 10_000 }).toHaveLength(1);
  await site.host[Symbol.asyncDispose]();
  await page.context().setOffline(true);
  expect(await page.evaluate(() => new Promise((done) => setTimeout(() => done(navigator.onLine), 100)))).toBe(false);
  expect(await panelDriver(page).dialog.getByText('You are offline').count()).toBe(0);
  expect(await ask(page, LOGS)).toContain('standard error');
});

test('it keeps nothing where the owner does not want that', async () => {
  const site = await openSite();
  await site.publish(8080, '--offline');
  const { page } = await open(site);
  await ask(page, PORT);
  await expect.poll(() => whole(page), { timeout: 10_000 }).toHaveLength(1);
  await site.publish(9090);
  await page.reload();
  await ask(page, PORT);
  await expect.poll(() => page.evaluate(() => caches.keys()), { timeout: 10_000 }).toEqual([]);
});

test('a site published anew is answered from one index or the other, and only the new one is kept', async () => {
  const site = await openSite();
  await site.publish(8080, '--offline');
  const { page } = await open(site);
  await page.evaluate(() => caches.open('ibid http://127.0.0.1/another/site/ 0123456789abcdef.bin'));
  await ask(page, LOGS);
  await expect.poll(() => whole(page), { timeout: 10_000 }).toHaveLength(1);
  const [before] = await whole(page);
  await site.publish(9090, '--offline');
  // Its files are gone from the host, and all of them are kept.
  expect(await ask(page, PORT)).toContain('--port 8080');
  await page.reload();
  expect(await ask(page, PORT)).toContain('--port 9090');
  await expect.poll(() => whole(page), { timeout: 10_000 }).not.toContain(before);
  // What another site of this origin keeps is none of ours.
  expect(await page.evaluate(() => caches.keys())).toHaveLength(2);
  await removeIndex(site);
  await page.reload();
  expect(await ask(page, PORT)).toContain('--port 9090');
});

test('an index that could not be kept whole is none', async () => {
  const site = await openSite();
  await site.publish(8080, '--offline');
  const manifest = await readFile(join(site.folder, 'ibid/index.json'), 'utf8');
  // No answer to these questions needs it.
  await rm(join(site.folder, 'ibid', (JSON.parse(manifest) as { readonly sections: string }).sections));
  const { page } = await open(site);
  expect(await ask(page, LOGS)).toContain('standard error');
  await expect.poll(() => page.evaluate(() => caches.keys()), { timeout: 10_000 }).toHaveLength(1);
  await removeIndex(site);
  await page.reload();
  expect(await ask(page, PORT)).toContain('not available');
  expect(await whole(page)).toEqual([]);
});
