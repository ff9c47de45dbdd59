import type { Block } from '../../spec/block.ts';
import type { RawPage } from '../../spec/source.ts';
import type { Flow } from './file-context.ts';
import type { MarkNode } from './mark-node.ts';

/** Definitions of footnotes, or of link targets, by identifier; the first one counts. */
export function definitionsIn(
  root: MarkNode,
  type: 'footnoteDefinition' | 'definition',
): ReadonlyMap<string, MarkNode> {
  const found = new Map<string, MarkNode>();
  const open: MarkNode[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === type && node.identifier !== undefined && !found.has(node.identifier)) {
      found.set(node.identifier, node);
    }
    for (const child of node.children?.toReversed() ?? []) open.push(child);
  }
  return found;
}

/** The section at the end of the page: notes in the order of their first use, also those that only other notes use. */
export function footnoteBlocks(
  referred: ReadonlySet<string>,
  definitions: ReadonlyMap<string, MarkNode>,
  flow: Flow,
  format: RawPage['format'],
): readonly Block[] {
  const items: (readonly Block[])[] = [];
  // Mapping a note may refer to more of them, which the set then yields too.
  for (const identifier of referred) {
    const item = flow(definitions.get(identifier)?.children ?? []);
    if (item.length > 0) items.push(item);
  }
  if (items.length === 0) return [];
  const list: Block = { type: 'list', ordered: true, start: 1, items };
  return format === 'mdbook'
    ? [list]
    : [{ type: 'heading', depth: 2, text: 'Footnotes', anchor: 'footnote-label' }, list];
}
