import { canonicalUrl, invalidConfig } from '@ibid/core';
import { frontMatter, frontMatterText } from '@ibid/core/parse';
import type { Diagnostic, RawPage } from '@ibid/core/types';
import { existsSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { type FolderFile, isWithin, walkFolder } from '../../files/walk-folder.ts';
import { isRecord } from '../../services/json.ts';
import { JEKYLL_CONFIG, MKDOCS_CONFIG, VITEPRESS_FOLDER, VUEPRESS_FOLDER } from '../project-files.ts';
import { markdownHead, type ReadText } from './markdown-file.ts';
import { chaptersIn } from './mdbook-pages.ts';

/** A folder of Markdown, and what the configuration of its generator says about it. */
export interface Project {
  /** Rule for the ids of headings. */
  readonly slugs: NonNullable<RawPage['slugs']>;
  readonly dialect?: RawPage['dialect'];
  /** Folder of the pages, which may be below the given one. */
  readonly pages: string;
  /** Its address, if the configuration gives one. */
  readonly siteUrl?: string | undefined;
  /** Globs of files in it that are not published. */
  readonly exclude?: readonly string[];
  /** Jekyll's pattern for the addresses of the pages, if they are a collection: `/docs/:path/`. */
  readonly permalink?: string;
  /** Folder meant by `@`. */
  readonly sourceRoot: string;
  /** Folders that the paths of MkDocs' includes are tried in, and those whose files may be included although they are hidden. */
  readonly bases: readonly string[];
  /** Included files lie in this folder: the repository if there is one, else that of the configuration. */
  readonly folder: string;
}

/** The project whose configuration lies in the folder, or above it in the same repository; without a repository, right above it. */
export async function projectOf(root: string): Promise<Project> {
  const real = await realpath(root);
  const above = [real];
  while (dirname(above[0]!) !== above[0]) above.unshift(dirname(above[0]!));
  const repository = above.findLast((folder) => existsSync(join(folder, '.git')));
  for (const folder of above.slice(repository === undefined ? -2 : above.indexOf(repository)).toReversed()) {
    const top = repository ?? folder;
    const place = { sourceRoot: folder, folder: top, pages: root };
    const isVitePress = existsSync(join(folder, VITEPRESS_FOLDER));
    if (isVitePress || existsSync(join(folder, VUEPRESS_FOLDER))) {
      const settings = join(folder, isVitePress ? VITEPRESS_FOLDER : VUEPRESS_FOLDER);
      return { ...place, slugs: isVitePress ? 'vitepress' : 'github', bases: await foldersIn(top, [folder, settings]) };
    }
    const mkdocs = await readYaml(join(folder, MKDOCS_CONFIG));
    if (mkdocs !== undefined) {
      const extensions = mkdocs['markdown_extensions'];
      // MkDocs may have another rule set.
      const slugs = 'slugify' in optionsOf(extensions, 'toc') ? 'github' : 'mkdocs';
      const docs = resolve(folder, frontMatterText(mkdocs, 'docs_dir') || 'docs');
      // https://facelessuser.github.io/pymdown-extensions/extensions/snippets/#options, and the folders that others start from.
      const named = stringsIn(optionsOf(extensions, 'pymdownx.snippets')['base_path']);
      const paths = [...named, '.', docs].map((path) => resolve(folder, path));
      const found = { ...place, slugs, dialect: 'python-markdown', bases: await foldersIn(top, paths) } as const;
      const siteUrl = addressOf(frontMatterText(mkdocs, 'site_url'), isWithin(real, docs) ? relative(docs, real) : '');
      if (existsSync(docs) && isWithin(docs, real))
        return { ...found, pages: docs, siteUrl, exclude: excludedBy(mkdocs) };
      return isWithin(real, docs) ? { ...found, siteUrl } : found;
    }
    const jekyll = await readYaml(join(folder, JEKYLL_CONFIG));
    // Jupyter Book and Hexo have files of the same name.
    if (jekyll === undefined || existsSync(join(folder, '_toc.yml')) || 'source_dir' in jekyll) continue;
    const bases = await foldersIn(top, [real, join(real, '_includes'), join(folder, '_includes')]);
    const below = relative(folder, real);
    const permalink = permalinkOf(jekyll, below);
    const address = frontMatterText(jekyll, 'url') + frontMatterText(jekyll, 'baseurl');
    const siteUrl = addressOf(address, permalink === '' ? below : '');
    return { ...place, slugs: 'github', dialect: 'kramdown', bases, siteUrl, permalink };
  }
  // Jekyll needs no configuration.
  const bases = await foldersIn(real, [real, join(real, '_includes')]);
  return { slugs: 'github', sourceRoot: real, bases, folder: real, pages: root };
}

type Config = Readonly<Record<string, unknown>>;

/** YAML is read as front matter is; `undefined` if there is no such file. */
async function readYaml(path: string): Promise<Config | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : frontMatter(`---\n${text.replace(/^---[ \t]*\r?\n/, '')}\n---\n`).data;
}

