import type { Block } from '../../spec/block.ts';
import { lineText } from './block-text.ts';
import type { Flow } from './file-context.ts';
import type { MarkNode } from './mark-node.ts';

const KINDS: ReadonlySet<string> = new Set(
  'note tip info warning danger caution important success secondary'.split(' '),
);

/**
 * Admonitions (`:::note[Title]`) and the other directives. A name that no theme knows is an admonition only when it has a
 * title; else it shows just what it holds.
 */
export function directiveBlocks(node: MarkNode, flow: Flow): readonly Block[] {
  const name = (node.name ?? '').toLowerCase();
  if (node.type === 'leafDirective') {
    return (node.children?.length ?? 0) === 0
      ? [{ type: 'paragraph', text: `::${node.name ?? ''}`, marks: [] }]
      : flow(node.children!);
  }
  const [first, ...rest] = node.children ?? [];
  const labelled = first !== undefined && isLabel(first);
  const label = labelled ? lineText(flow(first.children ?? [])) : '';
  const { title: attribute } = (node.attributes ?? {}) as { readonly title?: string | null };
  const title = label === '' ? (attribute ?? '') : label;
  const children = flow(labelled ? rest : (node.children ?? []));
  if (name === 'details' && (title !== '' || children.length > 0))
    return [{ type: 'details', summary: title || 'Details', children }];
  if (!KINDS.has(name) && title === '') return children;
  if (children.length === 0 && title === '') return [];
  return [{ type: 'admonition', kind: name, title: title.toLowerCase() === name ? '' : title, children }];
}

function isLabel(node: MarkNode): boolean {
  return (node.data as { readonly directiveLabel?: boolean } | undefined)?.directiveLabel === true;
}
