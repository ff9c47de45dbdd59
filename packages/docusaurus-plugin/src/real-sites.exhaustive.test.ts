/** Sites of real Docusaurus in all their shapes, built, indexed, served and read in a browser. Takes minutes. */
import { openStore } from '@ibid/core';
import { sqliteStore } from '@ibid/drivers/stores/sqlite';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../../../scripts/chromium.ts';
import { realSite, write, type RealSiteOptions } from './testing/real-site.ts';
import { until } from './testing/until.ts';

const MINUTES = 60_000;
let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
}, MINUTES);
afterAll(() => browser.close());

interface IndexedFacts {
  readonly url: string;
  readonly locale: string;
  readonly version: string;
  readonly sourceFile: string;
}

async function indexed(folder: string): Promise<readonly IndexedFacts[]> {
  await using store = await openStore(sqliteStore({ file: join(folder, '.ibid/index.db'), readOnly: true }));
  const pages: IndexedFacts[] = [];
  for await (const { url } of store.listPages()) {
    const page = (await store.getPage(new URL(url).pathname))!;
    const { locale, version } = page.content[0]!;
    pages.push({ url: url.replace('https://docs.example.org', ''), locale, version, sourceFile: page.sourceFile });
  }
  return pages.sort((a, b) => (a.url < b.url ? -1 : 1));
}

const indexedAs = (url: string, locale: string, version: string, sourceFile: string): IndexedFacts => ({
  url,
  locale,
  version,
  sourceFile,
});

describe('in every shape of a site a footnote leads to the page of the same language and version, without a reload', () => {
  test.each<readonly [string, RealSiteOptions, string, string]>([
    ['no setting', { versioned: true }, '/docs/next/guide/retry', '/docs/next/install#ports'],
    [
      'a base path, two languages, trailingSlash: true',
      { baseUrl: '/frob/', locales: ['en', 'ur'], trailingSlash: true },
      '/frob/ur/docs/guide/retry/',
      '/frob/ur/docs/guide/retry/#backoff',
    ],
    [
      'two languages, versions, trailingSlash: false',
      { locales: ['en', 'ur'], versioned: true, trailingSlash: false },
      '/ur/docs/next/guide/retry',
      '/ur/docs/next/guide/retry#backoff',
    ],
  ])('%s', { timeout: 4 * MINUTES }, async (_, options, from, to) => {
    await using site = await realSite(options);
    await site.run('build');
    const served = site.start('ibid:serve', '--port', '0', '--log', 'off', '--no-color');
    const base = await until(() => /answers at (http:\/\/\S+)/u.exec(served.output())?.[1], served.output);
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(base + from);
    await page.locator('.ibid-launcher-button').click();
    const asked = page.waitForRequest((request) => request.url().endsWith('/api/ask/stream'));
    await page
      .locator('#ibid-root textarea')
      .fill(to.endsWith('#ports') ? 'Which default port has the frobnicator?' : 'How long does each retry wait?');
    await page.keyboard.press('Enter');
    const { locale = '', version = '' } = (await asked).postDataJSON() as { locale?: string; version?: string };
    expect([locale, version]).toEqual([
      options.locales === undefined ? '' : 'ur',
      options.versioned === true ? 'current' : '',
    ]);
    await page.evaluate('globalThis.isKept = true');
    await page.locator('#ibid-root a.ibid-ref[href*="/docs/"]').first().click();
    await page.waitForFunction(() => (CSS.highlights.get('ibid-cite')?.size ?? 0) > 0);
    const { pathname, hash } = new URL(page.url());
    expect(pathname + hash).toBe(to);
    expect(await page.evaluate('globalThis.isKept')).toBe(true);
    expect(errors).toEqual([]);
    // What is kept is lost with any reload.
    await page.reload();
    expect(await page.evaluate('globalThis.isKept')).toBeUndefined();
    await page.close();
  });
});

test(
  'with the hash router the index is made of the files that were written, and a footnote leads behind the hash',
  async () => {
    await using site = await realSite({ router: 'hash' });
    expect(await site.run('build')).toContain('[ibid] Indexed 3 pages');
    const served = site.start('ibid:serve', '--port', '0', '--log', 'off', '--no-color');
    const base = await until(() => /answers at (http:\/\/\S+)/u.exec(served.output())?.[1], served.output);
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${base}/#/docs/guide/retry`);
    await page.locator('.ibid-launcher-button').click();
    await page.locator('#ibid-root textarea').fill('Which default port has the frobnicator?');
    await page.keyboard.press('Enter');
    await page.locator('#ibid-root a.ibid-ref[href*="/docs/"]').first().click();
    await page.waitForFunction(() => (CSS.highlights.get('ibid-cite')?.size ?? 0) > 0);
    expect(new URL(page.url()).hash).toBe('#/docs/install#ports');
    await page.close();
  },
  4 * MINUTES,
);

