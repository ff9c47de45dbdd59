import { IbidError, type LoadedPage, type Source, type SourceEntry } from '@ibid/core';
import { decodeHtml } from '@ibid/core/parse';
import { folderId } from '@ibid/drivers/files/folder-id';
import { readFileWithin } from '@ibid/drivers/files/read-file-within';
import { resolve } from 'node:path';
import type { BuiltPage } from '../site/indexed-page.ts';
import { pageRevision } from '../site/page-revision.ts';

const LARGEST_PAGE = 20_000_000;
const VERSION_TAG = /<meta\b(?=[^>]*\bname\s*=\s*["']?docusaurus_version\b)[^>]*>/giu;

/** The pages of a built site as `routePages` found them. A page whose file has gone since stays as it is in the index, if it is there. */
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
      // A language that was built alone since stands at the same place.
      if (problem === '' && pageRevision(page, bytes) !== page.revision) return gone(page, 'It is another page now.');
      if (problem !== '') return gone(page, problem);
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

/** Most often of a language that was not built this time, and then nothing is wrong. */
function gone(page: BuiltPage, problem: string): LoadedPage {
  const message = `\`${page.file}\` was not read. ${problem} Build the locale \`${page.locale}\` again to have the page in the index.`;
  return { page: undefined, diagnostics: [{ severity: 'info', rule: 'source:not-read', message, page: page.url }] };
}

function aborted(signal: AbortSignal): IbidError {
  return new IbidError('ABORTED', 'Reading was aborted.', { cause: signal.reason });
}
