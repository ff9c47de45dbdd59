import type { Mark, Statement } from '../client/wire.ts';
import { escapeMarkdown } from './escape-markdown.ts';
import { type MarkNode, markTree } from './mark-tree.ts';

const SIGNS: { readonly [_ in Mark['kind']]?: string } = { strong: '**', emphasis: '*', strike: '~~' };

/** A part of a statement's text as one line of Markdown, with its emphasis, code and formulas. No link comes of it. */
export function markedMarkdown({ text, marks }: Pick<Statement, 'text' | 'marks'>, from: number, to: number): string {
  const written = (node: MarkNode): string => {
    if (typeof node === 'string') return escapeMarkdown(flat(node));
    const sign = SIGNS[node.kind];
    // GitHub's way to write a formula; what does not know it shows code, and makes nothing of what stands in it.
    if (node.kind === 'math') return `$${code(flat(node.text))}$`;
    if (sign === undefined) return code(flat(node.text));
    const inner = node.children.map(written).join('');
    return inner.trim() === '' ? inner : sign + inner + sign;
  };
  // What has no signs would let two pieces become one address.
  const shown = marks.filter(({ kind }) => kind === 'code' || kind === 'math' || kind in SIGNS);
  return markTree(text, shown, from, to).map(written).join('').trim();
}

function code(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/gu) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = /^`|`$/u.test(text) ? ' ' : '';
  return `${fence}${pad}${text}${pad}${fence}`;
}

/** A line break in what is one statement would begin a block of its own. */
export function flat(text: string): string {
  return text.replace(/\s+/gu, (space) => (/[\n\r\u2028\u2029]/u.test(space) ? ' ' : space));
}
