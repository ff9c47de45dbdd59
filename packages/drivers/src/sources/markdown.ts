import { IbidError } from '@ibid/core';
import type { Diagnostic, Source } from '@ibid/core/types';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { folderId, isWithin } from '../files/walk-folder.ts';
import { fileSource, notRead, sameAddress, throwIfAborted } from './common.ts';
import { docusaurusPages } from './markdown/docusaurus-pages.ts';
import { docusaurusSettings, type DocusaurusSettings } from './markdown/docusaurus-settings.ts';
import {
  folderPages,
  type FoundPage,
  type Project,
  projectOf,
  realFolders,
  siteRoot,
  type Survey,
  UNKNOWN_ORIGIN,
} from './markdown/folder-pages.ts';
import {
  addLabels,
  cachedReader,
  type ImportScope,
  type Labels,
  type LinkScope,
  readTextFile,
  type ReadText,
  resolveImports,
  resolveLinks,
  withLabels,
} from './markdown/markdown-file.ts';
import { mdbookPages } from './markdown/mdbook-pages.ts';
import { DOCUSAURUS_CONFIG, MDBOOK_CONFIG, VITEPRESS_FOLDER } from './project-files.ts';

export interface MarkdownSourceOptions {
  /** A Docusaurus site, its docs folder, an mdBook, or any folder of `.md` and `.mdx` files. */
  readonly root: string;
  /** Address of the site's root, including the base path. @default taken from the site's configuration, else `http://localhost:3000/` */
  readonly siteUrl?: string;
  /** `folder` ignores configuration files. @default 'auto' */
  readonly flavour?: 'auto' | 'folder';
  /** For Docusaurus: the only locale to read, default all. Otherwise: the language of the pages, default `en`. */
  readonly locale?: string;
  /** For Docusaurus: settings that override those read from the configuration file. */
  readonly settings?: Partial<DocusaurusSettings>;
  /** Maximum file size in bytes; larger files are reported and left out. @default 5,000,000 */
  readonly maxFileBytes?: number;
  /** Receives the path of each file that pages import, before it is read. */
  readonly onImport?: (path: string) => void;
}

interface ListedPage {
  readonly page: FoundPage;
  readonly links: LinkScope;
  readonly imports: Omit<ImportScope, 'read'>;
  readonly revision: string;
}

/** Source for a folder of Markdown. */
export function markdownSource(options: MarkdownSourceOptions): Source {
  const root = resolve(options.root);
  const maxBytes = options.maxFileBytes ?? 5_000_000;
  if (options.siteUrl !== undefined) siteRoot(options.siteUrl);
  return fileSource<ListedPage>({
    id: folderId('markdown', root),
    rules: 'markdown',
    async survey(report, signal) {
      const read = cachedReader(maxBytes);
      const site = await openSite(root, options);
      const { project } = site;
      const own = project === undefined ? [] : [project.folder, ...project.bases];
      const allowed = await realFolders([site.folder, root, ...site.contentFolders, ...own]);
      const imports = { siteFolder: site.folder, allowed, project, onImport: options.onImport };
      const pages = new Map<string, FoundPage[]>();
      const labels: Labels = new Map();
      const links = { siteFolder: site.folder, siteRoot: site.siteRoot, pages, labels };
      for (const diagnostic of site.diagnostics) report(diagnostic);
      const found = new Map<string, FoundPage>();
      for await (const page of site.pages({ read, report, signal })) {
        throwIfAborted(signal);
        const first = found.get(page.url);
        if (first === undefined) {
          found.set(page.url, page);
          pages.set(page.realPath, [...(pages.get(page.realPath) ?? []), page]);
          if (project !== undefined) addLabels(labels, (await read(page.realPath)).text, page);
        } else {
          const files = [first.sourceFile, page.sourceFile] as const;
          report(sameAddress('markdown', page.url, files, 'Change the slug of one of them.'));
        }
      }
      // Find all pages first, because the targets of a page's links depend on the other pages.
      const listed = new Map<string, ListedPage>();
      for (const [url, page] of found) {
        throwIfAborted(signal);
        const revision = await revisionOf(page, { ...imports, read }, links);
        listed.set(url, { page, links, imports, revision });
      }
      return listed;
    },
    async load({ page, links, imports: scope }, url) {
      const { realPath, skipped, ...facts } = page;
      const { sourceFile } = page;
      if (skipped !== '') {
        const why =
          skipped === 'summary' ? '`SUMMARY.md` does not list it' : `its front matter says \`${skipped}: true\``;
        const message = `The page is left out because ${why}.`;
        const diagnostic = { severity: 'info', rule: `markdown:${skipped}`, message, page: sourceFile } as const;
        return { page: undefined, diagnostics: [diagnostic] };
      }
      const { text: written, problem, warning, isBinary } = await readTextFile(realPath, maxBytes);
      if (problem !== '') {
        const message = `\`${sourceFile}\` was not read. ${problem}`;
        return notRead('markdown', url, message, isBinary ? 'warning' : 'error');
      }
      const text = withLabels(written, page, links);
      const read = (path: string): ReturnType<ReadText> => readTextFile(path, maxBytes);
      const { imports, diagnostics } = await resolveImports({ ...page, text }, { ...scope, read });
      const note = { severity: 'warning', rule: 'markdown:encoding', message: warning, page: sourceFile } as const;
      return {
        page: { ...facts, body: text, imports, links: resolveLinks(text, page, links) },
        diagnostics: [...(warning === '' ? [] : [note]), ...diagnostics],
      };
    },
  });
}

