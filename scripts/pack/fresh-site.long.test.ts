/**
 * Installs the packed packages into a site just made by `create-docusaurus`, from a local registry that redirects to the real one for
 * everything else. Takes minutes. Without the real registry Docusaurus cannot be installed; the tests then report that and are skipped.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { launchChromium } from '../chromium.ts';
import { packAll, type Tarball } from './pack-all.ts';
import { configurePlugin, createSite, installPlugin, runInSite, serveSite } from './testing/fresh-site.ts';
import { loopbackRegistry, readManifest, type LoopbackRegistry } from './loopback-registry.ts';

const MINUTES = 60_000;
const UPSTREAM = process.env['npm_config_registry'] ?? 'https://registry.npmjs.org/';
const isReachable = await fetch(new URL('@docusaurus%2fcore/3.10.2', UPSTREAM), {
  signal: AbortSignal.timeout(15_000),
}).then(
  ({ ok }) => ok,
  () => false,
);
const ifReachable = isReachable ? describe : describe.skip;

let folder = '';
let site = '';
let tarballs: readonly Tarball[] = [];
let registry: LoopbackRegistry | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-fresh-site-'));
  tarballs = await packAll(join(folder, 'packed'));
}, 2 * MINUTES);

afterAll(async () => {
  await registry?.close();
  await rm(folder, { recursive: true, force: true });
});

/** `troubles` receives each script error, and each request to another host. */
async function inBrowser(url: string, look: (page: Page, troubles: readonly string[]) => Promise<void>): Promise<void> {
  const browser = await launchChromium();
  const troubles: string[] = [];
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.on('pageerror', (error) => troubles.push(error.message));
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== new URL(url).origin) troubles.push(`asked ${request.url()}`);
    });
    await look(page, troubles);
  } finally {
    await browser.close();
  }
}

/** In a highlighted block of several elements, the white space between them is not included. */
function withoutSpace(text: string): string {
  return text.replaceAll(/\s+/gu, '');
}

test('what is packed is compiled code with declarations, without our sources and tests', async () => {
  expect(tarballs.map(({ name }) => name)).toContain('ibid');
  for (const { name, file, files } of tarballs) {
    const strange = files.filter((path) => /\.test\.|-fixture\.|\/testing\/|(?<!\.d)\.tsx?$/u.test(path));
    expect([name, strange.filter((path) => !path.startsWith('src/theme/'))]).toEqual([name, []]);
    const manifest = await readManifest(file);
    expect([name, 'private' in manifest, 'devDependencies' in manifest]).toEqual([name, false, false]);
  }
});

ifReachable(`a fresh Docusaurus site${isReachable ? '' : ` (skipped: ${UPSTREAM} is not reachable)`}`, () => {
  beforeAll(async () => {
    registry = await loopbackRegistry(tarballs, UPSTREAM);
    site = await createSite(folder);
    await installPlugin(site, registry.url);
    await configurePlugin(site);
  }, 10 * MINUTES);

  test(
    'one dependency and one line: the build makes an index, the panel opens and answers, and its footnote lands lit',
    async () => {
      const served = ['@ibid/docusaurus-plugin', '@ibid/widget', 'ibid'];
      expect([...registry!.served]).toEqual(expect.arrayContaining(served));
      expect(await runInSite('npm', ['run', 'build'], { cwd: site })).toMatch(/\[ibid\] Indexed \d+ pages/u);
      await using running = await serveSite(site);
      await inBrowser(running.url, async (page, troubles) => {
        await page.goto(`${running.url}/docs/intro`);
        await page.getByRole('button', { name: 'Ask' }).click();
        await page.getByRole('textbox').fill('How do I build my site for production?');
        await page.keyboard.press('Enter');
        const footnote = page.locator('#ibid-root a.ibid-ref[href*="/docs/tutorial"]').first();
        await footnote.waitFor({ timeout: MINUTES }).catch(async (cause: unknown) => {
          throw new Error(`No footnote came. The panel shows:\n${await page.locator('#ibid-root').innerText()}`, {
            cause,
          });
        });
        const href = (await footnote.getAttribute('href'))!;
        await page.evaluate('globalThis.isKept = true');
        await footnote.click();
        const lit = await vi.waitUntil(
          () => page.evaluate<string>("[...(CSS.highlights.get('ibid-cite') ?? [])].map(String).join('')"),
          10_000,
        );
        expect(withoutSpace(await page.locator('main article').innerText())).toContain(withoutSpace(lit));
        expect(new URL(page.url()).pathname).toBe(new URL(href, running.url).pathname);
        expect(await page.evaluate('globalThis.isKept')).toBe(true);
        expect(troubles).toEqual([]);
      });
    },
    5 * MINUTES,
  );
});
