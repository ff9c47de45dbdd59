import { fromMarkdown, type Options } from 'mdast-util-from-markdown';
import { directiveFromMarkdown } from 'mdast-util-directive';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mathFromMarkdown } from 'mdast-util-math';
import { mdxFromMarkdown } from 'mdast-util-mdx';
import { directive } from 'micromark-extension-directive';
import { gfm } from 'micromark-extension-gfm';
import { mdxjs } from 'micromark-extension-mdxjs';
import type { RawPage } from '../../types/source.ts';
import { commentSyntax } from './comment-syntax.ts';
import type { MarkNode } from './mark-node.ts';
import { mathSyntax } from './math-syntax.ts';

export interface Tree {
  readonly root: MarkNode;
  /** Why the text could not be read as MDX; `''` when it could, or is not MDX. */
  readonly problem: string;
}

/** Reads a Markdown text in the syntax of its format. Text that is no valid MDX is read as CommonMark with raw HTML. */
export function readTree(text: string, format: RawPage['format']): Tree {
  if (format !== 'mdx') return { root: read(text, format === 'mdbook' ? MDBOOK : COMMON_MARK), problem: '' };
  try {
    return { root: read(text, MDX), problem: '' };
  } catch (error) {
    return { root: read(withHtmlStyles(withoutModuleLines(text)), COMMON_MARK), problem: describe(error) };
  }
}

const GFM = { syntax: [gfm()], tree: gfmFromMarkdown() };
const MDBOOK: Options = { extensions: GFM.syntax, mdastExtensions: GFM.tree };
const COMMON_MARK: Options = {
  extensions: [...GFM.syntax, directive(), mathSyntax()],
  mdastExtensions: [...GFM.tree, directiveFromMarkdown(), mathFromMarkdown()],
};
const MDX: Options = {
  extensions: [...GFM.syntax, directive(), mathSyntax(), mdxjs(), commentSyntax()],
  mdastExtensions: [...GFM.tree, directiveFromMarkdown(), mathFromMarkdown(), mdxFromMarkdown()],
};

function read(text: string, options: Options): MarkNode {
  return fromMarkdown(text, options) as unknown as MarkNode;
}

/** Imports and exports are no reader's text, also where the rest is no MDX. */
function withoutModuleLines(text: string): string {
  return text
    .replace(/^import\s(?:[^\n]|\n(?![ \t]*\n))*?['"][^'"\n]+['"];?[ \t]*$/gm, '')
    .replace(/^export\s(?:const|let|default|function)\b(?:[^\n]|\n(?![ \t]*\n))*$/gm, '')
    .replace(/\{\/\*[\s\S]*?\*\/\}/g, '');
}

/** JSX notation of what hides an element as HTML has it, outside of code, so that hidden text stays hidden. */
function withHtmlStyles(text: string): string {
  let fence = '';
  return text
    .split('\n')
    .map((line) => {
      const mark = /^\s{0,9}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
      if (fence === '') fence = mark;
      else if (mark.startsWith(fence)) fence = '';
      if (fence !== '' || line.includes('`') || !line.includes('={')) return line;
      return line
        .replace(/\bstyle=\{\{([^{}]{0,500})\}\}/g, (_, style: string) => `style="${htmlStyle(style)}"`)
        .replace(/\b(hidden|aria-hidden)=\{true\}/g, '$1="true"');
    })
    .join('\n');
}

function htmlStyle(style: string): string {
  return style
    .replace(/["']/g, '')
    .replace(/,/g, ';')
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown syntax error';
  const { line, reason } = error as { readonly line?: unknown; readonly reason?: unknown };
  const what = typeof reason === 'string' ? reason : error.message;
  return typeof line === 'number' ? `line ${line}: ${what}` : what;
}