interface OpenSite {
  readonly folder: string;
  /** `LinkScope.siteRoot`. */
  readonly siteRoot: string;
  /** Folders with pages of the site, including folders outside the site. */
  readonly contentFolders: readonly string[];
  /** `ImportScope.project`. */
  readonly project: Project | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly pages: (survey: Survey) => AsyncGenerator<FoundPage>;
}

const PLAIN = { siteRoot: '', contentFolders: [], project: undefined, diagnostics: [] } as const;

async function openSite(root: string, options: MarkdownSourceOptions): Promise<OpenSite> {
  const found = await stat(root).catch((cause: unknown) => unavailable(root, cause));
  if (!found.isDirectory()) unavailable(root, undefined);
  const site = await detectSite(root, options.flavour ?? 'auto').catch((cause: unknown) => unavailable(root, cause));
  if (site.kind === 'docusaurus') return openDocusaurus(root, site, options);
  const { folder } = site;
  const { siteUrl, locale } = options;
  if (site.kind === 'mdbook') {
    return { ...PLAIN, folder, pages: (survey) => mdbookPages({ folder, siteUrl, locale }, survey) };
  }
  const project = await projectOf(folder);
  const address = siteUrl ?? project.siteUrl ?? UNKNOWN_ORIGIN;
  const plain = { ...project, folder: project.pages, root: siteRoot(address), locale: locale ?? 'en' };
  const diagnostics = await otherEndings(folder);
  return { ...PLAIN, folder: project.pages, project, diagnostics, pages: (survey) => folderPages(plain, survey) };
}

async function openDocusaurus(
  root: string,
  { folder, config }: SiteKind,
  options: MarkdownSourceOptions,
): Promise<OpenSite> {
  const text =
    config === undefined
      ? "export default { presets: [['classic', { docs: { path: '.' }, blog: false, pages: false }]] }"
      : await readFile(config, 'utf8').catch((cause: unknown) => unavailable(config, cause));
  const settings: DocusaurusSettings = { ...docusaurusSettings(text), ...options.settings };
  const address = options.siteUrl ?? addressOf(settings);
  const locales = options.locale === undefined ? settings.locales : [options.locale];
  const contentFolders = [...settings.docs, ...settings.blogs, ...settings.pages].map((plugin) =>
    resolve(folder, plugin.path),
  );
  const docusaurus = { folder, settings, root: siteRoot(address), locales };
  // Only the pages of the given docs folder are wanted, with addresses from the site's configuration.
  const inside = isWithin(folder, root) ? '' : await realpath(root);
  return {
    folder,
    siteRoot: docusaurus.root,
    contentFolders,
    project: undefined,
    diagnostics: guessedSettings(settings.unknown.filter((key) => !isSupplied(key, options))),
    async *pages(survey) {
      for await (const page of docusaurusPages(docusaurus, survey)) {
        if (inside === '' || isWithin(page.realPath, inside)) yield page;
      }
    },
  };
}

