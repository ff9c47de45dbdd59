import { gunzipSync } from 'node:zlib';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../call.ts';
import type { RequestReport, SiteOptions } from '../app-options.ts';
import { testApp } from '../testing/test-app.ts';
import { siteFolder, type SiteFolder } from './testing/site-folder.ts';

let folder: SiteFolder;
let app: App;
const reports: RequestReport[] = [];

function appOf(site: Partial<SiteOptions> = {}): App {
  return testApp({
    engine: { page: async () => undefined },
    site: { folder: folder.root, base: '/', ...site },
    report: (entry) => reports.push(entry),
  });
}

beforeAll(async () => {
  folder = await siteFolder();
  app = appOf();
});
afterAll(() => folder[Symbol.asyncDispose]());

async function titleAt(path: string, of: App = app): Promise<string> {
  const response = await of.request(path);
  const text = await response.text();
  const location = response.headers.get('location');
  return `${response.status} ${location ?? /<title>(.*?)<\/title>/u.exec(text)?.[1] ?? text}`;
}

async function header(name: string, path: string): Promise<string | null> {
  return (await app.request(path)).headers.get(name);
}

describe('a site is served as static hosts serve it', () => {
  it.each([
    ['its home', '/', '200 Home'],
    ['a file by its name', '/index.html', '200 Home'],
    ['a page of a folder', '/docs/intro/', '200 Intro'],
    ['a page of a folder without its slash', '/docs/intro', '301 ./intro/'],
    ['the same with a question', '/docs/intro?q=a%20b&x=//evil.example', '301 ./intro/?q=a%20b&x=//evil.example'],
    ['a page of a file', '/docs/flat', '200 Flat'],
    ['a page of a file with a slash too much', '/docs/flat/', '301 ../flat'],
    ['a page of a file by its name', '/docs/flat.html', '200 Flat'],
    ['a page that is both', '/docs/both', '200 Both, flat'],
    ['the folder of a page that is both', '/docs/both/', '200 Both, folder'],
    ['a name of another script', '/docs/%D8%B1%D9%88%D8%A8%D9%88%D9%B9/', '200 Robot'],
    ['such a name without its slash', '/docs/روبوٹ', '301 ./%D8%B1%D9%88%D8%A8%D9%88%D9%B9/'],
    ['a name with spaces', '/docs/a%20b', '200 Spaces'],
    ['a link inside the site', '/manual/intro/', '200 Intro'],
    ['what is not there', '/docs/nothing', '404 Nothing here'],
    ['what is not there in another language', '/ur/nothing', '404 یہاں کچھ نہیں'],
    ['a file as if it were a folder', '/index.html/', '404 Nothing here'],
    ['a folder without a page', '/img/', '404 Nothing here'],
  ])('%s', async (_, path, shown) => {
    expect(await titleAt(path)).toBe(shown);
  });

  it('redirects never lead to another host', async () => {
    for (const path of ['//evil.example/docs/intro', '/docs//evil.example', '/\\evil.example', '/docs/intro//']) {
      expect(await titleAt(path)).toBe('404 Nothing here');
    }
  });

  it('each file has its type', async () => {
    expect(await header('content-type', '/docs/flat')).toBe('text/html; charset=utf-8');
    expect(await header('content-type', '/assets/js/main.d563ae95.js')).toBe('text/javascript; charset=utf-8');
    expect(await header('content-type', '/img/logo.svg')).toBe('image/svg+xml; charset=utf-8');
    expect(await header('content-type', '/img/photo.png')).toBe('image/png');
    expect(await header('content-type', '/.well-known/security.txt')).toBe('text/plain; charset=utf-8');
  });

  it('methods that would change it are refused', async () => {
    const response = await app.request('/docs/intro/', { method: 'POST' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(await response.json()).toMatchObject({ code: 'METHOD_NOT_ALLOWED' });
    expect((await app.request('/docs/nothing', { method: 'DELETE' })).status).toBe(404);
  });

  it('HEAD returns the headers alone', async () => {
    const response = await app.request('/docs/intro/', { method: 'HEAD' });
    const whole = await (await app.request('/docs/intro/')).text();
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(whole)));
  });

  it('metrics and log have one name for all of its paths', async () => {
    reports.length = 0;
    for (const path of ['/docs/intro/', '/docs/intro', '/docs/flat']) await app.request(path);
    expect(reports.map(({ route }) => route)).toEqual(['/{site}', '/{site}', '/{site}']);
  });
});

