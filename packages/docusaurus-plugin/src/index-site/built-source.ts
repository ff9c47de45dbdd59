import type { LoadedPage, Source, SourceEntry } from '@ibid/core/types';
import { decodeHtml } from '@ibid/core/parse';
import { folderId } from '@ibid/drivers/files/walk-folder';
import { readFileWithin } from '@ibid/drivers/files/read-file-within';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { BuiltPage } from './page-record.ts';

const VERSION_TAG = /<meta\b(?=[^>]*\bname\s*=\s*["']?docusaurus_version\b)[^>]*>/giu;

/** Bytes; larger pages are not read. */
const LARGEST_PAGE = 20_000_000;

/** Names of bundles change with every edit of any page, and these tags contain no text of the page. */
const BUNDLES = /<script\b[\s\S]*?<\/script>|<link\b[^>]*>/giu;

/** A source of the built pages returned by `pagesOnDisk`. A page that cannot be read fails; if it is in the index, it stays there unchanged. */
export function builtSource(siteDir: string, pages: readonly BuiltPage[]): Source {
  const byUrl = new Map(pages.map((page) => [page.url, page]));
  return {
    id: folderId('docusaurus', siteDir),
    diagnostics: [],
    async *list(): AsyncGenerator<SourceEntry> {
      for (const { url, revision } of pages) yield { url, revision };
    },
    async load({ url }): Promise<LoadedPage> {
      const page = byUrl.get(url)!;
      const { bytes, problem } = await readFileWithin(resolve(siteDir, page.file), LARGEST_PAGE);
      if (problem !== '') return unread(page, problem);
      if (pageRevision(page, bytes) !== page.revision) return unread(page, 'It has changed while it was being read.');
      const { text, warning } = decodeHtml(bytes);
      const { sourceFile, locale, version, module } = page;
      const body = page.unversioned ? text.replace(VERSION_TAG, '') : text;
      return {
        page: { url, format: 'html', body, sourceFile, title: '', imports: {}, locale, version, module },
        diagnostics:
          warning === '' ? [] : [{ severity: 'warning', rule: 'html:encoding', message: `${warning}.`, page: url }],
      };
    },
    close: () => Promise.resolve(),
  };
}

function unread(page: BuiltPage, problem: string): LoadedPage {
  const message = `\`${page.file}\` was not read. ${problem} Run \`docusaurus build\` again.`;
  return { page: undefined, diagnostics: [{ severity: 'error', rule: 'source:not-read', message, page: page.url }] };
}

/**
 * Returns the recorded pages with the current revisions of their files, because other plugins and scripts may have changed them since.
 * `missing` contains addresses without a file, most often of a language that was not built this time; they keep the recorded revision.
 */
export async function pagesOnDisk(
  siteDir: string,
  recorded: readonly BuiltPage[],
): Promise<{ readonly pages: readonly BuiltPage[]; readonly missing: ReadonlySet<string> }> {
  const pages: BuiltPage[] = [];
  const missing = new Set<string>();
  for (const page of recorded) {
    const file = resolve(siteDir, page.file);
    if (page.file === '' || !existsSync(file)) missing.add(page.url);
    const { bytes, problem } = await readFileWithin(file, LARGEST_PAGE);
    pages.push(problem === '' ? { ...page, revision: pageRevision(page, bytes) } : page);
  }
  return { pages, missing };
}

/** Hash of a built page's content and metadata; ignores script and link tags. */
export function pageRevision(facts: Omit<BuiltPage, 'file' | 'revision'>, html: Uint8Array): string {
  const { url, sourceFile, locale, version, module, unversioned } = facts;
  const text = Buffer.from(html).toString('latin1').replaceAll(BUNDLES, '');
  const known = JSON.stringify([url, sourceFile, locale, version, module, unversioned]);
  return createHash('sha256').update(known).update(text, 'latin1').digest('hex');
}
