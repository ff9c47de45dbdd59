import type { PageParser, ParsedPage } from '../types/page-parser.ts';
import type { RawPage } from '../types/source.ts';
import { parseHtml } from './html/parse-html.ts';
import { parseMarkdown } from './markdown/parse-markdown.ts';

/** One page to the block tree, whatever it came from. Pure and synchronous; a hostile page may take long, so run it under a deadline. */
export function parsePage(raw: RawPage): ParsedPage {
  return raw.format === 'html' ? parseHtml(raw) : parseMarkdown(raw);
}

/** Parses where it is called: for pages that are trusted, and for tests. */
export function inlineParser(): PageParser {
  return { parse: async (raw) => parsePage(raw), close: async () => {} };
}
