import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join, posix, relative, resolve, sep } from 'node:path';
import { IbidError } from '@ibid/core';
import type { Diagnostic } from '@ibid/core/types';
import { type FolderFile, walkFolder } from '../../files/walk-folder.ts';
import type { DocsSettings, DocusaurusSettings, FolderSettings } from './docusaurus-settings.ts';
import { type FoundPage, moduleOf, NEVER, pageUrl, siteRoot, type Survey } from './folder-pages.ts';
import { type MarkdownHead, markdownHead } from './markdown-file.ts';

interface DocusaurusSite {
  /** Folder of the configuration. */
  readonly folder: string;
  readonly settings: DocusaurusSettings;
  /** Address of the default locale's root, with a trailing slash. */
  readonly root: string;
  /** The only locales to read. */
  readonly locales: readonly string[];
}

/** Folder, route and name of one version of one docs instance. */
interface Version {
  readonly name: string;
  readonly folder: string;
  readonly route: string;
}

/** All pages that Docusaurus makes from Markdown: docs in all versions, blog posts and pages, in all locales. */
export async function* docusaurusPages(site: DocusaurusSite, survey: Survey): AsyncGenerator<FoundPage> {
  const { settings } = site;
  let folders = 0;
  for (const docs of settings.docs) {
    for (const version of await versionsOf(site, docs)) {
      if (!existsSync(version.folder)) {
        if (docs.named) survey.report(missingFolder(docs.path, version.name));
        continue;
      }
      folders += 1;
      yield* docsPages(site, docs, version, survey);
    }
  }
  for (const [kind, list] of [['blog', settings.blogs] as const, ['pages', settings.pages] as const]) {
    for (const plugin of list) {
      const folder = resolve(site.folder, plugin.path);
      if (!existsSync(folder)) continue;
      folders += 1;
      yield* plainPages(site, kind, plugin, folder, survey);
    }
  }
  if (folders === 0) {
    const looked = [...settings.docs, ...settings.blogs, ...settings.pages].map((plugin) => `\`${plugin.path}\``);
    throw new IbidError(
      'SOURCE_UNAVAILABLE',
      `The folder of pages is missing: none of ${looked.join(', ')} is there; give the folder that holds \`docusaurus.config\`.`,
    );
  }
}

/** A warning only: docs are often copied without other folders of their site, and an index that shrinks much is refused later anyway. */
function missingFolder(path: string, version: string): Diagnostic {
  return {
    severity: 'warning',
    rule: 'markdown:missing-folder',
    message: `The folder \`${path}\` of version \`${version}\`, which \`docusaurus.config\` names, is not there; its pages are left out.`,
    page: path,
  };
}

async function versionsOf(site: DocusaurusSite, docs: DocsSettings): Promise<readonly Version[]> {
  const prefix = docs.id === 'default' ? '' : `${docs.id}_`;
  const listed = docs.versioned ? await readVersions(join(site.folder, `${prefix}versions.json`)) : [];
  const names = docs.includeCurrentVersion || listed.length === 0 ? ['current', ...listed] : listed;
  const last = docs.lastVersion || (listed[0] ?? 'current');
  return names
    .filter((name) => docs.onlyIncludeVersions === undefined || docs.onlyIncludeVersions.includes(name))
    .map((name) => ({
      name,
      folder:
        name === 'current'
          ? resolve(site.folder, docs.path)
          : join(site.folder, `${prefix}versioned_docs`, `version-${name}`),
      route: docs.versionRoutes[name] ?? (name === last ? '' : name === 'current' ? 'next' : name),
    }));
}

async function readVersions(path: string): Promise<readonly string[]> {
  try {
    const names: unknown = JSON.parse(await readFile(path, 'utf8'));
    return Array.isArray(names) ? names.filter((name): name is string => typeof name === 'string') : [];
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return [];
    const message = '`versions.json` cannot be read; fix it, or remove it from a site without versions.';
    throw new IbidError('SOURCE_UNAVAILABLE', message, { cause });
  }
}

