import type { Block, TabsBlock } from '../../spec/block.ts';

import { attribute, parentOf, type HtmlElement, type HtmlNode } from './dom.ts';
import type { PageReading } from './page-reading.ts';
import { readLine } from './read-inline.ts';
import type { TabsRule } from './rules.ts';
import { findAll, matches } from './selector.ts';

/** `undefined` when the container holds no panels by this rule. */
export function readTabs(
  reading: PageReading,
  container: HtmlElement,
  rule: TabsRule,
  readBlocks: (reading: PageReading, nodes: readonly HtmlNode[]) => Block[],
): TabsBlock | undefined {
  const own = (selector: string): readonly HtmlElement[] =>
    findAll(container, selector).filter((element) => nearest(element, rule.match) === container);
  const labels = own(rule.label);
  const panels = own(rule.panel);
  if (panels.length === 0) return undefined;
  const tabs = panels.map((panel, at) => {
    const labelledBy = attribute(panel, 'aria-labelledby');
    const label = labels.find((entry) => labelledBy !== '' && attribute(entry, 'id') === labelledBy) ?? labels[at];
    return {
      label: label === undefined ? '' : readLine(reading, label).text,
      children: readBlocks(reading, panel.childNodes),
    };
  });
  return { type: 'tabs', tabs: tabs.filter((tab) => tab.label !== '' || tab.children.length > 0) };
}

/** Tabs may stand inside tabs: each container owns only what has it as its nearest one. */
function nearest(element: HtmlElement, selector: string): HtmlElement | undefined {
  let ancestor = parentOf(element);
  while (ancestor !== undefined && !matches(ancestor, selector)) ancestor = parentOf(ancestor);
  return ancestor;
}
