import type { Block } from '../../types/block.ts';
import type { ParsedPage } from '../../types/page-parser.ts';
import type { RawPage } from '../../types/source.ts';
import { parseMarkdown } from '../markdown/parse-markdown.ts';
import { plainBlocks, rawPage } from './plain-blocks.ts';

/** Parses MDX, unless `raw` names another format. */
export function parse(body: string, raw: Partial<RawPage> = {}): ParsedPage {
  return parseMarkdown(rawPage('mdx', body, raw));
}

export function blockTree(body: string, raw: Partial<RawPage> = {}): readonly Block[] {
  return parse(body, raw).page!.blocks;
}

export function blocks(body: string, raw: Partial<RawPage> = {}): readonly unknown[] {
  return plainBlocks(blockTree(body, raw));
}

export function rules(body: string, raw: Partial<RawPage> = {}): readonly string[] {
  return parse(body, raw).diagnostics.map((diagnostic) => diagnostic.rule);
}

export const paragraph = (text: string): unknown => ({ type: 'paragraph', text });
