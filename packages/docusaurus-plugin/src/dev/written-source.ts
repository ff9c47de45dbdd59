import type { LoadedPage, RawPage, Source, SourceEntry } from '@ibid/core/types';
import { folderId } from '@ibid/drivers/files/walk-folder';
import { cachedReader, markdownHead, resolveImports } from '@ibid/drivers/sources/markdown/markdown-file';
import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import type { WrittenPage } from './written-pages.ts';

const LARGEST_FILE = 5_000_000;

/** A source of the Markdown files of a site, with the addresses that Docusaurus gives them. Uses the state of files at the time of listing. */
export function writtenSource(siteDir: string, pages: readonly WrittenPage[]): Source {
  const byUrl = new Map(pages.map((page) => [page.url, page]));
  // The cache ensures that a page is indexed as it was when listed, even if the owner edits it meanwhile.
  let read = cachedReader(LARGEST_FILE);

  async function readPage(page: WrittenPage) {
    const { file, sourceFile } = page;
    const { text, ...rest } = await read(file);
    const head = markdownHead(text);
    const format = formatOf(page, head.format);
    const scope = { siteFolder: siteDir, allowed: [await realpath(siteDir)], read };
    const imported = await resolveImports({ format, sourceFile, text, realPath: file }, scope);
    return { ...rest, text, head, format, imported };
  }

  return {
    id: folderId('docusaurus-dev', siteDir),
    diagnostics: [],
    async *list(): AsyncGenerator<SourceEntry> {
      read = cachedReader(LARGEST_FILE);
      for (const page of pages) {
        const { hash, imported, format } = await readPage(page);
        const { url, title, locale, version, module, drawn } = page;
        const facts = JSON.stringify([hash, imported.hash, url, title, locale, version, module, drawn, format]);
        yield { url, revision: createHash('sha256').update(facts).digest('hex') };
      }
    },
    async load({ url }): Promise<LoadedPage> {
      const page = byUrl.get(url)!;
      const { sourceFile, locale, version, module, drawn } = page;
      const { text, problem, warning, head, format, imported } = await readPage(page);
      if (problem !== '') {
        const message = `\`${sourceFile}\` was not read. ${problem}`;
        return { page: undefined, diagnostics: [{ severity: 'error', rule: 'markdown:not-read', message, page: url }] };
      }
      const title = head.title === '' && head.heading === '' ? page.title : '';
      const note = { severity: 'warning', rule: 'markdown:encoding', message: warning, page: sourceFile } as const;
      return {
        page: { url, format, body: text, sourceFile, title, imports: imported.imports, drawn, locale, version, module },
        diagnostics: [...(warning === '' ? [] : [note]), ...imported.diagnostics],
      };
    },
    close: () => Promise.resolve(),
  };
}

function formatOf({ format, file }: WrittenPage, own: '' | 'mdx' | 'md' | 'detect'): RawPage['format'] {
  const chosen = own === '' ? format : own;
  if (chosen === 'detect') return /\.mdx$/iu.test(file) ? 'mdx' : 'markdown';
  return chosen === 'md' ? 'markdown' : 'mdx';
}
