import { canonicalUrl, IbidError } from '@ibid/core';
import type { Diagnostic, Facets, RawPage } from '@ibid/core/types';
import { type FolderFile, walkFolder } from '../../files/walk-folder.ts';
import { markdownHead, type ReadText } from './markdown-file.ts';

interface PlainFolder {
  readonly folder: string;
  /** Address of the folder, with a trailing slash. */
  readonly root: string;
  readonly locale: string;
}

/** Pages of any Markdown folder. Addresses are paths without ending; `index`, `readme` and Hugo's `_index` get the folder's address. */
export async function* folderPages(site: PlainFolder, survey: Survey): AsyncGenerator<FoundPage> {
  const options = {
    include: ['**/*.{md,mdx}'],
    exclude: ['**/_*/**', ...NEVER],
    report: survey.report,
    signal: survey.signal,
  };
  const files: FolderFile[] = [];
  for await (const file of walkFolder(site.folder, options)) if (isPage(file)) files.push(file);
  // If both an index and a readme exist, the first file with an address keeps it.
  for (const file of [...files.filter((one) => !isReadme(one)), ...files.filter(isReadme)]) {
    const head = markdownHead((await survey.read(file.realPath)).text);
    const place = file.path.replace(/\.mdx?$/i, '').replace(/(^|\/)(?:_?index|readme)$/i, '$1');
    const folder = file.path.slice(0, file.path.lastIndexOf('/') + 1);
    const slug = head.slug === '' ? place : head.slug.startsWith('/') ? head.slug : folder + head.slug;
    yield {
      url: pageUrl(site.root, slug),
      realPath: file.realPath,
      sourceFile: file.path,
      format: /\.mdx$/i.test(file.path) ? 'mdx' : 'markdown',
      title: '',
      locale: site.locale,
      version: '',
      module: moduleOf(slug),
      drawn: [],
      skipped: head.skipped,
    };
  }
}

/** False for other files that begin with `_`, which are parts included by pages. */
function isPage(file: FolderFile): boolean {
  return /(?:^|\/)(?:_index|[^_/][^/]*)\.mdx?$/i.test(file.path);
}

function isReadme(file: FolderFile): boolean {
  return /(?:^|\/)readme\.mdx?$/i.test(file.path);
}

/** A page, described by its path and its front matter. */
export interface FoundPage extends Facets {
  /** Canonical. */
  readonly url: string;
  readonly realPath: string;
  readonly sourceFile: string;
  readonly format: RawPage['format'];
  /** `RawPage.title`. */
  readonly title: string;
  /** `RawPage.drawn`. */
  readonly drawn: readonly string[];
  /** Reason why the page is not for readers; `''` if it is. */
  readonly skipped: '' | 'draft' | 'unlisted';
}

/** Context for listing any kind of folder. */
export interface Survey {
  readonly read: ReadText;
  readonly report: (diagnostic: Diagnostic) => void;
  readonly signal: AbortSignal | undefined;
}

/** Never read, whatever the site's configuration. */
export const NEVER: readonly string[] = ['**/node_modules/**', '**/.*', '**/.*/**'];

/** Origin of the pages of a site without a known address. */
export const UNKNOWN_ORIGIN = 'http://localhost:3000';

/** Address of the site's root with a trailing slash. */
export function siteRoot(address: string): string {
  try {
    const url = canonicalUrl(address);
    return url.endsWith('/') ? url : `${url}/`;
  } catch (cause) {
    throw new IbidError(
      'INVALID_CONFIG',
      `\`siteUrl\` is \`${address}\`; give an address such as \`https://example.org/\`.`,
      {
        cause,
      },
    );
  }
}

/** The first folder of a page's route below the site's root, the same as in sources of the built site. */
export function moduleOf(...parts: readonly string[]): string {
  const segments = segmentsOf(parts);
  if (segments.at(-1) === 'index.html') segments.pop();
  return segments.length > 1 ? segments[0]! : 'root';
}

/** The canonical URL of a page from its site's root and the parts of its route. */
export function pageUrl(root: string, ...parts: readonly string[]): string {
  return canonicalUrl(root + segmentsOf(parts).map(encodeURIComponent).join('/'));
}

function segmentsOf(parts: readonly string[]): string[] {
  return parts.flatMap((part) => part.split('/')).filter((part) => part !== '');
}
