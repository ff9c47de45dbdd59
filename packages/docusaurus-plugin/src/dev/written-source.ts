import { IbidError } from '@ibid/core';
import type { Diagnostic, LoadedPage, RawPage, Source, SourceEntry } from '@ibid/core/types';
import { folderId } from '@ibid/drivers/files/walk-folder';
import {
  cachedReader,
  type ImportScope,
  markdownHead,
  type ReadText,
  resolveImports,
} from '@ibid/drivers/sources/markdown/markdown-file';
import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import type { WrittenPage } from './written-pages.ts';

const LARGEST_FILE = 5_000_000;

/** A source of the Markdown files of a site, with the addresses that Docusaurus gives them. Uses the state of files at the time of listing. */
export function writtenSource(siteDir: string, pages: readonly WrittenPage[]): Source {
  const byUrl = new Map(pages.map((page) => [page.url, page]));
  const diagnostics: Diagnostic[] = [];
  // The cache ensures that a page is indexed as it was when listed, even if the owner edits it meanwhile.
  let read: ReadText = cachedReader(LARGEST_FILE);

  const scopeOf = async (): Promise<ImportScope> => ({ siteFolder: siteDir, allowed: [await realpath(siteDir)], read });

  return {
    id: folderId('docusaurus-dev', siteDir),
    diagnostics,
    async *list(call): AsyncGenerator<SourceEntry> {
      read = cachedReader(LARGEST_FILE);
      const scope = await scopeOf();
      for (const page of pages) {
        if (call?.signal?.aborted === true) throw new IbidError('ABORTED', 'Reading was aborted.');
        yield { url: page.url, revision: await revisionOf(page, scope) };
      }
    },
    async load({ url }): Promise<LoadedPage> {
      const page = byUrl.get(url)!;
      const { sourceFile, locale, version, module, drawn } = page;
      const { text, problem, warning } = await read(page.file);
      if (problem !== '') {
        const message = `\`${sourceFile}\` was not read. ${problem}`;
        return { page: undefined, diagnostics: [{ severity: 'error', rule: 'markdown:not-read', message, page: url }] };
      }
      const head = markdownHead(text);
      const format = formatOf(page, head.format);
      const found = await resolveImports({ format, sourceFile, text, realPath: page.file }, await scopeOf());
      const title = head.title === '' && head.heading === '' ? page.title : '';
      const note = { severity: 'warning', rule: 'markdown:encoding', message: warning, page: sourceFile } as const;
      return {
        page: { url, format, body: text, sourceFile, title, imports: found.imports, drawn, locale, version, module },
        diagnostics: [...(warning === '' ? [] : [note]), ...found.diagnostics],
      };
    },
    close: () => Promise.resolve(),
  };
}

async function revisionOf(page: WrittenPage, scope: ImportScope): Promise<string> {
  const { text, hash } = await scope.read(page.file);
  const format = formatOf(page, markdownHead(text).format);
  const imported = await resolveImports({ format, sourceFile: page.sourceFile, text, realPath: page.file }, scope);
  const { url, title, locale, version, module, drawn } = page;
  const facts = JSON.stringify([hash, imported.hash, url, title, locale, version, module, drawn, format]);
  return createHash('sha256').update(facts).digest('hex');
}

function formatOf({ format, file }: WrittenPage, own: '' | 'mdx' | 'md' | 'detect'): RawPage['format'] {
  const chosen = own === '' ? format : own;
  if (chosen === 'detect') return /\.mdx$/iu.test(file) ? 'mdx' : 'markdown';
  return chosen === 'md' ? 'markdown' : 'mdx';
}
