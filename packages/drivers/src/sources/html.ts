import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { canonicalUrl, IbidError } from '@ibid/core';
import type { Diagnostic, LoadedPage, Source, SourceEntry } from '@ibid/core/types';
import { decodeHtml } from '@ibid/core/parse';
import { folderId } from '../files/folder-id.ts';
import { readFileWithin } from '../files/read-file-within.ts';
import { walkFolder } from '../files/walk-folder.ts';
import { type FileHead, pageHead, pageUrls } from './html/page-urls.ts';

export interface HtmlSourceOptions {
  /** Folder of the built site, such as `build` or `book`. */
  readonly root: string;
  /** Address under which `root` is served. @default what the pages' canonical links or `sitemap.xml` say, else `http://localhost/` */
  readonly siteUrl?: string;
  /** Globs over paths relative to `root`. @default every `.html` and `.htm` file */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** Larger files are reported and left out. @default 20,000,000 */
  readonly maxFileBytes?: number;
}

interface ListedFile extends FileHead {
  readonly realPath: string;
  readonly hash: string;
}

/** A folder of built HTML. Every file is read on each listing, for its hash and its address; bodies are not kept. */
export function htmlSource(options: HtmlSourceOptions): Source {
  const root = resolve(options.root);
  const include = options.include ?? ['**/*.html', '**/*.htm'];
  const exclude = options.exclude ?? ['**/node_modules/**', '**/.*', '**/.*/**'];
  const maxBytes = options.maxFileBytes ?? 20_000_000;
  const siteUrl = options.siteUrl === undefined ? '' : canonicalUrl(options.siteUrl);
  const diagnostics: Diagnostic[] = [];
  const listed = new Map<string, ListedFile>();
  let closed = false;

  function report(diagnostic: Diagnostic): void {
    diagnostics.push(diagnostic);
  }

  async function readFiles(signal: AbortSignal | undefined): Promise<ListedFile[]> {
    const files: ListedFile[] = [];
    for await (const { path, realPath } of walkFolder(root, { include, exclude, report, signal })) {
      const { bytes, problem } = await readFileWithin(realPath, maxBytes);
      const head = problem === '' ? pageHead(decodeHtml(bytes).text) : { canonical: '', generator: '' };
      const hash = createHash('sha256').update(`${path}\n${problem}\n`).update(bytes).digest('hex');
      files.push({ path, realPath, hash, ...head });
    }
    return files;
  }

  return {
    id: folderId('html', root),
    diagnostics,
    async *list(call): AsyncGenerator<SourceEntry> {
      requireOpen(closed);
      diagnostics.length = 0;
      listed.clear();
      const files = await readFiles(call?.signal);
      const urls = pageUrls(files, siteUrl, (await sitemapOrigin(root)) || 'http://localhost/');
      for (const [at, file] of files.entries()) {
        const url = urls[at]!;
        const first = listed.get(url);
        if (first === undefined) listed.set(url, file);
        else diagnostics.push(duplicate(url, first.path, file.path));
      }
      if (files.length === 0) diagnostics.push(empty(include));
      for (const [url, file] of [...listed].sort(([a], [b]) => (a < b ? -1 : 1))) {
        throwIfAborted(call?.signal);
        yield { url, revision: file.hash };
      }
    },
    async load(entry, call): Promise<LoadedPage> {
      requireOpen(closed);
      throwIfAborted(call?.signal);
      const file = listed.get(entry.url);
      if (file === undefined)
        return failure(entry.url, 'The page was not listed. List the source before loading from it.');
      const { bytes, problem } = await readFileWithin(file.realPath, maxBytes);
      if (problem !== '') return failure(entry.url, `\`${file.path}\` was not read. ${problem}`);
      const { text, warning } = decodeHtml(bytes);
      return {
        page: {
          url: entry.url,
          format: 'html',
          body: text,
          sourceFile: file.path,
          title: '',
          imports: {},
          locale: '',
          version: '',
          module: moduleOf(file.path),
        },
        diagnostics:
          warning === ''
            ? []
            : [{ severity: 'warning', rule: 'html:encoding', message: `${warning}.`, page: entry.url }],
      };
    },
    async close() {
      closed = true;
      listed.clear();
    },
  };
}

/** The first folder of the address below the root. */
function moduleOf(path: string): string {
  const segments = path.replace(/\/index\.html?$/, '').split('/');
  return segments.length > 1 ? segments[0]! : 'root';
}

async function sitemapOrigin(root: string): Promise<string> {
  const { bytes, problem } = await readFileWithin(join(root, 'sitemap.xml'), 50_000_000);
  if (problem !== '') return '';
  const location =
    /<loc>\s*(https?:\/\/[^<\s]+)\s*<\/loc>/.exec(decodeHtml(bytes.subarray(0, 100_000)).text)?.[1] ?? '';
  return URL.canParse(location) ? `${new URL(location).origin}/` : '';
}

function requireOpen(closed: boolean): void {
  if (closed) throw new IbidError('CLOSED', 'The source is closed; open a new one.');
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new IbidError('ABORTED', 'Reading was aborted.', { cause: signal.reason });
}

function duplicate(url: string, first: string, second: string): Diagnostic {
  const message = `\`${second}\` has the same address as \`${first}\` and is left out. Remove one of the files.`;
  return { severity: 'warning', rule: 'source:duplicate-url', message, page: url };
}

function empty(include: readonly string[]): Diagnostic {
  const message = `No file matches ${include.join(', ')}. Build the site first, or give its output folder as root.`;
  return { severity: 'warning', rule: 'source:empty', message, page: '/' };
}

function failure(page: string, message: string): LoadedPage {
  return { page: undefined, diagnostics: [{ severity: 'error', rule: 'source:not-read', message, page }] };
}