/** Address of a folder below the site's root; `undefined` if the configuration does not give that. */
function addressOf(site: string, below: string): string | undefined {
  return URL.canParse(site) ? pageUrl(siteRoot(site), below) : undefined;
}

/** Options of an extension or plugin of MkDocs. */
function optionsOf(list: unknown, name: string): Config {
  const all: Config = Object.assign({}, ...[list].flat().filter(isRecord));
  return isRecord(all[name]) ? all[name] : {};
}

function stringsIn(value: unknown): readonly string[] {
  return [value].flat().filter((entry) => typeof entry === 'string');
}

/** `exclude_docs`, and https://github.com/apenwarr/mkdocs-exclude. Patterns above one with `!` may be taken back by it. */
function excludedBy(config: Config): readonly string[] {
  const lines = frontMatterText(config, 'exclude_docs').split(/\s*\n\s*/);
  const certain = lines.slice(lines.findLastIndex((line) => line.startsWith('!')) + 1);
  return [...certain, ...stringsIn(optionsOf(config['plugins'], 'exclude')['glob'])]
    .map((pattern) => pattern.replace(/^#.*|\/$/, ''))
    .filter((pattern) => pattern !== '')
    .map((pattern) => (pattern.includes('/') ? pattern.replace(/^\//, '') : `**/${pattern}`));
}

/** Addresses of a folder that is a collection; `''` for others, and for those with dates: https://jekyllrb.com/docs/permalinks/#collections. */
function permalinkOf({ collections }: Config, folder: string): string {
  const name = folder.replace(/^_/, '');
  const settings = isRecord(collections) && name !== folder ? collections[name] : undefined;
  const pattern = isRecord(settings) ? frontMatterText(settings, 'permalink') || '/:collection/:path' : '';
  const route = pattern.replace(':collection', name).replace(/:output_ext$|\.html$/, '');
  return /:(?!path\b)/.test(route) ? '' : route;
}

/** Real paths of those that lie in the folder, also where links lead. */
async function foldersIn(folder: string, paths: readonly string[]): Promise<readonly string[]> {
  return (await realFolders(paths)).filter((path) => isWithin(path, folder));
}

/** Real paths of those that exist, each once. */
export async function realFolders(paths: readonly string[]): Promise<readonly string[]> {
  const real = await Promise.all(paths.map((path) => realpath(path).catch(() => '')));
  return [...new Set(real.filter((path) => path !== ''))];
}

interface PlainFolder extends Pick<Project, 'slugs' | 'dialect' | 'exclude' | 'permalink'> {
  readonly folder: string;
  /** Address of the folder, with a trailing slash. */
  readonly root: string;
  /** Language of the pages that are in no folder of a translation. */
  readonly locale: string;
}

/**
 * Pages of any Markdown folder. Addresses are paths without ending; `index`, `readme` and Hugo's `_index` get the folder's address. Front
 * matter gives others: `slug` where the generator has it, the `permalink` of Jekyll, VuePress and Eleventy, the `url` of Hugo.
 */
export async function* folderPages(site: PlainFolder, survey: Survey): AsyncGenerator<FoundPage> {
  const options = {
    include: ['**/*.{md,mdx}'],
    exclude: ['**/_*/**', ...NEVER, ...(site.exclude ?? [])],
    report: survey.report,
    signal: survey.signal,
  };
  const files: FolderFile[] = [];
  for await (const file of walkFolder(site.folder, options)) if (PAGE.test(file.path)) files.push(file);
  const localeOf = translations(files.map(({ path }) => path));
  const isHugo = files.some(({ path }) => /(?:^|\/)_index\.md$/.test(path));
  const chapters =
    site.slugs === 'github' && site.dialect === undefined ? await gitBookChapters(files, survey.read) : undefined;
  const rank = ({ path }: FolderFile): number => (chapters?.has(path) === false ? 2 : 0) + Number(README.test(path));
  // If both an index and a readme exist, the first file with an address keeps it.
  for (const file of files.toSorted((a, b) => rank(a) - rank(b))) {
    const head = markdownHead((await survey.read(file.realPath)).text);
    const place = file.path.replace(/\.mdx?$/i, '').replace(/(^|\/)(?:_?index|readme)$/i, '$1');
    const folder = file.path.slice(0, file.path.lastIndexOf('/') + 1);
    const own = head.permalink || (isHugo ? head.url : (site.permalink ?? '').replace(':path', () => place));
    const isNamed = head.slug !== '' && site.dialect === undefined && site.slugs !== 'vitepress';
    const slug = !isNamed ? place : head.slug.startsWith('/') ? head.slug : folder + head.slug;
    // https://gohugo.io/configuration/all/#disablepathtolower
    const route = /^\/[^:{]*$/.test(own) ? belowRoot(own, site.root) : isHugo ? slug.toLowerCase() : slug;
    const url = pageUrl(site.root, route);
    // Hugo and MkDocs publish every page as a folder.
    const isFolder = isHugo || site.dialect === 'python-markdown' || /(?:^|\/)$/.test(route);
    yield {
      url,
      ...(isFolder && !/\.html?$/.test(url) && { base: url.replace(/\/?$/, '/') }),
      realPath: file.realPath,
      sourceFile: file.path,
      format: /\.mdx$/i.test(file.path) ? 'mdx' : 'markdown',
      title: head.title + head.heading === '' ? (chapters?.get(file.path) ?? '') : '',
      locale: localeOf(file.path) ?? site.locale,
      version: '',
      module: moduleOf(route),
      drawn: [],
      dialect: site.dialect,
      slugs: site.slugs,
      skipped: chapters?.has(file.path) === false ? 'summary' : head.skipped,
    };
  }
}

/**
 * Titles of the pages of a GitBook by their files: those that `SUMMARY.md` lists are published
 * (https://gitbook.com/docs/getting-started/git-sync/content-configuration). One that lists less than half of the files has another use.
 */
async function gitBookChapters(files: readonly FolderFile[], read: ReadText) {
  const summary = files.find(({ path }) => path === 'SUMMARY.md');
  if (summary === undefined) return undefined;
  const chapters = new Map(chaptersIn((await read(summary.realPath)).text).map(({ path, title }) => [path, title]));
  const listed = files.filter(({ path }) => chapters.has(path));
  // The home page need not be listed.
  if (!chapters.has('README.md')) chapters.set('README.md', '');
  return listed.length * 2 >= files.length ? chapters : undefined;
}

/** A folder called as a language: `de`, `pt-br`, `zh-Hans`. */
const LANGUAGE_FOLDER = /(?<=^|\/)[a-z]{2}(?:[-_][A-Za-z]{2,4})?(?=\/)/gu;
const LANGUAGES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
/** A folder may be called as a language by chance, and have an index as others do. */
const FEWEST_TRANSLATED = 2;

/**
 * Finds the folders of translations, as Starlight, VitePress, Hugo and MkDocs have them: called as a language, and at least half of their
 * files stand under the same path without this folder or in `en` beside it. Returns the language by path.
 */
function translations(paths: readonly string[]): (path: string) => string | undefined {
  const known = new Set(paths.map(withoutEnding));
  const counts = new Map<string, { files: number; translated: number }>();
  for (const path of paths) {
    for (const { before, rest, name } of languageFolders(path)) {
      const count = counts.get(before + name) ?? { files: 0, translated: 0 };
      const originals = [before + rest, ...(name === 'en' ? [] : [`${before}en/${rest}`])].map(withoutEnding);
      count.files += 1;
      if (originals.some((original) => known.has(original))) count.translated += 1;
      counts.set(before + name, count);
    }
  }
  const isTranslation = (folder: string): boolean => {
    const { files, translated } = counts.get(folder) ?? { files: 0, translated: 0 };
    return translated >= FEWEST_TRANSLATED && translated * 2 >= files;
  };
  return (path) => languageFolders(path).find(({ before, name }) => isTranslation(before + name))?.tag;
}

function languageFolders(path: string) {
  return [...path.matchAll(LANGUAGE_FOLDER)].flatMap(({ 0: name, index }) => {
    const tag = name.replace('_', '-');
    const isKnown = LANGUAGES.of(tag.slice(0, 2)) !== undefined;
    const place = { before: path.slice(0, index), rest: path.slice(index + name.length + 1), name };
    return isKnown ? [{ ...place, tag: Intl.getCanonicalLocales(tag)[0]! }] : [];
  });
}

function withoutEnding(path: string): string {
  return path.replace(/\.mdx?$/iu, '');
}

/** The path below the root of an address that counts from the site's root, of which only a folder may be read: https://jekyllrb.com/docs/permalinks/. */
function belowRoot(path: string, root: string): string {
  const base = new URL(root).pathname;
  const place = path.replace(/(?:^|\/)index\.html$/, '/');
  return `${place}/`.startsWith(base) ? place.slice(base.length) : place;
}

/** Other files that begin with `_` are parts included by pages. */
const PAGE = /(?:^|\/)(?:_index|[^_/][^/]*)\.mdx?$/i;
const README = /(?:^|\/)readme\.mdx?$/i;

/** A page, described by its path and its front matter. */
export interface FoundPage extends Omit<RawPage, 'body' | 'imports' | 'links'> {
  readonly realPath: string;
  /** Reason why the page is not for readers; `''` if it is. */
  readonly skipped: '' | 'draft' | 'unlisted' | 'summary';
}

/** Context for listing any kind of folder. */
export interface Survey {
  readonly read: ReadText;
  readonly report: (diagnostic: Diagnostic) => void;
  readonly signal: AbortSignal | undefined;
}

/** Never read, whatever the site's configuration: libraries, hidden files, and rules for coding agents. */
export const NEVER: readonly string[] = ['**/node_modules/**', '**/.*', '**/.*/**', '**/{AGENTS,CLAUDE,GEMINI}.md'];

/** Origin of the pages of a site without a known address. */
export const UNKNOWN_ORIGIN = 'http://localhost:3000';

/** Address of the site's root with a trailing slash. */
export function siteRoot(address: string): string {
  try {
    const url = canonicalUrl(address);
    return url.endsWith('/') ? url : `${url}/`;
  } catch (cause) {
    throw invalidConfig(`\`siteUrl\` is \`${address}\`; give an address such as \`https://example.org/\`.`, cause);
  }
}

/** The first folder of a page's route below the site's root, the same as in sources of the built site. */
export function moduleOf(...parts: readonly string[]): string {
  const segments = segmentsOf(parts);
  if (/^index\.html?$/.test(segments.at(-1) ?? '')) segments.pop();
  return segments.length > 1 ? segments[0]! : 'root';
}

/** The canonical URL of a page from its site's root and the parts of its route. */
export function pageUrl(root: string, ...parts: readonly string[]): string {
  return canonicalUrl(root + segmentsOf(parts).map(encodeURIComponent).join('/'));
}

function segmentsOf(parts: readonly string[]): string[] {
  return parts.flatMap((part) => part.split('/')).filter((part) => part !== '');
}
