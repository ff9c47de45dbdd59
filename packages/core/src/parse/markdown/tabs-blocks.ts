import type { Block } from '../../spec/block.ts';
import type { Flow } from './file-context.ts';
import { type ElementNode, isElementNode, type MarkNode, textAttribute } from './mark-node.ts';

/** Docusaurus tabs, all panels. A label stands on the panel, in the `values` of the set, or is the panel's value. */
export function tabsBlocks(element: ElementNode, flow: Flow): readonly Block[] {
  const labels = labelsByValue(element.attributes['values']);
  const tabs = panelsIn(element.children).map((panel) => {
    const value = textAttribute(panel, 'value');
    return { label: textAttribute(panel, 'label') || labels.get(value) || value, children: flow(panel.children) };
  });
  const shown = tabs.filter((tab) => tab.label !== '' || tab.children.length > 0);
  return shown.length === 0 ? flow(element.children) : [{ type: 'tabs', tabs: shown }];
}

function panelsIn(nodes: readonly MarkNode[]): readonly ElementNode[] {
  return nodes.flatMap((node) => {
    if (isElementNode(node) && node.name.toLowerCase() === 'tabitem') return [node];
    return node.type === 'paragraph' || (isElementNode(node) && node.name === '') ? panelsIn(node.children ?? []) : [];
  });
}

function labelsByValue(values: unknown): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  if (!Array.isArray(values)) return labels;
  for (const entry of values as readonly unknown[]) {
    const { value, label } = (entry ?? {}) as { readonly value?: unknown; readonly label?: unknown };
    if (typeof value === 'string' && typeof label === 'string') labels.set(value, label);
  }
  return labels;
}
