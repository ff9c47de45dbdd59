/**
 * CSS selectors over parse5 nodes, so that what is known about a site generator can be written as data. `css-what` reads them; matching
 * knows tags, ids, classes, attributes, `:not()`, and the combinators descendant (space) and child (`>`).
 */
import { parse, type AttributeSelector, type Selector } from 'css-what';
import { attribute, elementsUnder, hasAttribute, parentOf, type HtmlElement, type HtmlParent } from './dom.ts';

const parsed = new Map<string, readonly (readonly Selector[])[]>();

/** Throws on a selector that is not understood: selectors are part of the code, never input. An empty one matches nothing. */
export function matches(element: HtmlElement, selector: string): boolean {
  if (selector === '') return false;
  let alternatives = parsed.get(selector);
  if (alternatives === undefined) parsed.set(selector, (alternatives = parse(selector)));
  return alternatives.some((steps) => endsAt(element, steps, steps.length - 1));
}

/** First match under `root` in document order; `root` itself is never the match. */
export function find(root: HtmlParent, selector: string): HtmlElement | undefined {
  if (selector === '') return undefined;
  for (const element of elementsUnder(root)) if (matches(element, selector)) return element;
  return undefined;
}

export function findAll(root: HtmlParent, selector: string): readonly HtmlElement[] {
  return selector === '' ? [] : [...elementsUnder(root)].filter((element) => matches(element, selector));
}

/** The element itself or its nearest ancestor that matches. */
export function closest(element: HtmlElement, selector: string): HtmlElement | undefined {
  let candidate: HtmlElement | undefined = element;
  while (candidate !== undefined && !matches(candidate, selector)) candidate = parentOf(candidate);
  return candidate;
}

/** Whether the steps up to the one at `last` lead to the element, read from right to left. Recursion is as deep as a selector has combinators. */
function endsAt(element: HtmlElement, steps: readonly Selector[], last: number): boolean {
  for (let at = last; at >= 0; at -= 1) {
    const step = steps[at]!;
    if (step.type !== 'child' && step.type !== 'descendant') {
      if (!passes(element, step)) return false;
      continue;
    }
    let ancestor = parentOf(element);
    if (step.type === 'child') return ancestor !== undefined && endsAt(ancestor, steps, at - 1);
    while (ancestor !== undefined && !endsAt(ancestor, steps, at - 1)) ancestor = parentOf(ancestor);
    return ancestor !== undefined;
  }
  return true;
}

function passes(element: HtmlElement, step: Selector): boolean {
  if (step.type === 'tag') return element.tagName === step.name;
  if (step.type === 'universal') return true;
  if (step.type === 'attribute') return hasAttribute(element, step.name) && passesAttribute(element, step);
  if (step.type === 'pseudo' && step.name === 'not' && Array.isArray(step.data)) {
    return !step.data.some((steps) => endsAt(element, steps, steps.length - 1));
  }
  throw new TypeError(`A selector holds "${step.type}", which is not understood.`);
}

function passesAttribute(element: HtmlElement, { name, action, value }: AttributeSelector): boolean {
  const own = attribute(element, name);
  switch (action) {
    case 'exists':
      return true;
    case 'equals':
      return own === value;
    case 'start':
      return own.startsWith(value);
    case 'any':
      return own.includes(value);
    case 'element':
      return own.split(/\s+/).includes(value);
    default:
      throw new TypeError(`A selector compares \`${name}\` in a way that is not understood: "${action}".`);
  }
}