describe('a site beside the built-in pages', () => {
  it('takes precedence over them, but never over an endpoint', async () => {
    await folder.write({ 'docs.html': '<title>Not ours</title>', 'read/x.html': '<title>Not ours either</title>' });
    expect(await titleAt('/docs')).toBe('200 Not ours');
    expect(await titleAt('/read/x')).toBe('200 Not ours either');
    expect(await titleAt('/read/y')).toMatch(/^404 Not in the index/u);
    expect(await titleAt('/ask')).toBe('200 Ask the docs · Ibid');
    expect(await titleAt('/api/docs')).toBe('200 Ibid · API');
    expect((await app.request('/health')).status).toBe(200);
    for (const path of ['/query', '/api/ask']) {
      const response = await app.request(path);
      expect([response.status, await response.json()]).toMatchObject([405, { code: 'METHOD_NOT_ALLOWED' }]);
    }
  });

  it('may have pages below `/api`, but API calls get API replies', async () => {
    expect(await titleAt('/api/reference/')).toBe('200 Reference');
    const response = await app.request('/api/nothing');
    expect([response.status, await response.json()]).toMatchObject([404, { code: 'NOT_FOUND' }]);
  });

  it('is optional: without one the question page is served', async () => {
    expect(await titleAt('/', testApp({ engine: {} }))).toBe('200 Ask the docs · Ibid');
  });
});

describe('a site that may have been built as a static one', () => {
  it("gets the API's tag in the head of each page and in no other file", async () => {
    const meta = '<meta name="ibid-api" content="here">';
    await folder.write({ 'whole.html': '<!doctype html><title>Whole</title><body><p>Text' });
    for (const _ of ['as it was built', 'as it was served']) {
      const html = await (await app.request('/whole')).text();
      expect(html.split('<body>')[0]).toBe(`<!doctype html><title>Whole</title>${meta}`);
      await folder.write({ 'whole.html': html });
    }
    expect(await (await app.request('/assets/js/main.d563ae95.js')).text()).not.toContain('ibid-api');
  });

  it.each([
    ['head-alone.html', '<!doctype html><html lang="a>b"><head><title>T</title>', '</head><h1>T</h1></html>'],
    ['open-head.html', '<!doctype html>\n<html><head>', '<title>T</title><h1>T</h1>'],
    ['bare.html', '<!DOCTYPE html>', '<title>T</title><script src="/ibid/ibid-ask.js"></script><main>Text</main>'],
    ['commented.html', '<!-- made by hand --><!doctype html><html data-x="1">', '<title>T</title><p>Text'],
    ['older.html', '', '<title>T</title><p>Text</p>'],
  ])('gets the tag in a page without a `body` tag: %s', async (name, before, after) => {
    await folder.write({ [name]: before + after });
    const html = await (await app.request(`/${name}`)).text();
    expect(html.startsWith(`${before}<meta name="ibid-api" content="here">`)).toBe(true);
    expect(html).toMatch(/(?:<h1>T<\/h1>|Text).*<p hidden>For AI agents:/u);
  });

  it('gets its HTML fragments unchanged', async () => {
    await folder.write({ 'piece.html': '<li>One</li><li>Two</li>' });
    expect(await (await app.request('/piece.html')).text()).toBe('<li>One</li><li>Two</li>');
  });

  it('gets the tag in the head, not in a script or comment with the same characters', async () => {
    const meta = '<meta name="ibid-api" content="here">';
    const traps = `<!-- </head> ${meta} --><script>const end = "</head>";</script>`;
    await folder.write({ 'traps.html': `<html><head>${traps}</head><body>Text</body></html>` });
    const html = await (await app.request('/traps')).text();
    expect(html.startsWith(`<html><head>${traps}${meta}`)).toBe(true);
  });
});

describe('a site below a path', () => {
  it('is served there alone, and the root redirects to it', async () => {
    const below = appOf({ base: '/guide/' });
    expect(await titleAt('/guide/', below)).toBe('200 Home');
    expect(await titleAt('/guide', below)).toBe('301 ./guide/');
    expect(await titleAt('/guide/docs/intro', below)).toBe('301 ./intro/');
    expect(await titleAt('/', below)).toBe('302 ./guide/');
    expect(await titleAt('/docs/intro/', below)).toBe('404 Nothing here');
    expect(await titleAt('/guidebook', below)).toBe('404 Nothing here');
    expect(await titleAt('/guide/ur/nothing', below)).toBe('404 یہاں کچھ نہیں');
  });
});

describe('a site that is rebuilt', () => {
  it('is served at once, even if incomplete, and reported while it is missing', async () => {
    await using other = await siteFolder();
    const served = testApp({ engine: {}, site: { folder: other.root, base: '/' } });
    expect(await titleAt('/', served)).toBe('200 Home');
    await other.remove();
    for (const path of ['/', '/docs/intro']) {
      const response = await served.request(path);
      expect([response.status, await response.json()]).toMatchObject([503, { code: 'SOURCE_UNAVAILABLE' }]);
    }
    expect(await titleAt('/ask', served)).toBe('200 Ask the docs · Ibid');
    await other.write({ 'index.html': '' });
    expect(await titleAt('/', served)).toBe('200 ');
    expect((await served.request('/docs/intro')).status).toBe(404);
    await other.write({ 'index.html': '<title>New home</title>', '404.html': '<title>Gone</title>' });
    expect([await titleAt('/', served), await titleAt('/x', served)]).toEqual(['200 New home', '404 Gone']);
  });

  it('is recognised as changed by content, whatever the file times', async () => {
    await using other = await siteFolder();
    const served = testApp({ engine: {}, site: { folder: other.root, base: '/' } });
    const put = async (content: string): Promise<string> => {
      await other.write({ 'page.html': content });
      await utimes(join(other.root, 'page.html'), 1_000, 1_000);
      return (await served.request('/page')).headers.get('etag')!;
    };
    const [one, two, again] = [await put('<p>a</p>'), await put('<p>b</p>'), await put('<p>a</p>')];
    expect(two).not.toBe(one);
    expect(again).toBe(one);
  });
});

