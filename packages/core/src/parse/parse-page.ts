import type { ParsedPage } from '../spec/page-parser.ts';
import type { RawPage } from '../spec/source.ts';
import { parseHtml } from './html/parse-html.ts';
import { parseMarkdown } from './markdown/parse-markdown.ts';

/** One page to the block tree, whatever it came from (R21). Pure and synchronous; a hostile page may take long, so run it under a deadline. */
export function parsePage(raw: RawPage): ParsedPage {
  return raw.format === 'html' ? parseHtml(raw) : parseMarkdown(raw);
}
