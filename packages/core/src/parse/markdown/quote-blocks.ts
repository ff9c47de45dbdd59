import type { Block } from '../../spec/block.ts';
import type { FileContext, Flow } from './file-context.ts';
import type { MarkNode } from './mark-node.ts';

const ALERT = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*(?:\n|$)/i;

/** A quotation, or the admonition that GitHub and mdBook write as one (`> [!NOTE]`). Docusaurus knows no such thing. */
export function quoteBlocks(node: MarkNode, context: FileContext, flow: Flow): readonly Block[] {
  const [first, ...others] = node.children ?? [];
  const [lead, ...rest] = first?.type === 'paragraph' ? (first.children ?? []) : [];
  const alert = context.format !== 'mdx' && lead?.type === 'text' ? ALERT.exec(lead.value ?? '') : null;
  if (alert === null || first === undefined || lead === undefined) {
    const children = flow(node.children ?? []);
    return children.length === 0 ? [] : [{ type: 'quote', children }];
  }
  const text = { ...lead, value: lead.value!.slice(alert[0].length) };
  const children = flow([{ ...first, children: [text, ...rest] }, ...others]);
  return children.length === 0 ? [] : [{ type: 'admonition', kind: alert[1]!.toLowerCase(), title: '', children }];
}
