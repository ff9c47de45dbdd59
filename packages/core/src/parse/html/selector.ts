/**
 * A small CSS selector matcher over parse5 nodes, so that what is known about a site generator can be written as data.
 *
 * Understood: `tag`, `*`, `#id`, `.class`, `[name]`, `[name=value]`, `[name^=value]`, `[name*=value]`, `[name~=value]`, `:not(compound)`,
 * descendant (space) and child (`>`) combinators, and comma lists. Values may stand in double or single quotes. Matching goes from
 * right to left and walks up the ancestors in a loop, never by recursion.
 */
import {
  attribute,
  classesOf,
  elementsUnder,
  hasAttribute,
  parentOf,
  type HtmlElement,
  type HtmlParent,
} from './dom.ts';

type Test = (element: HtmlElement) => boolean;

/** `combinator` says how the compound hangs on the one to its left. */
interface Compound {
  readonly combinator: 'descendant' | 'child';
  readonly tests: readonly Test[];
}

export interface Selector {
  readonly alternatives: readonly (readonly Compound[])[];
}

const SIMPLE =
  /^(?:\*|([a-z][\w-]*)|#([\w-]+)|\.([\w-]+)|\[([\w:-]+)(?:([~^*]?=)(?:"([^"]*)"|'([^']*)'|([^\]]*)))?\]|:not\(([^)]+)\))/i;

const compiled = new Map<string, Selector>();

/** Throws on a selector that is not understood: selectors are part of the code, never input. */
export function compileSelector(source: string): Selector {
  const known = compiled.get(source);
  if (known !== undefined) return known;
  const selector = { alternatives: source.split(',').map((part) => compileCompounds(part.trim())) };
  compiled.set(source, selector);
  return selector;
}

function compileCompounds(source: string): readonly Compound[] {
  const compounds: Compound[] = [];
  let rest = source;
  let combinator: Compound['combinator'] = 'descendant';
  while (rest !== '') {
    const tests: Test[] = [];
    for (let match = SIMPLE.exec(rest); match !== null; match = SIMPLE.exec(rest)) {
      tests.push(compileSimple(match));
      rest = rest.slice(match[0].length);
    }
    if (tests.length === 0) throw new TypeError(`selector "${source}" is not understood at "${rest}"`);
    compounds.push({ combinator, tests });
    const between = /^\s*(>)?\s*/.exec(rest)!;
    combinator = between[1] === undefined ? 'descendant' : 'child';
    if (rest !== '' && between[0] === '') throw new TypeError(`selector "${source}" is not understood at "${rest}"`);
    rest = rest.slice(between[0].length);
  }
  return compounds;
}

function compileSimple(match: RegExpExecArray): Test {
  const [, tag, id, className, name, operator, double, single, bare, not] = match;
  if (tag !== undefined) return (element) => element.tagName === tag;
  if (id !== undefined) return (element) => attribute(element, 'id') === id;
  if (className !== undefined) return (element) => classesOf(element).includes(className);
  if (name !== undefined) return compileAttribute(name, operator, double ?? single ?? bare ?? '');
  if (not !== undefined) {
    const inner = compileCompounds(not);
    return (element) => !matchesCompounds(element, inner);
  }
  return () => true;
}

function compileAttribute(name: string, operator: string | undefined, value: string): Test {
  switch (operator) {
    case '=':
      return (element) => attribute(element, name) === value && hasAttribute(element, name);
    case '^=':
      return (element) => attribute(element, name).startsWith(value);
    case '*=':
      return (element) => attribute(element, name).includes(value);
    case '~=':
      return (element) => attribute(element, name).split(/\s+/).includes(value);
    default:
      return (element) => hasAttribute(element, name);
  }
}

function matchesCompounds(element: HtmlElement, compounds: readonly Compound[]): boolean {
  let at = compounds.length - 1;
  let subject: HtmlElement | undefined = element;
  if (!passes(subject, compounds[at]!)) return false;
  // Last place where a descendant combinator may still choose a higher ancestor.
  let retryAt = -1;
  let retryFrom: HtmlElement | undefined;
  while (at > 0) {
    const child: boolean = compounds[at]!.combinator === 'child';
    const wanted: Compound = compounds[at - 1]!;
    let candidate: HtmlElement | undefined = parentOf(subject);
    if (!child) while (candidate !== undefined && !passes(candidate, wanted)) candidate = parentOf(candidate);
    if (candidate !== undefined && passes(candidate, wanted)) {
      if (!child) {
        retryAt = at;
        retryFrom = candidate;
      }
      subject = candidate;
      at -= 1;
    } else {
      if (retryFrom === undefined || !child) return false;
      at = retryAt;
      subject = retryFrom;
    }
  }
  return true;
}

function passes(element: HtmlElement, compound: Compound): boolean {
  for (const test of compound.tests) if (!test(element)) return false;
  return true;
}

export function matches(element: HtmlElement, selector: string): boolean {
  if (selector === '') return false;
  return compileSelector(selector).alternatives.some((compounds) => matchesCompounds(element, compounds));
}

/** First match under `root` in document order; `root` itself is never the match. An empty selector matches nothing. */
export function find(root: HtmlParent, selector: string): HtmlElement | undefined {
  if (selector === '') return undefined;
  for (const element of elementsUnder(root)) if (matches(element, selector)) return element;
  return undefined;
}

export function findAll(root: HtmlParent, selector: string): readonly HtmlElement[] {
  if (selector === '') return [];
  return [...elementsUnder(root)].filter((element) => matches(element, selector));
}

/** The element itself or its nearest ancestor that matches. */
export function closest(element: HtmlElement, selector: string): HtmlElement | undefined {
  let candidate: HtmlElement | undefined = element;
  while (candidate !== undefined && !matches(candidate, selector)) candidate = parentOf(candidate);
  return candidate;
}