function docsPages(
  site: DocusaurusSite,
  docs: DocsSettings,
  version: Version,
  survey: Survey,
): AsyncGenerator<FoundPage> {
  const translated = join(
    pluginFolder('docs', docs.id),
    version.name === 'current' ? 'current' : `version-${version.name}`,
  );
  return pagesOf(site, docs, version.folder, translated, survey, (path, head) => {
    const stripPrefixes = docs.numberPrefixes && head.parseNumberPrefixes;
    const id = head.id || withoutNumberPrefix(basename(path).replace(/\.mdx?$/, ''));
    return {
      route: [docs.route, version.route, docSlug(path, head, stripPrefixes)],
      title: head.title === '' && head.heading === '' ? id : '',
      version: version.name,
      module: docFolder(path, stripPrefixes),
    };
  });
}

function plainPages(
  site: DocusaurusSite,
  kind: 'blog' | 'pages',
  plugin: FolderSettings,
  folder: string,
  survey: Survey,
): AsyncGenerator<FoundPage> {
  return pagesOf(site, plugin, folder, pluginFolder(kind, plugin.id), survey, (path, head) => {
    const post = blogSlug(path);
    const place = path.replace(/\.mdx?$/, '').replace(/(^|\/)index$/, '$1');
    const slug = head.slug || (kind === 'blog' ? post.slug : place);
    return {
      route: [plugin.route, slug],
      title: kind === 'blog' ? head.title || head.heading || post.name : '',
      version: '',
      module: kind === 'pages' ? moduleOf(plugin.route, slug) : plugin.id === 'default' ? 'blog' : plugin.id,
    };
  });
}

/** Folder of a plugin's translations. */
function pluginFolder(kind: string, id: string): string {
  return `docusaurus-plugin-content-${kind}${id === 'default' ? '' : `-${id}`}`;
}

/** The pages of a folder in all locales. `describe` tells what the path and the front matter say. */
async function* pagesOf(
  site: DocusaurusSite,
  plugin: FolderSettings,
  folder: string,
  translated: string,
  survey: Survey,
  describe: (
    path: string,
    head: MarkdownHead,
  ) => Pick<FoundPage, 'title' | 'version' | 'module'> & { readonly route: readonly string[] },
): AsyncGenerator<FoundPage> {
  const originals = await filesOf(folder, plugin, site, survey);
  for (const locale of site.locales) {
    const translations = await translationsOf(site, locale, translated, plugin, survey);
    for (const file of originals) {
      const { realPath, sourceFile } = translations.get(file.path) ?? file;
      const head = markdownHead((await survey.read(realPath)).text);
      const { route, ...described } = describe(file.path, head);
      yield {
        ...described,
        url: pageUrl(localeRoot(site, locale), ...route),
        realPath,
        sourceFile,
        format: formatOf(site, file.path, head),
        locale,
        drawn: site.settings.drawn,
        skipped: head.skipped,
      };
    }
  }
}

interface SiteFile extends FolderFile {
  readonly sourceFile: string;
}

async function filesOf(
  folder: string,
  plugin: FolderSettings,
  site: DocusaurusSite,
  survey: Survey,
): Promise<readonly SiteFile[]> {
  const files: SiteFile[] = [];
  const exclude = [...plugin.exclude, ...NEVER];
  const options = { include: plugin.include, exclude, report: survey.report, signal: survey.signal };
  for await (const file of walkFolder(folder, options)) {
    if (/\.mdx?$/i.test(file.path)) files.push({ ...file, sourceFile: nameOf(folder, site) + file.path });
  }
  return files;
}

/** Prefix of the folder's file names: its path relative to the site, or its own name if it is outside the site. */
function nameOf(folder: string, site: DocusaurusSite): string {
  const path = relative(site.folder, folder).split(sep).join('/');
  if (path === '') return '';
  return path.startsWith('..') ? `${basename(folder)}/` : `${path}/`;
}

/** Translated files by the path of their original; none for the default locale, whose files are the originals. */
async function translationsOf(
  site: DocusaurusSite,
  locale: string,
  path: string,
  plugin: FolderSettings,
  survey: Survey,
): Promise<ReadonlyMap<string, SiteFile>> {
  const { i18nPath, localePaths } = site.settings;
  const folder = resolve(site.folder, i18nPath, localePaths[locale] ?? locale, path);
  if (!existsSync(folder)) return new Map();
  return new Map((await filesOf(folder, plugin, site, survey)).map((file) => [file.path, file]));
}