test(
  'one index holds all languages and versions with their sources; a language that is built alone leaves the others in it',
  async () => {
    await using site = await realSite({ locales: ['en', 'ur'], versioned: true });
    expect((await site.run('build')).match(/\[ibid\] Indexed/gu)).toHaveLength(1);
    const all = await indexed(site.folder);
    expect(all).toEqual([
      indexedAs('/', 'en', '', 'src/pages/index.mdx'),
      indexedAs('/docs/install', 'en', '1.0', 'versioned_docs/version-1.0/install.md'),
      indexedAs('/docs/next/guide/retry', 'en', 'current', 'docs/guide/retry.md'),
      indexedAs('/docs/next/install', 'en', 'current', 'docs/install.md'),
      indexedAs('/ur', 'ur', '', 'src/pages/index.mdx'),
      indexedAs('/ur/docs/install', 'ur', '1.0', 'versioned_docs/version-1.0/install.md'),
      indexedAs('/ur/docs/next/guide/retry', 'ur', 'current', 'docs/guide/retry.md'),
      indexedAs('/ur/docs/next/install', 'ur', 'current', 'i18n/ur/docusaurus-plugin-content-docs/current/install.md'),
    ]);
    await write(site.folder, 'docs/guide/retry.md', '# Retries\n\nA failed call is retried nine times.\n');
    await site.run('build', '--locale', 'ur');
    expect(await indexed(site.folder)).toEqual(all);
    await expect(site.run('ibid:index')).resolves.toContain('Nothing has changed');
  },
  4 * MINUTES,
);

test(
  'a build whose index cannot be made fails and says why, unless the owner lets it pass',
  async () => {
    await using strict = await realSite({
      options: { embedder: { name: 'ollama', model: 'none', baseUrl: 'http://127.0.0.1:9' } },
    });
    await expect(strict.run('build')).rejects.toThrow(/its index could not be made[\s\S]*failBuild/u);
    await using lenient = await realSite({
      options: { failBuild: false, embedder: { name: 'ollama', model: 'none', baseUrl: 'http://127.0.0.1:9' } },
    });
    expect(await lenient.run('build')).toMatch(/\[ibid\] warning: The site is built, but its index could not be made/u);
  },
  4 * MINUTES,
);

test(
  'while the development server runs, a question that is asked right after an edit quotes the edited text',
  async () => {
    await using site = await realSite();
    const port = 20_000 + (process.pid % 20_000);
    const running = site.start('start', '--no-open', '--port', String(port));
    const ask = async (): Promise<Response | undefined> =>
      fetch(`http://localhost:${port}/__ibid/api/ask/stream`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Accept-Encoding': 'br, gzip' },
        body: JSON.stringify({ query: 'Which default port has the frobnicator?' }),
      }).then(
        (response) => (response.ok ? response : undefined),
        () => undefined,
      );
    const first = await until(ask, running.output);
    // Compressed, the events would come all at once at the end.
    expect(first.headers.get('cache-control')).toContain('no-transform');
    expect(first.headers.get('content-encoding')).toBeNull();
    expect(await first.text()).toContain('frobnicator is 4711.');
    for (const number of ['5001', '5002', '5003']) {
      await write(
        site.folder,
        'docs/install.md',
        `# Install\n\n## Ports\n\nThe default port of the frobnicator is ${number}.\n`,
      );
      expect(await (await ask())!.text()).toContain(`frobnicator is ${number}.`);
    }
    // A page that cannot be read is told, and the server goes on.
    await write(site.folder, 'docs/guide/retry.md', '# Retries\n\n<Broken\n');
    await ask();
    await write(
      site.folder,
      'docs/install.md',
      '# Install\n\n## Ports\n\nThe default port of the frobnicator is 6000.\n',
    );
    expect(await (await ask())!.text()).toContain('frobnicator is 6000.');
  },
  4 * MINUTES,
);
