import type { Props } from '@docusaurus/types';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BuiltSite } from '../index-site/route-pages.ts';

export interface SiteRecipe {
  readonly trailingSlash?: boolean | undefined;
  readonly baseUrl?: string;
  /** The locale that is built; `en` is the default locale, `ur` the other. */
  readonly locale?: 'en' | 'ur';
  /** Like `docusaurus build --locale <locale>`. */
  readonly isAlone?: boolean;
  /** `i18n.localeConfigs` of this locale. */
  readonly localeConfig?: { readonly url?: string; readonly baseUrl?: string };
}

const URL_OF_SITE = 'https://docs.example.org';

/** Pages of a small site: path below the base, source, plugin. */
const PAGES = [
  { path: '', source: 'src/pages/index.mdx', plugin: 'docusaurus-plugin-content-pages' },
  { path: 'docs/intro', source: 'docs/intro.md', plugin: 'docusaurus-plugin-content-docs' },
  { path: 'docs/guide/install', source: 'docs/guide/install.md', plugin: 'docusaurus-plugin-content-docs' },
  { path: 'docs/1.0/intro', source: 'versioned_docs/version-1.0/intro.md', plugin: 'docusaurus-plugin-content-docs' },
  { path: 'blog/first', source: 'blog/first.md', plugin: 'docusaurus-plugin-content-blog' },
] as const;

const LISTS = [
  ['docs/tags', '@theme/DocTagsListPage'],
  ['docs/category/guide', '@theme/DocCategoryGeneratedIndexPage'],
  ['blog', '@theme/BlogListPage'],
  ['blog/archive', '@theme/BlogArchivePage'],
  ['search', '@theme/SearchPage'],
] as const;

/** Writes a built site below `siteDir/build` like Docusaurus, and returns the props of `postBuild`. */
export async function builtSite(siteDir: string, recipe: SiteRecipe = {}): Promise<BuiltSite> {
  const { trailingSlash, locale = 'en', isAlone = false, localeConfig = {} } = recipe;
  const siteBase = recipe.baseUrl ?? '/';
  const inferred = locale === 'en' || isAlone ? siteBase : `${siteBase}${locale}/`;
  const baseUrl = localeConfig.baseUrl ?? inferred;
  const outDir = join(siteDir, 'build', baseUrl.replace(siteBase, '/'));
  const routeOf = (path: string): string => baseUrl + path + (trailingSlash === true && path !== '' ? '/' : '');
  const write = async (path: string, title: string): Promise<void> => {
    const isFile = trailingSlash === false && path !== '';
    const file = join(outDir, isFile ? `${path}.html` : join(path, 'index.html'));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, html(title, locale));
  };
  const leaf = (path: string, component: string, source?: string): object => ({
    path: routeOf(path),
    component,
    exact: true,
    ...(source === undefined ? {} : { metadata: { sourceFilePath: source } }),
  });
  for (const { path } of PAGES) await write(path, path || 'home');
  for (const [path] of LISTS) await write(path, path);
  await write('docs/hidden', 'hidden');
  await mkdir(outDir, { recursive: true });
  await writeFile(join(outDir, '404.html'), html('missing', locale));

  const routes = [
    ...PAGES.map(({ path, source, plugin }) => ({
      path: routeOf(path),
      component: '@theme/Root',
      plugin: { name: plugin, id: 'default' },
      routes: [leaf(path, '@theme/Item', source)],
    })),
    ...LISTS.map(([path, component]) => leaf(path, component)),
    leaf('docs/hidden', '@theme/DocItem', 'docs/hidden.md'),
  ];
  const paths = [...PAGES.map(({ path }) => path), ...LISTS.map(([path]) => path), 'docs/hidden'].map(routeOf);
  const versions = [
    { versionName: 'current', isLast: true },
    { versionName: '1.0', isLast: false },
  ];
  return {
    siteDir,
    outDir,
    baseUrl,
    siteConfig: {
      url: localeConfig.url ?? URL_OF_SITE,
      baseUrl,
      trailingSlash,
      i18n: { defaultLocale: 'en', locales: ['en', 'ur'], path: 'i18n', localeConfigs: { [locale]: localeConfig } },
    } as unknown as Props['siteConfig'],
    i18n: { defaultLocale: 'en', locales: ['en', 'ur'], currentLocale: locale, path: 'i18n', localeConfigs: {} },
    routes: routes as unknown as Props['routes'],
    routesPaths: ['/404.html', ...paths],
    plugins: [
      { name: 'docusaurus-plugin-content-docs', options: { id: 'default' }, content: { loadedVersions: versions } },
    ] as unknown as Props['plugins'],
    routesBuildMetadata: { [routeOf('docs/hidden')]: { noIndex: true } },
  };
}

function html(title: string, locale: string): string {
  return `<!doctype html><html lang=${locale}><head><meta name=generator content="Docusaurus v3.10.2"><title>${title}</title><script src=/assets/js/main.0123abcd.js defer></script></head><body><main><article><div class="theme-doc-markdown markdown"><h1>${title}</h1><p>What ${title} says.</p></div></article></main></body></html>`;
}
