import { IbidError, type LoadedPage, type Source, type SourceEntry } from '@ibid/core';
import { decodeHtml } from '@ibid/core/parse';
import { folderId } from '@ibid/drivers/files/folder-id';
import { readFileWithin } from '@ibid/drivers/files/read-file-within';
import { resolve } from 'node:path';
import type { BuiltPage } from '../site/indexed-page.ts';
import { pageRevision } from '../site/page-revision.ts';
import { LARGEST_PAGE } from './pages-on-disk.ts';

const VERSION_TAG = /<meta\b(?=[^>]*\bname\s*=\s*["']?docusaurus_version\b)[^>]*>/giu;

/** The pages of a built site as `pagesOnDisk` gives them. A page that cannot be read fails, and so stays as it is in the index, if it is there. */
export function builtSource(siteDir: string, pages: readonly BuiltPage[]): Source {
  const byUrl = new Map(pages.map((page) => [page.url, page]));
  return {
    id: folderId('docusaurus', siteDir),
    diagnostics: [],
    async *list(call): AsyncGenerator<SourceEntry> {
      for (const { url, revision } of pages) {
        if (call?.signal?.aborted === true) throw aborted(call.signal);
        yield { url, revision };
      }
    },
    async load({ url }, call): Promise<LoadedPage> {
      if (call?.signal?.aborted === true) throw aborted(call.signal);
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

function aborted(signal: AbortSignal): IbidError {
  return new IbidError('ABORTED', 'Reading was aborted.', { cause: signal.reason });
}
