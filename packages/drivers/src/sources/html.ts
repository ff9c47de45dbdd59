import { canonicalUrl } from '@ibid/core';
import { decodeHtml } from '@ibid/core/parse';
import type { Diagnostic, Source } from '@ibid/core/types';
import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { folderId, walkFolder } from '../files/walk-folder.ts';
import { readFileWithin } from '../files/read-file-within.ts';
import { fileSource, htmlPage, notRead, sameAddress } from './common.ts';
import { moduleOf, pageUrl } from './markdown/folder-pages.ts';

interface HtmlSourceOptions {
  /** Folder of the built site, such as `build` or `book`. */
  readonly root: string;
  /** Address under which `root` is served. @default taken from the pages' canonical links or `sitemap.xml`, else `http://localhost/` */
  readonly siteUrl?: string;
  /** Maximum file size in bytes; larger files are reported and left out. @default 20,000,000 */
  readonly maxFileBytes?: number;
}

interface ListedFile extends FileHead {
  readonly realPath: string;
  readonly revision: string;
}

const INCLUDE = ['**/*.html', '**/*.htm'];
const EXCLUDE = ['**/node_modules/**', '**/.*', '**/.*/**'];

/** Source for a folder of built HTML. */
export function htmlSource(options: HtmlSourceOptions): Source {
  const root = resolve(options.root);
  const maxBytes = options.maxFileBytes ?? 20_000_000;
  const siteUrl = options.siteUrl === undefined ? '' : canonicalUrl(options.siteUrl);
  return fileSource<ListedFile>({
    id: folderId('html', root),
    rules: 'source',
    async survey(report, signal) {
      const files: ListedFile[] = [];
      for await (const { path, realPath } of walkFolder(root, { include: INCLUDE, exclude: EXCLUDE, report, signal })) {
        const { bytes, problem } = await readFileWithin(realPath, maxBytes);
        const head = problem === '' ? pageHead(decodeHtml(bytes).text) : { canonical: '', generator: '' };
        const revision = createHash('sha256').update(`${path}\n${problem}\n`).update(bytes).digest('hex');
        files.push({ path, realPath, revision, ...head });
      }
      if (files.length === 0) report(EMPTY);
      const urls = pageUrls(files, siteUrl, (await sitemapOrigin(root)) || 'http://localhost/');
      const listed = new Map<string, ListedFile>();
      for (const [at, file] of files.entries()) {
        const url = urls[at]!;
        const first = listed.get(url);
        if (first === undefined) listed.set(url, file);
        else report(sameAddress('source', url, [first.path, file.path], 'Remove one of the files.'));
      }
      return listed;
    },
    async load({ path, realPath }, url) {
      const { bytes, problem } = await readFileWithin(realPath, maxBytes);
      if (problem !== '') return notRead('source', url, `\`${path}\` was not read. ${problem}`);
      const { text, warning } = decodeHtml(bytes);
      const note = { severity: 'warning', rule: 'html:encoding', message: `${warning}.`, page: url } as const;
      return { page: htmlPage(url, text, path, moduleOf(path)), diagnostics: warning === '' ? [] : [note] };
    },
  });
}

async function sitemapOrigin(root: string): Promise<string> {
  const { bytes, problem } = await readFileWithin(join(root, 'sitemap.xml'), 50_000_000);
  if (problem !== '') return '';
  const location =
    /<loc>\s*(https?:\/\/[^<\s]+)\s*<\/loc>/.exec(decodeHtml(bytes.subarray(0, 100_000)).text)?.[1] ?? '';
  return URL.canParse(location) ? `${new URL(location).origin}/` : '';
}

const EMPTY: Diagnostic = {
  severity: 'warning',
  rule: 'source:empty',
  message: `No file matches ${INCLUDE.join(', ')}. Build the site first, or give the folder that its build writes.`,
  page: '/',
};

/** Data in a page's head that determine its address. */
interface PageHead {
  /** As written; `''` if the page has none. */
  readonly canonical: string;
  readonly generator: string;
}