/** Address of a locale's root: a folder of its name below the site, unless its settings differ. */
function localeRoot({ settings, root }: DocusaurusSite, locale: string): string {
  const own = settings.localeBaseUrls[locale];
  const url = settings.localeUrls[locale];
  const site = new URL(root);
  const base = withSlashes(settings.baseUrl);
  // If the site is published elsewhere than its configuration says, its locales move along.
  const path =
    own === undefined
      ? site.pathname + (locale === settings.defaultLocale ? '' : locale)
      : withSlashes(own).startsWith(base)
        ? site.pathname + withSlashes(own).slice(base.length)
        : own;
  const origin = url !== undefined && URL.canParse(url) ? new URL(url) : site;
  return siteRoot(new URL(withSlashes(path), origin).href);
}

function withSlashes(path: string): string {
  return `/${path}/`.replace(/^\/+|\/+$/g, '/');
}

function formatOf(site: DocusaurusSite, path: string, head: MarkdownHead): 'mdx' | 'markdown' {
  const markdownFormat = head.format || site.settings.markdownFormat;
  if (markdownFormat === 'mdx') return 'mdx';
  return markdownFormat === 'detect' && /\.mdx$/i.test(path) ? 'mdx' : 'markdown';
}

const NOT_A_PREFIX = /^(?:\d{2}|\d{4})[-_.]\d{2}(?:[-_.](?:\d{2}|\d{4}))?.*$|^\d+[-_.]\d+.*$/;
const PREFIX = /^\d+\s*[-_.]+\s*([^-_.\s].*)$/;

/** Removes a number prefix: `02-guide` gives `guide`; `2021-01-02-x` and `7.0-foo` stay. */
function withoutNumberPrefix(name: string): string {
  return NOT_A_PREFIX.test(name) ? name : (PREFIX.exec(name)?.[1] ?? name);
}

/**
 * The address below the version's route; starts with `/`. Number prefixes that only order a sidebar (`01-intro`, `2. usage`) are removed; dates
 * and version numbers stay. A file named `index`, `readme` or like its folder gets the folder's address. A `slug` is absolute or relative to
 * the folder.
 */
function docSlug(path: string, { id, slug }: Pick<MarkdownHead, 'id' | 'slug'>, stripPrefixes: boolean): string {
  const strip = stripPrefixes ? withoutNumberPrefix : (name: string): string => name;
  const { dir, name } = posix.parse(path);
  const folder = dir === '' ? '/' : `/${dir.split('/').map(strip).join('/')}/`;
  if (slug.startsWith('/')) return slug;
  if (slug === '' && isFolderIndex(dir, name)) return folder;
  return posix.resolve(folder, slug || id || strip(name));
}

/** The top folder of a document, as in its id; `root` for a document in no folder. */
function docFolder(path: string, stripPrefixes: boolean): string {
  const end = path.indexOf('/');
  if (end < 0) return 'root';
  const folder = path.slice(0, end);
  return stripPrefixes ? withoutNumberPrefix(folder) : folder;
}

/** True if the file has the address of its folder. */
function isFolderIndex(folder: string, name: string): boolean {
  return ['index', 'readme', posix.basename(folder).toLowerCase()].includes(name.toLowerCase());
}

const DATED = /^(.*?)(\d{4}[-/]\d{1,2}[-/]\d{1,2})[-/]?(.*?)(?:\/index)?\.mdx?$/;

/** Address and name of a blog post by its path; a date at the front becomes folders. */
function blogSlug(path: string): { readonly slug: string; readonly name: string } {
  const match = DATED.exec(path);
  if (match === null) {
    const name = path.replace(/(?:\/index)?\.mdx?$/, '');
    return { slug: `/${name}`, name };
  }
  return { slug: `/${match[2]!.replaceAll('-', '/')}/${match[1]}${match[3]}`, name: match[3]! };
}