function addressOf(settings: DocusaurusSettings): string {
  const origin = URL.canParse(settings.url) ? settings.url : UNKNOWN_ORIGIN;
  return new URL(settings.baseUrl.replace(/^\/*/, '/'), origin).href;
}

async function revisionOf(page: FoundPage, scope: ImportScope, links: LinkScope): Promise<string> {
  const { realPath, ...facts } = page;
  const file = await scope.read(realPath);
  const imported = await resolveImports({ ...page, text: file.text }, scope);
  const text = withLabels(file.text, page, links);
  const all = [file.hash, imported.hash, facts, resolveLinks(text, page, links), text === file.text ? '' : text];
  return createHash('sha256').update(JSON.stringify(all)).digest('hex');
}

function unavailable(path: string, cause: unknown): never {
  throw new IbidError('SOURCE_UNAVAILABLE', `\`${path}\` cannot be read; give a folder that exists and may be read.`, {
    cause,
  });
}

/** True if the caller supplied a value that the configuration does not give. */
function isSupplied(key: string, { siteUrl, locale, settings }: MarkdownSourceOptions): boolean {
  if (key === 'url' || key === 'baseUrl') return siteUrl !== undefined || settings?.[key] !== undefined;
  if (key === 'i18n.locales') return locale !== undefined || settings?.locales !== undefined;
  return Object.hasOwn(settings ?? {}, key.split('.')[0]!);
}

/** Warns if the generator of the folder publishes its pages as files, whose names are not in the addresses here. */
async function otherEndings(root: string): Promise<readonly Diagnostic[]> {
  const [page] = await Array.fromAsync(glob(`{conf.py,${VITEPRESS_FOLDER}/config.{js,ts,mjs,mts}}`, { cwd: root }));
  const config = page === undefined ? '' : await readFile(join(root, page), 'utf8').catch(() => '');
  if (page === undefined || /\bcleanUrls\s*:\s*true/u.test(config)) return [];
  const generator = page === 'conf.py' ? 'Sphinx' : 'VitePress';
  const message = `${generator} publishes a page as a file \`.html\`, and the addresses here have no ending. If your host does not find pages without it, index the built site.`;
  return [{ severity: 'warning', rule: 'markdown:addresses', message, page }];
}

function guessedSettings(keys: readonly string[]): readonly Diagnostic[] {
  if (keys.length === 0) return [];
  const named = keys.map((key) => {
    const option = key === 'url' || key === 'baseUrl' ? 'site-url' : key === 'i18n.locales' ? 'locales' : '';
    return option === '' ? `\`${key}\`` : `\`${key}\` (give \`--${option}\`)`;
  });
  const message = `${named.join(', ')}: worked out when the site's configuration runs, and read as if nothing were set. Check the pages' addresses, or index the built site.`;
  return [{ severity: 'warning', rule: 'markdown:config', message, page: 'docusaurus.config' }];
}

interface SiteKind {
  readonly kind: 'docusaurus' | 'mdbook' | 'folder';
  readonly folder: string;
  /** Configuration of Docusaurus, unless its docs are without it. */
  readonly config?: string;
}

/** Folders in which repositories keep their site if it is not at their root. */
const USUAL_FOLDERS = ['website', 'docs', 'site', 'documentation', 'www'];

/** Detects the kind of site. `root` must exist. */
async function detectSite(root: string, flavour: 'auto' | 'folder'): Promise<SiteKind> {
  if (flavour === 'folder') return { kind: 'folder', folder: root };
  for (const folder of [root, dirname(root), ...USUAL_FOLDERS.map((name) => join(root, name))]) {
    const config = DOCUSAURUS_CONFIG.find((name) => existsSync(join(folder, name)));
    if (config !== undefined) return { kind: 'docusaurus', folder, config: join(folder, config) };
  }
  const beside = join(dirname(root), 'website');
  const config = DOCUSAURUS_CONFIG.map((name) => join(beside, name)).find((path) => existsSync(path));
  // Docs beside the site, where Docusaurus 1 put them: https://docusaurus.io/docs/migration/v2/manual.
  const besides = config === undefined ? [] : docusaurusSettings(await readFile(config, 'utf8')).docs;
  if (config !== undefined && besides.some(({ path }) => isWithin(root, resolve(beside, path)))) {
    return { kind: 'docusaurus', folder: beside, config };
  }
  if (existsSync(join(root, MDBOOK_CONFIG))) return { kind: 'mdbook', folder: root };
  if (basename(root) === 'src' && existsSync(join(root, 'SUMMARY.md')) && existsSync(join(root, '..', MDBOOK_CONFIG))) {
    return { kind: 'mdbook', folder: dirname(root) };
  }
  return { kind: (await looksLikeDocs(root)) ? 'docusaurus' : 'folder', folder: root };
}

/** True if the folder, or one directly below it, has Docusaurus sidebar settings. */
async function looksLikeDocs(root: string): Promise<boolean> {
  const top = await readdir(root, { withFileTypes: true });
  const folders = top.filter(
    (entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules',
  );
  for (const folder of [root, ...folders.slice(0, 100).map((entry) => join(root, entry.name))]) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    if (entries.some((entry) => /^_category_\.(?:json|ya?ml)$/.test(entry.name))) return true;
    for (const entry of entries.filter((one) => one.isFile() && /\.mdx?$/i.test(one.name)).slice(0, 20)) {
      const text = await readFile(join(folder, entry.name), 'utf8').catch(() => '');
      if (/^\ufeff?---\r?\n(?:(?!---)[^\n]*\n)*?sidebar_(?:position|label|class_name):/.test(text)) return true;
    }
  }
  return false;
}
