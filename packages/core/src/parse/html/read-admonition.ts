import type { AdmonitionBlock, Block } from '../../spec/block.ts';

import { classesOf, elementsUnder, type HtmlElement, type HtmlNode } from './dom.ts';
import { isDefaultTitle } from './default-titles.ts';
import type { PageReading } from './page-reading.ts';
import { readLine } from './read-inline.ts';
import type { AdmonitionRule } from './rules.ts';
import { find } from './selector.ts';

export function readAdmonition(
  reading: PageReading,
  element: HtmlElement,
  rule: AdmonitionRule,
  readBlocks: (reading: PageReading, nodes: readonly HtmlNode[]) => Block[],
): AdmonitionBlock {
  const kind = kindOf(element, rule);
  const titled = find(element, rule.title);
  const title = titled === undefined ? '' : readLine(reading, titled).text;
  const body = find(element, rule.body) ?? element;
  const children = readBlocks(reading, without(body, titled));
  return { type: 'admonition', kind, title: isDefaultTitle(title, kind) ? '' : title, children };
}

function kindOf(element: HtmlElement, rule: AdmonitionRule): string {
  const names = classesOf(element);
  const name =
    rule.kindPrefix === ''
      ? names.find((candidate) => !rule.generic.includes(candidate) && !candidate.startsWith('admonition-'))
      : names.find((candidate) => candidate.startsWith(rule.kindPrefix));
  return (name?.slice(rule.kindPrefix.length) || 'note').toLowerCase();
}

/** Child nodes of `parent`, those around `left` opened up so that everything but `left` remains. */
function without(parent: HtmlElement, left: HtmlElement | undefined): readonly HtmlNode[] {
  if (left === undefined) return parent.childNodes;
  if (parent.childNodes.includes(left)) return parent.childNodes.filter((node) => node !== left);
  const holder = parent.childNodes.find((node) => 'tagName' in node && [...elementsUnder(node)].includes(left));
  if (holder === undefined || !('tagName' in holder)) return parent.childNodes;
  return parent.childNodes.flatMap((node) => (node === holder ? without(holder, left) : [node]));
}
