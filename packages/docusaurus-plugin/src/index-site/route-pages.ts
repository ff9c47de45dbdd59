import type { Props, RouteBuildMetadata, RouteConfig } from '@docusaurus/types';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { unversionedDocs } from '../dev/written-pages.ts';
import { belowBase, localeRoot, moduleOf, pageAddress } from '../site/page-address.ts';
import { pageRevision } from './built-source.ts';
import type { BuiltPage } from './page-record.ts';

/** Pages that Docusaurus generates from other pages, or for its own use. */
const LISTS =
  /^@theme\/(?:Debug|NotFound|SearchPage|DocCategoryGeneratedIndexPage|DocTag|BlogListPage|BlogTags|BlogArchivePage|Blog\/Pages\/)/u;
const DOCS_PLUGIN = 'docusaurus-plugin-content-docs';

/** The props of `postBuild` that are used. */
export interface BuiltSite extends Pick<
  Props,
  'siteDir' | 'outDir' | 'baseUrl' | 'siteConfig' | 'i18n' | 'routes' | 'routesPaths' | 'plugins'
> {
  readonly routesBuildMetadata: Readonly<Record<string, RouteBuildMetadata>>;
}

/** Pages of one locale that readers may find, by address: no lists, error or `noindex` pages. `problems`: one sentence per route without a file. */
export async function routePages(
  site: BuiltSite,
): Promise<{ readonly pages: readonly BuiltPage[]; readonly problems: readonly string[] }> {
  const { siteDir, outDir, baseUrl, i18n } = site;
  const root = localeRoot(site);
  const leaves = new Map(leavesOf(site.routes).map((route) => [withoutSlash(route.path), route]));
  const docs = site.plugins.filter(({ name }) => name === DOCS_PLUGIN);
  const unversioned = unversionedDocs(Object.fromEntries(docs.map(({ options, content }) => [options.id, content])));
  const locale = i18n.currentLocale.replaceAll('_', '-');
  const pages: BuiltPage[] = [];
  const problems: string[] = [];
  for (const path of new Set(site.routesPaths)) {
    const route = leaves.get(withoutSlash(path));
    if (isError(path) || site.routesBuildMetadata[path]?.noIndex === true) continue;
    if (route !== undefined && LISTS.test(route.component)) continue;
    const found = await readPage(outDir, belowBase(path, baseUrl));
    if (found === undefined) {
      problems.push(`\`${path}\` has no file in \`${relative(siteDir, outDir)}\` and is left out.`);
      continue;
    }
    const isUnversioned = route?.plugin.name === DOCS_PLUGIN && unversioned.has(route.plugin.id);
    const facts = {
      url: pageAddress(root, path, baseUrl),
      sourceFile: route?.metadata?.sourceFilePath ?? posix(found.file),
      locale,
      version: '',
      module: moduleOf(path, baseUrl),
      unversioned: isUnversioned,
    };
    const revision = pageRevision(facts, found.bytes);
    pages.push({ ...facts, file: posix(relative(siteDir, join(outDir, found.file))), revision });
  }
  return { pages: pages.sort((a, b) => (a.url < b.url ? -1 : 1)), problems };
}

type Leaf = RouteConfig & { readonly plugin: { readonly name: string; readonly id: string } };

/** Child routes inherit the plugin of their parent. */
function leavesOf(routes: readonly RouteConfig[], parent: Leaf['plugin'] = { name: '', id: '' }): readonly Leaf[] {
  return routes.flatMap((route) => {
    const plugin = { ...parent, ...(route as Partial<Leaf>).plugin };
    return route.routes === undefined ? [{ ...route, plugin }] : leavesOf(route.routes, plugin);
  });
}

function isError(path: string): boolean {
  return /(?:^|\/)404(?:\.html|\/)?$/u.test(path);
}

/** Docusaurus writes `a/index.html` or `a.html`, depending on `trailingSlash`. */
async function readPage(
  outDir: string,
  path: string,
): Promise<{ readonly file: string; readonly bytes: Buffer } | undefined> {
  const plain = withoutSlash(decoded(path));
  const names = /\.html?$/iu.test(plain)
    ? [plain]
    : [join(plain, 'index.html'), ...(plain === '' ? [] : [`${plain}.html`])];
  // If both exist, the trailing slash shows which one belongs to the route.
  for (const file of path.endsWith('/') || path === '' ? names : names.toReversed()) {
    const bytes = await readFile(join(outDir, file)).catch(() => undefined);
    if (bytes !== undefined) return { file, bytes };
  }
  return undefined;
}

function withoutSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/u, '') : path;
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

function posix(path: string): string {
  return path.split(sep).join('/');
}
