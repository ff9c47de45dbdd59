import { IbidError } from '@ibid/core';
import type { Engine } from '@ibid/core/types';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestReport } from './app-options.ts';
import type { App } from './call.ts';
import { smallEngine } from './testing/small-index.ts';
import { testApp } from './testing/test-app.ts';

const MARKDOWN = { Accept: 'text/markdown, text/html;q=0.9, */*;q=0.1' };
const HTML = '<!doctype html><html><head><title>T</title></head><body class="a>b"><main>Built</main></body></html>';

let engine: Engine;
let folder: string;
let app: App;
let served: App;

beforeAll(async () => {
  engine = await smallEngine();
  app = testApp({ engine, title: 'Parrot' });
  folder = await mkdtemp(join(tmpdir(), 'ibid-pages-'));
  await mkdir(join(folder, 'guide'));
  await writeFile(join(folder, 'guide/install.html'), HTML);
  await writeFile(join(folder, 'guide/settings.md'), '# As the site has it\n');
  served = testApp({ engine, site: { folder, base: '/docs/' } });
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

async function shown(path: string, headers: Record<string, string> = {}, of = app): Promise<string> {
  const response = await of.request(path, { headers });
  return `${response.status} ${response.headers.get('content-type')} ${await response.text()}`;
}

describe('pages as Markdown', () => {
  it('are served beside the pages, with links to the page and to the list', async () => {
    const text = await shown('/guide/install.md');
    expect(text).toMatch(
      /^200 text\/markdown; charset=utf-8 ---\nurl: "https?:[^"]+\/guide\/install"\nindex: "http:\/\/localhost\/llms.txt"\n---\n\n# Install\n/u,
    );
    expect(text).toContain('```bash\nnpm install parrot\nnpx parrot serve --port 4000\n```');
    expect(await shown('/guide/install/index.md')).toBe(text);
  });

  it('are served at the address of the page to clients that prefer Markdown', async () => {
    expect(await shown('/guide/install', MARKDOWN)).toBe(await shown('/guide/install.md'));
    expect((await app.request('/guide/install', { headers: MARKDOWN })).headers.get('vary')).toContain('Accept');
    for (const Accept of ['text/html, text/markdown;q=0.5', '*/*', 'text/*'])
      expect(await shown('/guide/install', { Accept })).toMatch(/^404 application\/json/u);
  });

  it('are rendered once for all who ask, and again for another host or generation', async () => {
    let made = 0;
    let generation = 1;
    const counted: Engine = {
      ...engine,
      page: (key) => {
        made++;
        return engine.page(key);
      },
      info: async () => ({ ...(await engine.info())!, generation }),
    };
    const asked = testApp({ engine: counted });
    const [one, two] = await Promise.all([
      shown('/guide/install.md', {}, asked),
      shown('/guide/install.md', {}, asked),
    ]);
    expect(one).toBe(two);
    expect(await shown('/guide/install.md', {}, asked)).toBe(one);
    expect(made).toBe(1);
    expect(await (await asked.request('http://127.0.0.1/guide/install.md')).text()).toContain(
      'http://127.0.0.1/llms.txt',
    );
    expect(made).toBe(2);
    generation = 2;
    expect(await shown('/guide/install.md', {}, asked)).toBe(one);
    expect(made).toBe(3);
  });

  it('escape the text of pages', async () => {
    expect(await shown('/hostile.md')).toContain('here: `<script>alert("xss")</script>` and');
  });

  it.each(['/guide/nothing.md', '/.md', '/guide/../secret.md', '/%2e%2e/x.md', '/x%00.md'])(
    'are none where the index has no page: %s',
    async (path) => {
      expect(await shown(path)).toMatch(/^404 application\/json/u);
    },
  );

  it('are sent again only if they have changed', async () => {
    for (const path of ['/guide/install.md', '/llms.txt', '/llms-full.txt']) {
      const tag = (await app.request(path)).headers.get('etag') ?? '';
      expect(tag).not.toBe('');
      expect((await app.request(path, { headers: { 'If-None-Match': tag } })).status).toBe(304);
      expect(await (await app.request(path, { method: 'HEAD' })).text()).toBe('');
      expect((await app.request(path, { method: 'POST' })).status).toBe(405);
    }
  });

  it('are reported without a failure where the client has them', async () => {
    const reports: RequestReport[] = [];
    const own = testApp({ engine, report: (report) => reports.push(report) });
    const tag = (await own.request('/llms-full.txt')).headers.get('etag') ?? '';
    await own.request('/llms-full.txt', { headers: { 'If-None-Match': tag } });
    expect(reports.at(-1)).toMatchObject({ status: 304 });
    const { code, cause, brokenOff } = reports.at(-1)!;
    expect([code, cause, brokenOff]).toEqual([undefined, undefined, undefined]);
  });

  it('show no text of an error that is not for clients', async () => {
    const own = testApp({
      engine: { ...engine, info: () => Promise.reject(new IbidError('UNSUPPORTED', 'secret /srv/index.db')) },
    });
    for (const path of ['/llms-full.txt', '/a.md']) {
      const { code, message } = (await (await own.request(path)).json()) as Record<string, unknown>;
      expect([path, code, message]).toEqual([path, 'UNSUPPORTED', 'This server does not offer that.']);
    }
  });
});

describe('llms.txt', () => {
  it('links to the Markdown of each page, and each link works', async () => {
    const text = await shown('/llms.txt');
    expect(text).toMatch(/^200 text\/plain; charset=utf-8 # Parrot\n\n> 3 pages of Parrot, as Markdown\.\n/u);
    const links = [...text.matchAll(/\((http:\/\/localhost\/\S+)\)/gu)].map(([, link]) => link!);
    expect(links).toHaveLength(4);
    for (const link of links) expect((await app.request(link)).status).toBe(200);
  });

  it('has a neighbour with all pages in one file', async () => {
    const text = await shown('/llms-full.txt');
    for (const title of ['# Install', '# Settings', '# Hostile']) expect(text).toContain(`\n${title}`);
    expect(text.match(/^url: /gmu)).toHaveLength(3);
  });
});

describe('beside a site', () => {
  it("the site's own files come first, and the list is also served below its base", async () => {
    expect(await shown('/docs/guide/settings.md', {}, served)).toBe(
      '200 text/markdown; charset=utf-8 # As the site has it\n',
    );
    expect(await shown('/docs/llms.txt', {}, served)).toBe(await shown('/llms.txt', {}, served));
  });

  it("the site's pages have one hidden line that leads agents to the list", async () => {
    const page = await served.request('/docs/guide/install');
    expect(page.headers.get('vary')).toContain('Accept');
    const html = await page.text();
    expect(html).toContain('<body class="a>b"><p hidden>For AI agents: <a href="/docs/llms.txt">');
    expect(html.replaceAll(/<meta name="ibid-[^>]*>/gu, '').replace(/<p hidden>.*?<\/p>/u, '')).toBe(HTML);
    expect(html).not.toContain('rel="alternate"');
    await writeFile(join(folder, 'guide/install.html'), html);
    expect(await (await served.request('/docs/guide/install')).text()).toBe(html);
  });

  it('pages of the site name the origin of the index, once, so that the panel opens footnotes here', async () => {
    const atRoot = testApp({
      engine: {
        ...engine,
        pages: async function* () {
          for (const host of ['a', 'b'])
            yield {
              url: `https://${host}.example/${host === 'a' ? '' : 'guide/install'}`,
              title: '',
              locale: '',
              version: '',
              module: '',
              chunks: 1,
            };
        },
      },
      site: { folder, base: '/' },
    });
    const origins = async (path: string): Promise<readonly string[]> => {
      const html = await (await atRoot.request(path)).text();
      return [...html.matchAll(/<meta name="ibid-site" content="([^"]*)">/gu)].map(([, origin]) => origin!);
    };
    await writeFile(join(folder, 'guide/install.html'), HTML);
    await writeFile(join(folder, 'search.html'), HTML);
    expect([await origins('/guide/install'), await origins('/search')]).toEqual([
      ['https://b.example'],
      ['https://a.example'],
    ]);
    await writeFile(join(folder, 'search.html'), await (await atRoot.request('/search')).text());
    expect(await origins('/search')).toEqual(['https://a.example']);
  });

  it('pages of the site name no origin if the index has none of them, for its pages are below another path', async () => {
    const atRoot = testApp({
      engine: {
        ...engine,
        pages: async function* () {
          yield { url: 'https://a.example/book/two', title: '', locale: '', version: '', module: '', chunks: 1 };
        },
      },
      site: { folder, base: '/' },
    });
    await writeFile(join(folder, 'two.html'), HTML);
    expect(await (await atRoot.request('/two')).text()).not.toContain('ibid-site');
  });

  it('indexed pages of the site link to their Markdown, and the links work', async () => {
    const atRoot = testApp({ engine, site: { folder, base: '/' } });
    for (const [file, page] of [
      ['with-head.html', HTML],
      ['without.html', '<!doctype html><title>T</title><body><p>Built'],
    ] as const) {
      await writeFile(join(folder, file), page);
      expect(await (await atRoot.request(`/${file}`)).text()).not.toContain('rel="alternate"');
      await writeFile(join(folder, 'guide/install.html'), page);
      const html = await (await atRoot.request('/guide/install')).text();
      const [, head = '', path = ''] =
        /^(.*)<link rel="alternate" type="text\/markdown" href="([^"]*)">/su.exec(html) ?? [];
      expect([head.includes('<title>'), head.includes('<body')]).toEqual([true, false]);
      expect((await atRoot.request(path)).headers.get('content-type')).toMatch(/^text\/markdown/u);
    }
  });
});