describe('cached files', () => {
  it('are not sent again, and the reply has the policy for their scripts', async () => {
    const first = await app.request('/docs/intro/');
    const tag = first.headers.get('etag')!;
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await app.request('/docs/intro/', { headers: { 'If-None-Match': known } });
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
      expect(again.headers.get('content-security-policy')).toBe(first.headers.get('content-security-policy'));
    }
    const other = await app.request('/docs/intro/', { headers: { 'If-None-Match': '"other"' } });
    expect(other.status).toBe(200);
  });

  it('are never used for a missing page', async () => {
    const response = await app.request('/nothing', { headers: { 'If-None-Match': '*' } });
    expect(response.status).toBe(404);
  });

  it('may be cached forever if their name has a content hash', async () => {
    expect(await header('cache-control', '/assets/js/main.d563ae95.js')).toBe('public, max-age=31536000, immutable');
    expect(await header('cache-control', '/docs/intro/')).toBe('no-cache');
    expect(await header('cache-control', '/nothing')).toBe('no-cache');
    expect(await header('cache-control', '/docs/intro')).toBe('no-cache');
  });

  it('are compressed for clients that support it, with an ETag of their own', async () => {
    const path = '/assets/js/main.d563ae95.js';
    const plain = await app.request(path);
    const bytes = Buffer.from(await plain.arrayBuffer());
    const response = await app.request(path, { headers: { 'Accept-Encoding': 'gzip, br' } });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    for (const each of [plain, response]) expect(each.headers.get('vary')).toBe('Accept-Encoding');
    const body = Buffer.from(await response.arrayBuffer());
    expect(body.length).toBeLessThan(bytes.length);
    expect(gunzipSync(body)).toEqual(bytes);
    const tag = response.headers.get('etag')!;
    expect(tag).toBe(`W/${plain.headers.get('etag')!}`);
    const known = { 'If-None-Match': tag, 'Accept-Encoding': 'gzip' };
    expect((await app.request(path, { headers: known })).status).toBe(304);
    const picture = await app.request('/img/photo.png', { headers: { 'Accept-Encoding': 'gzip' } });
    expect([picture.headers.get('content-encoding'), picture.headers.get('vary')]).toEqual([null, null]);
  });

  it('are streamed if they are large', async () => {
    const film = Buffer.alloc(5_000_000, 'film');
    await folder.write({ 'film.mp4': film });
    const response = await app.request('/film.mp4', { headers: { 'Accept-Encoding': 'br' } });
    expect(response.headers.get('content-length')).toBe('5000000');
    expect(Buffer.from(await response.arrayBuffer()).equals(film)).toBe(true);
    const tag = response.headers.get('etag')!;
    expect((await app.request('/film.mp4', { headers: { 'If-None-Match': tag } })).status).toBe(304);
    const head = await app.request('/film.mp4', { method: 'HEAD' });
    expect([await head.text(), head.headers.get('content-length')]).toEqual(['', '5000000']);
  });
});

describe('the policy of a site', () => {
  it("allows the page's inline scripts by hash, and no other script or connection", async () => {
    const policy = (await app.request('/docs/intro/')).headers.get('content-security-policy')!;
    const rules = Object.fromEntries(
      policy.split('; ').map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1).join(' ')]),
    );
    expect(rules).toMatchObject({
      'default-src': "'self'",
      'connect-src': "'self'",
      'object-src': "'none'",
      'frame-ancestors': "'self'",
    });
    expect(rules['script-src']).toBe("'self' 'wasm-unsafe-eval' 'sha256-Zlljt19yTkK31TrPd+41ZSjlKqi/L/AISB92l8D6qSQ='");
    const missing = await app.request('/nothing');
    expect(missing.headers.get('content-security-policy')).toBe(policy);
    const script = await app.request('/assets/js/main.d563ae95.js');
    expect(script.headers.get('content-security-policy')).not.toContain('sha256');
  });

  it('does not loosen the policy of built-in pages', async () => {
    for (const path of ['/ask', '/api/docs', '/read/y', '/api/nothing', '/health']) {
      expect((await app.request(path)).headers.get('content-security-policy')).toMatch(/^default-src 'none'; /u);
    }
  });

  it('is not sent if the owner sends one', async () => {
    const bare = appOf({ headers: false });
    const { headers } = await bare.request('/docs/intro/');
    expect([...headers.keys()].filter((name) => /policy|frame|sniff|x-content/u.test(name))).toEqual([]);
    expect((await bare.request('/ask')).headers.get('content-security-policy')).toMatch(/^default-src 'none'; /u);
  });
});
