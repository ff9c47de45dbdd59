import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { Settings } from './config.ts';
import { openSite, type SiteFlags } from './open-site.ts';
import { servedLines } from './commands/serve.ts';
import { openWorkplace, type Workplace } from './testing/run-ibid.ts';

const GENERATOR = '<meta name="generator" content="Docusaurus v3.10.2">';

let place: Workplace;

beforeAll(async () => {
  place = await openWorkplace();
  await place.write({
    'root/index.html': `${GENERATOR}<script src="/assets/js/main.1a2b3c4d.js" defer></script>`,
    'below/404.html': `<meta name=generator content="Docusaurus v3.10.2"><script src=/guide/v2/assets/js/main.1a2b3c4d.js></script>`,
    'other/index.html': '<script src="/elsewhere/assets/js/app.js"></script>',
    'canonical/index.html': '<link rel="canonical" href="https://pump.github.io/manual/">',
    'sphinx/index.html': '<link href=https://docs.example.org/en/v1.2/index.html rel=canonical>',
    'moved/index.html':
      '<meta http-equiv="refresh" content="0;url=/en/"><link rel="canonical" href="https://docs.example.org/en/">',
    'moved/en/index.html': '',
    'rooted/index.html':
      '<link rel="canonical" href="https://docs.example.org/manual/"><script src="/assets/app.js"></script>',
    'comment/index.html': '<!-- <link rel="canonical" href="https://docs.example.org/old/"> -->',
    'host/index.html': '<link rel="canonical" href="https://docs.example.org">',
    'bare/index.html': `${GENERATOR}<p>No bundle yet.</p>`,
    'empty/.keep': '',
    'bundle/ibid-ask.js': '',
    'hidden/query.html': '',
    'hidden/docs/index.html': '',
    'hidden/ask/index.html': '',
    'hidden/agent/ask.html': '',
    'hidden/fine/query.html': '',
    file: 'no folder',
  });
});
afterAll(() => place[Symbol.asyncDispose]());

function baseOf(flags: SiteFlags, settings: Partial<Settings> = {}): Promise<string | undefined> {
  const named = flags.site === undefined ? flags : { ...flags, site: join(place.path, flags.site) };
  return openSite(named, { settings: settings as Settings }).then((site) => site?.base);
}

describe('the site that is served', () => {
  it.each([
    ['root', '/'],
    ['below', '/guide/v2/'],
    ['other', '/'],
    ['canonical', '/manual/'],
    ['sphinx', '/en/v1.2/'],
    ['moved', '/'],
    ['rooted', '/'],
    ['comment', '/'],
    ['host', '/'],
    ['bare', '/'],
    ['empty', '/'],
  ])('in `%s` is published below %s, as it was built', async (site, base) => {
    expect(await baseOf({ site })).toBe(base);
  });

  it.each([
    ['/docs/', '/docs/'],
    ['docs', '/docs/'],
    ['/a/b.c', '/a/b.c/'],
    ['/', '/'],
    ['', '/'],
    ['//evil.example', '/evil.example/'],
  ])('is published where its owner says: %j', async (siteBase, base) => {
    expect(await baseOf({ site: 'below', siteBase })).toBe(base);
    expect(await baseOf({ site: 'below' }, { siteBase })).toBe(base);
  });

  it.each(['/a b/', '/../', 'https://docs.example.org/x', '/a?b', '/%2e'])(
    'is not published at %s',
    async (siteBase) => {
      await expect(baseOf({ site: 'root', siteBase })).rejects.toMatchObject({
        code: 'INVALID_CONFIG',
        message: expect.stringContaining(`\`${siteBase}\` is no path`),
      });
    },
  );

  it.each(['nowhere', 'file'])('is a folder, which `%s` is not', async (site) => {
    await expect(baseOf({ site })).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining('Build the site first'),
    });
  });

  it('is none unless one is named, and the command line wins', async () => {
    expect(await baseOf({})).toBeUndefined();
    const settings = { site: join(place.path, 'below'), server: { siteHeaders: false } };
    expect(await baseOf({}, settings)).toBe('/guide/v2/');
    expect(await baseOf({ site: 'root' }, settings)).toBe('/');
    expect(await openSite({}, { settings: settings as Settings })).toMatchObject({ headers: false });
  });
});

test('a server names what it serves, and pages of the site that nobody can see', () => {
  const url = 'http://127.0.0.1:1';
  const paths = ['/*', '/', '/docs', '/query', '/ask', '/agent/ask', '/agent/:id', '/fine'];
  const lines = (base: string): readonly string[] =>
    servedLines({ url, site: { folder: join(place.path, 'hidden'), base }, widgetFolder: undefined, paths });
  expect(lines('/').map((line) => line.trim().replace(/from .*/u, 'from …'))).toEqual([
    'site    http://127.0.0.1:1/  from …',
    'ask     http://127.0.0.1:1/ask',
    'API     http://127.0.0.1:1/api/docs',
    'panel   is not built; run `npm run build`',
    "The site's page at /agent/ask is hidden: Ibid answers there.",
    "The site's page at /ask is hidden: Ibid answers there.",
    "The site's page at /query is hidden: Ibid answers there.",
  ]);
  expect(lines('/guide/')).toHaveLength(4);
  const bare = servedLines({ url, site: undefined, widgetFolder: join(place.path, 'bundle'), paths });
  expect(bare[0]).toBe('  ask     http://127.0.0.1:1/');
  expect(bare.at(-1)).toContain('<script type="module" src="http://127.0.0.1:1/widget/ibid-ask.js"></script>');
});