const HEAD_CHARACTERS = 256 * 1024;
const TAG = /<(link|meta)\b((?:"[^"]*"|'[^']*'|[^'">])*)>/gi;
const ATTRIBUTE = /([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

/** Scans the tags of the head without building a tree, because every page is scanned on each listing. */
function pageHead(html: string): PageHead {
  const end = html.search(/<body[\s>]/i);
  const head = html.slice(0, end < 0 ? HEAD_CHARACTERS : Math.min(end, HEAD_CHARACTERS));
  let canonical = '';
  let generator = '';
  for (const [, tag, source] of head.matchAll(TAG)) {
    const attributes = new Map<string, string>();
    for (const [, name, double, single, bare] of source!.matchAll(ATTRIBUTE)) {
      attributes.set(name!.toLowerCase(), double ?? single ?? bare ?? '');
    }
    if (tag!.toLowerCase() === 'link') {
      const isCanonical = attributes.get('rel')?.toLowerCase().split(/\s+/).includes('canonical') ?? false;
      if (isCanonical && canonical === '') canonical = (attributes.get('href') ?? '').replaceAll('&amp;', '&');
    } else if (attributes.get('name')?.toLowerCase() === 'generator' && generator === '') {
      generator = attributes.get('content') ?? '';
    }
  }
  return { canonical, generator };
}

/**
 * Converts files of a built site to the addresses under which the pages are served.
 *
 * A file `a/b/index.html` is served as `a/b`; a file `a/b.html` as `a/b` or as `a/b.html`, depending on the site. A page's canonical link
 * is evidence if it matches the file's path: the part before the path is the site's base, and its ending shows which form the site uses.
 * A canonical link to another page (the newest version, a preferred copy) says nothing about this file's address and is ignored.
 */
interface FileHead extends PageHead {
  /** Relative to the root, with `/` separators. */
  readonly path: string;
}

/** `siteUrl` is the address of the root, `''` if unknown. `result[i]` belongs to `files[i]`; two files may get the same URL. */
export function pageUrls(files: readonly FileHead[], siteUrl: string, fallbackOrigin: string): readonly string[] {
  const witnesses = files.map((file) => witness(file));
  const base = siteUrl === '' ? commonBase(witnesses) || fallbackOrigin : siteUrl;
  const prefix = base.endsWith('/') ? base : `${base}/`;
  const votes = { file: 0, plain: 0 };
  for (const found of witnesses) if (found?.form !== undefined) votes[found.form] += 1;
  return files.map((file, at) => {
    const found = witnesses[at];
    const byGenerator = /^docusaurus/i.test(file.generator) ? 'plain' : 'file';
    const form =
      found?.form ?? (votes.file === votes.plain ? byGenerator : votes.file > votes.plain ? 'file' : 'plain');
    const { folder, name, extension } = placeOf(file.path);
    const ending = name === '' || form === 'plain' ? name : `${name}${extension}`;
    return pageUrl(prefix, ...folder, ending);
  });
}

interface Witness {
  readonly base: string;
  /** `undefined` for index files, which have the same address in both forms. */
  readonly form: 'file' | 'plain' | undefined;
}

function witness(file: FileHead): Witness | undefined {
  if (!URL.canParse(file.canonical)) return undefined;
  const parsed = new URL(file.canonical);
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') return undefined;
  const url = canonicalUrl(file.canonical);
  const { folder, name, extension } = placeOf(file.path);
  const ending = pageUrl('http://host.invalid/', ...folder, name).slice('http://host.invalid'.length);
  // The root page matches any address, so it is no evidence.
  if (ending === '/') return undefined;
  if (url.toLowerCase().endsWith((ending + extension).toLowerCase())) {
    return { base: url.slice(0, url.length - (ending + extension).length + 1), form: 'file' };
  }
  if (!url.endsWith(ending)) return undefined;
  return { base: url.slice(0, url.length - ending.length + 1), form: name === '' ? undefined : 'plain' };
}

function commonBase(witnesses: readonly (Witness | undefined)[]): string {
  const byBase = Map.groupBy(witnesses, (found) => found?.base ?? '');
  byBase.delete('');
  return [...byBase].sort(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? '';
}

/** `name` is `''` for index files. */
function placeOf(path: string): {
  readonly folder: readonly string[];
  readonly name: string;
  readonly extension: string;
} {
  const segments = path.split('/');
  const extension = /\.html?$/i.exec(segments.at(-1)!)?.[0] ?? '';
  const name = segments.at(-1)!.slice(0, -extension.length || undefined);
  return { folder: segments.slice(0, -1), name: name === 'index' ? '' : name, extension };
}
