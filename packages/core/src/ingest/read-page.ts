import { chunkPage } from '../chunk/index.ts';
import { termCounts } from '../chunk/index.ts';
import type { CallOptions } from '../types/call-options.ts';
import type { Diagnostic } from '../types/diagnostic.ts';
import type { PageParser } from '../types/page-parser.ts';
import type { Source, SourceEntry } from '../types/source.ts';
import type { IndexedPage } from '../types/store.ts';
import type { FailedPage } from './ingest-report.ts';

/** What became of one listed page. */
export type PageReading =
  | { readonly kind: 'page'; readonly page: IndexedPage }
  | { readonly kind: 'skipped'; readonly url: string; readonly diagnostics: readonly Diagnostic[] }
  | {
      readonly kind: 'failed';
      readonly url: string;
      readonly stage: FailedPage['stage'];
      readonly error: string;
      readonly diagnostics: readonly Diagnostic[];
    };

/**
 * Loads, parses and chunks one page. Whatever goes wrong with the page is a value, also a source or parser that throws;
 * only cancellation rejects. A page without content counts as failed when one of its diagnostics is an error, else as skipped.
 */
export async function readPage(
  parts: { readonly source: Source; readonly parser: PageParser },
  entry: SourceEntry,
  options: CallOptions,
): Promise<PageReading> {
  const { url } = entry;
  const diagnostics: Diagnostic[] = [];
  let stage: FailedPage['stage'] = 'load';
  const without = (): PageReading => {
    const error = diagnostics.find((diagnostic) => diagnostic.severity === 'error');
    if (error === undefined) return { kind: 'skipped', url, diagnostics };
    return { kind: 'failed', url, stage, error: error.message, diagnostics };
  };
  try {
    const loaded = await parts.source.load(entry, options);
    diagnostics.push(...loaded.diagnostics);
    if (loaded.page === undefined) return without();
    stage = 'parse';
    // The listing's URL is the page's identity in the index, whatever the page says of itself.
    const parsed = await parts.parser.parse({ ...loaded.page, url }, options);
    diagnostics.push(...parsed.diagnostics);
    if (parsed.page === undefined) return without();
    stage = 'chunk';
    const { title, sourceFile } = parsed.page;
    const { text, chunks } = chunkPage(parsed.page);
    if (chunks.length === 0) {
      diagnostics.push({
        severity: 'warning',
        rule: 'ingest:no-text',
        message: 'The page has no text to index; check that its article is in the page and not made by a script.',
        page: url,
      });
    }
    const indexed = chunks.map((chunk) => ({ chunk, terms: termCounts(chunk) }));
    return {
      kind: 'page',
      page: { url, title, revision: entry.revision, sourceFile, text, chunks: indexed, diagnostics },
    };
  } catch (error) {
    if (options.signal?.aborted) throw error;
    return { kind: 'failed', url, stage, error: messageOf(error), diagnostics };
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
