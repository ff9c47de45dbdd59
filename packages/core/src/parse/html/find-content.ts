/**
 * Where the article stands in a page.
 *
 * The generator's own places come first, then `data-pagefind-body` and the landmarks of HTML. When a page has none of them, the
 * container is chosen by text: going down from `body`, always into the child that holds most of the text outside of links,
 * for as long as that child holds nearly all of it. A page whose text is mostly links has no such child and is read whole.
 */
import { type HtmlElement, type HtmlParent, isElement, isText } from './dom.ts';
import { commonRules, type HtmlRules } from './rules.ts';
import { closest, find, findAll } from './selector.ts';

const NEARLY_ALL = 0.7;

export function findContent(document: HtmlParent, rules: HtmlRules): readonly HtmlElement[] {
  for (const selector of new Set([...rules.content, ...commonRules.content])) {
    const found = findAll(document, selector).filter((element) => textWeight(element) > 0);
    const all = new Set<HtmlParent>(found);
    const outermost = found.filter((element) => !standsInside(element, all));
    // Several articles are a list of teasers; the landmark around them is the better choice.
    if (outermost.length > 1 && /(?:^|\s)(?:main|article|\[role=main\])$/.test(selector)) {
      const landmark = closest(outermost[0]!, 'main, [role=main]');
      if (landmark !== undefined) return [landmark];
    }
    if (outermost.length > 0) return outermost;
  }
  const body = find(document, 'body');
  return body === undefined ? [] : [densest(body)];
}

function standsInside(element: HtmlElement, ancestors: ReadonlySet<HtmlParent>): boolean {
  let parent = element.parentNode;
  while (isElement(parent) && !ancestors.has(parent)) parent = parent.parentNode;
  return isElement(parent);
}

function densest(body: HtmlElement): HtmlElement {
  let container = body;
  for (;;) {
    const total = textWeight(container);
    const next = container.childNodes
      .filter(isElement)
      .filter((child) => /^(?:div|section|td|table|tbody|tr|center|form|font|span)$/.test(child.tagName))
      .find((child) => textWeight(child) > total * NEARLY_ALL);
    if (next === undefined) return container;
    container = next;
  }
}

const UNWEIGHED = new Set([
  'a',
  'script',
  'style',
  'nav',
  'header',
  'footer',
  'aside',
  'template',
  'noscript',
  'button',
  'select',
]);

/** Characters of text outside of links and page furniture. */
function textWeight(root: HtmlElement): number {
  let weight = 0;
  const open: HtmlParent[] = [root];
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    for (const node of parent.childNodes) {
      if (isText(node)) weight += node.value.trim().length;
      else if (isElement(node) && !UNWEIGHED.has(node.tagName)) open.push(node);
    }
  }
  return weight;
}
