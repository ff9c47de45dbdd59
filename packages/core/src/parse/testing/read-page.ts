import type { Block } from '../../types/block.ts';
import type { ParsedPage } from '../../types/page-parser.ts';
import type { RawPage } from '../../types/source.ts';
import { parseMarkdown } from '../markdown/parse-markdown.ts';
import { outline } from './outline.ts';

/** A page of which only the text counts. */
export function rawPage(format: RawPage['format'], body: string, more: Partial<RawPage> = {}): RawPage {
  const url = 'https://docs.example.org/guide/some-page';
  const facets = { locale: '', version: '', module: format === 'html' ? '' : 'root' };
  return { url, format, body, sourceFile: 'guide/some-page', title: '', imports: {}, ...facets, ...more };
}

/** Parses MDX, unless `raw` names another format. */
export function parse(body: string, raw: Partial<RawPage> = {}): ParsedPage {
  return parseMarkdown(rawPage('mdx', body, raw));
}

export function blockTree(body: string, raw: Partial<RawPage> = {}): readonly Block[] {
  return parse(body, raw).page!.blocks;
}

export function lines(body: string, raw: Partial<RawPage> = {}): readonly string[] {
  return outline(blockTree(body, raw));
}

export function rules(body: string, raw: Partial<RawPage> = {}): readonly string[] {
  return parse(body, raw).diagnostics.map((diagnostic) => diagnostic.rule);
}
