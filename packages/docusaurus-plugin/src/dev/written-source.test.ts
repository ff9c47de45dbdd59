import type { AllContent, LoadContext } from '@docusaurus/types';
import { parsePage } from '@ibid/core/parse';
import type { LoadedPage, Source } from '@ibid/core/types';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writtenPages } from './written-pages.ts';
import { writtenSource } from './written-source.ts';

let siteDir = '';
beforeEach(async () => {
  siteDir = await mkdtemp(join(tmpdir(), 'ibid-written-'));
});
afterEach(() => rm(siteDir, { recursive: true, force: true }));

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(siteDir, path)), { recursive: true });
  await writeFile(join(siteDir, path), text);
}

function context(locale = 'en', baseUrl = '/'): LoadContext {
  return {
    siteDir,
    baseUrl,
    siteConfig: {
      url: 'https://docs.example.org',
      baseUrl,
      i18n: { localeConfigs: {} },
      markdown: { format: 'mdx', mermaid: true },
    },
    i18n: { currentLocale: locale, defaultLocale: 'en', locales: ['en', 'ur'], localeConfigs: {} },
  } as unknown as LoadContext;
}

const doc = (id: string, permalink: string, source: string, more: object = {}): object => ({
  id,
  permalink,
  source: `@site/${source}`,
  title: id,
  ...more,
});

const content: AllContent = {
  'docusaurus-plugin-content-docs': {
    default: {
      loadedVersions: [
        {
          versionName: 'current',
          isLast: true,
          docs: [
            doc('intro', '/docs/intro', 'docs/intro.mdx'),
            doc('guide/install', '/docs/guide/install/', 'docs/guide/01-install.md'),
            doc('hidden', '/docs/hidden', 'docs/hidden.md', { unlisted: true }),
          ],
        },
        {
          versionName: '1.0',
          isLast: false,
          docs: [doc('intro', '/docs/1.0/intro', 'versioned_docs/version-1.0/intro.md')],
        },
      ],
    },
    community: {
      loadedVersions: [
        { versionName: 'current', isLast: true, docs: [doc('team', '/community/team', 'community/team.md')] },
      ],
    },
  },
  'docusaurus-plugin-content-blog': {
    default: { blogPosts: [{ metadata: doc('', '/blog/first', 'blog/2026-01-01-first.md', { title: 'First' }) }] },
  },
  'docusaurus-plugin-content-pages': {
    default: [
      { type: 'jsx', permalink: '/', source: '@site/src/pages/index.tsx' },
      { type: 'mdx', permalink: '/about/us', source: '@site/src/pages/about/us.mdx' },
    ],
  },
};

test('every Markdown file has the address that Docusaurus gives it, with its version, module and source', () => {
  const pages = writtenPages(context(), content);
  expect(pages.map(({ url, version, module, sourceFile }) => [url, version, module, sourceFile])).toEqual([
    ['https://docs.example.org/about/us', '', 'about', 'src/pages/about/us.mdx'],
    ['https://docs.example.org/blog/first', '', 'blog', 'blog/2026-01-01-first.md'],
    ['https://docs.example.org/community/team', '', 'root', 'community/team.md'],
    ['https://docs.example.org/docs/1.0/intro', '1.0', 'root', 'versioned_docs/version-1.0/intro.md'],
    ['https://docs.example.org/docs/guide/install', 'current', 'guide', 'docs/guide/01-install.md'],
    ['https://docs.example.org/docs/intro', 'current', 'root', 'docs/intro.mdx'],
  ]);
});

test('another locale stands below its base path', () => {
  const translated = {
    'docusaurus-plugin-content-pages': {
      default: [{ type: 'mdx', permalink: '/ur/about', source: '@site/i18n/ur/x/about.mdx' }],
    },
  };
  const [page] = writtenPages(context('ur', '/ur/'), translated);
  expect([page!.url, page!.locale]).toEqual(['https://docs.example.org/ur/about', 'ur']);
});

const intro = (): Source =>
  writtenSource(
    siteDir,
    writtenPages(context(), content).filter(({ url }) => url.endsWith('/docs/intro')),
  );

async function read(source: Source): Promise<{ readonly revision: string; readonly loaded: LoadedPage }> {
  const [entry] = await Array.fromAsync(source.list());
  return { revision: entry!.revision, loaded: await source.load(entry!) };
}

describe('the files are read as they are when they are listed', () => {
  test('an edit, also of an imported part, gives another revision and the new text', async () => {
    await write('docs/intro.mdx', "import Part from './_part.mdx';\n\n# Intro\n\nThe port is 80.\n\n<Part />\n");
    await write('docs/_part.mdx', 'Retries are off.\n');
    const source = intro();
    const first = await read(source);
    expect((await read(source)).revision).toBe(first.revision);
    await write('docs/intro.mdx', "import Part from './_part.mdx';\n\n# Intro\n\nThe port is 8080.\n\n<Part />\n");
    const edited = await read(source);
    expect(edited.revision).not.toBe(first.revision);
    expect(edited.loaded.page!.body).toContain('8080');
    await write('docs/_part.mdx', 'Retries are on.\n');
    const part = await read(source);
    expect(part.revision).not.toBe(edited.revision);
    const { page: parsed } = parsePage(part.loaded.page!);
    expect(JSON.stringify(parsed!.blocks)).toContain('Retries are on.');
  });

  test('what is loaded is what was listed, also when the file has been written since', async () => {
    await write('docs/intro.mdx', '# Intro\n\nBefore.\n');
    const source = intro();
    const [entry] = await Array.fromAsync(source.list());
    await write('docs/intro.mdx', '# Intro\n\nAfter.\n');
    expect((await source.load(entry!)).page!.body).toContain('Before.');
  });

  test('a file that is gone is told as an error of its page', async () => {
    const { loaded } = await read(intro());
    expect(loaded.page).toBeUndefined();
    expect(loaded.diagnostics).toEqual([expect.objectContaining({ severity: 'error', rule: 'markdown:not-read' })]);
  });

  test('a page without a title gets the one that Docusaurus shows', async () => {
    await write('docs/intro.mdx', 'Only text.\n');
    expect((await read(intro())).loaded.page!.title).toBe('intro');
    await write('docs/intro.mdx', '# Its own\n\nText.\n');
    expect((await read(intro())).loaded.page!.title).toBe('');
  });
});
