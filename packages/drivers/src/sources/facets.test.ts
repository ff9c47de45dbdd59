import type { Source } from '@ibid/core/types';
import { parsePage } from '@ibid/core/parse';
import { fixtureSitemap, readSource } from '@ibid/testkit';
import { describe, expect, it } from 'vitest';
import { folder, openSite, serve } from './testing/source-fixtures.ts';
import { htmlSource } from './html.ts';
import { markdownSource } from './markdown.ts';

type Files = Readonly<Record<string, string>>;

/** Returns `locale version module` by path. */
async function facetsOf(source: Source): Promise<Readonly<Record<string, string>>> {
  const { loaded } = await readSource(source);
  await source.close();
  const facets = [...loaded].map(([path, { page: raw }]) => {
    const { page } = parsePage(raw!);
    return [path, `${page?.locale} ${page?.version} ${page?.module}`] as const;
  });
  return Object.fromEntries(facets.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Reads the same site as Markdown, as built files and over HTTP, all under `/base/`. */
async function threeWays(source: Files, built: Files): Promise<readonly Readonly<Record<string, string>>[]> {
  // Different words, because a crawl treats pages with the same words as one page.
  const served = Object.entries(built).map(([path, html]) => {
    const route = encodeURI(`/base/${path.replace(/index\.html$/, '')}`);
    return [route, html.replace('Words.', `Words of ${path}.`)] as const;
  });
  const sitemap = fixtureSitemap(served.map(([path]) => `{origin}${path}`));
  const site = await serve({ ...Object.fromEntries(served), '/base/sitemap.xml': sitemap });
  const siteUrl = `${site.origin}/base/`;
  return [
    await facetsOf(markdownSource({ root: await folder(source), siteUrl })),
    await facetsOf(htmlSource({ root: await folder(built), siteUrl })),
    await facetsOf(openSite(site, { path: '/base/' })),
  ];
}

/** Head and classes as built by Docusaurus 3.10. */
function docusaurus(locale: string, classes: string, crumb = ''): string {
  const version = /docs-version-(\S+)/.exec(classes)?.[1];
  const named = version === undefined ? '' : `<meta name="docusaurus_version" content="${version}">`;
  return `<!doctype html><html lang="${locale}" dir="ltr" class="${classes}"><head><meta name="generator" content="Docusaurus v3.10.2">
    <meta name="docusaurus_locale" content="${locale}">${named}<title>Page | Site</title></head><body><main><article>
    <nav class="theme-doc-breadcrumbs"><ul class="breadcrumbs"><li><span class="breadcrumbs__link">${crumb}</span></li></ul></nav>
    <div class="theme-doc-markdown markdown"><h1>Page</h1><p>Words.</p></div></article></main></body></html>`;
}

const DOCS = 'docs-wrapper plugin-docs plugin-id-default';
const PAGES = 'mdx-wrapper mdx-page plugin-pages plugin-id-default';
const POST = 'blog-wrapper blog-post-page plugin-blog';

function builtLocale(locale: string, prefix: string): Files {
  return {
    [`${prefix}about/index.html`]: docusaurus(locale, PAGES),
    [`${prefix}more/index.html`]: docusaurus(locale, PAGES),
    [`${prefix}more/sub/index.html`]: docusaurus(locale, PAGES),
    [`${prefix}blog/2024/03/05/hello/index.html`]: docusaurus(locale, `${POST} plugin-id-default`),
    [`${prefix}news/2024/05/05/c/index.html`]: docusaurus(locale, `${POST} plugin-id-changes`),
    [`${prefix}docs/intro/index.html`]: docusaurus(locale, `${DOCS} docs-version-1.0 docs-doc-page docs-doc-id-intro`),
    [`${prefix}docs/next/intro/index.html`]: docusaurus(
      locale,
      `${DOCS} docs-version-current docs-doc-page docs-doc-id-intro`,
    ),
    [`${prefix}docs/next/core/index.html`]: docusaurus(
      locale,
      `${DOCS} docs-version-current docs-doc-page docs-doc-id-core/index`,
      'The very core',
    ),
    [`${prefix}docs/next/ros-2/a/index.html`]: docusaurus(
      locale,
      `${DOCS} docs-version-current docs-doc-page docs-doc-id-ros-2/a`,
      'ROS 2',
    ),
    [`${prefix}docs/next/elsewhere/here/index.html`]: docusaurus(
      locale,
      `${DOCS} docs-version-current docs-doc-page docs-doc-id-core/moved`,
    ),
  };
}

describe('facets do not depend on the way a page came (R21)', () => {
  it('for a Docusaurus site with locales, versions, labels, two blogs and pages', async () => {
    const [markdown, html, site] = await threeWays(
      {
        'docusaurus.config.js': `export default {
          url: 'https://example.org', baseUrl: '/base/', i18n: { defaultLocale: 'en', locales: ['en', 'zh-CN'] },
          presets: ['classic'], plugins: [['@docusaurus/plugin-content-blog', { id: 'changes', path: 'changes', routeBasePath: 'news' }]] }`,
        'versions.json': '["1.0"]',
        'versioned_docs/version-1.0/intro.md': '# Page\n\nWords.',
        'docs/intro.md': '# Page\n\nWords.',
        'docs/02-core/_category_.json': '{ "label": "The very core" }',
        'docs/02-core/index.md': '# Page\n\nWords.',
        'docs/02-core/moved.md': '---\nslug: /elsewhere/here\n---\n# Page\n\nWords.',
        'docs/ros-2/_category_.yml': 'label: ROS 2',
        'docs/ros-2/a.mdx': '# Page\n\nWords.',
        'blog/2024-03-05-hello.md': '# Page\n\nWords.',
        'changes/2024-05-05-c.md': '# Page\n\nWords.',
        'src/pages/about.md': '# Page\n\nWords.',
        'src/pages/more/index.mdx': '# Page\n\nWords.',
        'src/pages/more/sub.md': '# Page\n\nWords.',
      },
      { ...builtLocale('en', ''), ...builtLocale('zh-CN', 'zh-CN/') },
    );
    expect(Object.entries(markdown!).slice(0, 10)).toEqual([
      ['/base/about', 'en  root'],
      ['/base/blog/2024/03/05/hello', 'en  blog'],
      ['/base/docs/intro', 'en 1.0 root'],
      ['/base/docs/next/core', 'en current core'],
      ['/base/docs/next/elsewhere/here', 'en current core'],
      ['/base/docs/next/intro', 'en current root'],
      ['/base/docs/next/ros-2/a', 'en current ros-2'],
      ['/base/more', 'en  root'],
      ['/base/more/sub', 'en  more'],
      ['/base/news/2024/05/05/c', 'en  changes'],
    ]);
    expect(Object.keys(markdown!)).toHaveLength(20);
    expect(html).toEqual(markdown);
    expect(site).toEqual(markdown);
  });

  it('for an mdBook with parts and folders', async () => {
    const page =
      '<!doctype html><html lang="de" class="light"><head><title>Page - Book</title></head><body><div id="page-wrapper"><div id="content" class="content"><main><h1 id="page">Page</h1><p>Words.</p></main></div></div></body></html>';
    const [markdown, html, site] = await threeWays(
      {
        'book.toml': '[book]\nlanguage = "de"\n',
        'src/SUMMARY.md':
          '# Summary\n\n[Preface](preface.md)\n\n# Part one\n\n- [A](a/README.md)\n  - [B](a/b.md)\n- [Ü](über/ü.md)\n',
        'src/preface.md': '# Page\n\nWords.',
        'src/a/README.md': '# Page\n\nWords.',
        'src/a/b.md': '# Page\n\nWords.',
        'src/über/ü.md': '# Page\n\nWords.',
      },
      { 'preface.html': page, 'a/index.html': page, 'a/b.html': page, 'über/ü.html': page },
    );
    expect(markdown).toEqual({
      '/base/a': 'de  root',
      '/base/a/b.html': 'de  a',
      '/base/preface.html': 'de  root',
      '/base/%C3%BCber/%C3%BC.html': 'de  über',
    });
    expect(html).toEqual(markdown);
    expect(site).toEqual(markdown);
  });
});
