import { isShownWord, STRIKING_STYLE } from '../visible-text.ts';
import { type ElementNode, textAttribute, textOf } from './mark-node.ts';

/** Leave nothing that reads as text of the page, or are struck out. */
const DROPPED: ReadonlySet<string> = new Set(
  (
    'script style template noscript iframe object embed svg canvas video audio map input textarea select datalist dialog head button del s strike ' +
    'tocinline doccardlist doccard'
  ).split(' '),
);

const INLINE: ReadonlySet<string> = new Set(
  (
    'a abbr acronym b bdi bdo big br cite code data dfn em font i img ins kbd label mark meter output progress q rb ' +
    'rp rt ruby samp small span strong sub sup time tt u var wbr nobr'
  ).split(' '),
);

const PLAIN_BLOCKS: ReadonlySet<string> = new Set(
  (
    'address article aside center div fieldset figcaption figure footer form header hgroup legend main nav p search section ' +
    'tabitem'
  ).split(' '),
);

/**
 * - `dropped`: no reader's text, or struck out
 * - `hidden`: text that the page hides from every reader
 * - `inline`: part of a line of text
 * - `plain`: a block that only holds others
 * - `own`: has a meaning of its own
 */
export type ElementKind = 'dropped' | 'hidden' | 'inline' | 'plain' | 'own';

export function elementKind(element: ElementNode): ElementKind {
  const name = element.name.toLowerCase();
  if (DROPPED.has(name) || isStruck(element)) return 'dropped';
  if (isHidden(element) || (isAriaHidden(element) && !(INLINE.has(name) && isWord(element)))) return 'hidden';
  if (OWN.has(name)) return 'own';
  if (INLINE.has(name)) return 'inline';
  if (PLAIN_BLOCKS.has(name)) return name === 'div' && isWarning(element) ? 'own' : 'plain';
  return element.inline ? 'inline' : 'plain';
}

/** mdBook's own notation for a warning. */
function isWarning(element: ElementNode): boolean {
  return textAttribute(element, 'class').split(/\s+/).includes('warning');
}

function isStruck({ attributes: { style } }: ElementNode): boolean {
  if (typeof style === 'string') return STRIKING_STYLE.test(style);
  if (typeof style !== 'object' || style === null) return false;
  const { textDecoration, textDecorationLine } = style as Readonly<Record<string, unknown>>;
  return [textDecoration, textDecorationLine].some(
    (value) => typeof value === 'string' && /\bline-through\b/.test(value),
  );
}

function isAriaHidden({ attributes }: ElementNode): boolean {
  return attributes['aria-hidden'] === 'true' || attributes['aria-hidden'] === true;
}

function isWord(element: ElementNode): boolean {
  const className = textAttribute(element, 'class') || textAttribute(element, 'className');
  return isShownWord(textOf(element), className, textAttribute(element, 'href'));
}

function isHidden(element: ElementNode): boolean {
  const { hidden, style } = element.attributes;
  if (hidden === true || (typeof hidden === 'string' && hidden !== 'until-found')) return true;
  if (typeof style === 'string') return HIDING_STYLE.test(style);
  if (typeof style !== 'object' || style === null) return false;
  const { display, visibility, opacity, fontSize } = style as Readonly<Record<string, unknown>>;
  if (display === 'none' || visibility === 'hidden' || visibility === 'collapse') return true;
  return [opacity, fontSize].some(
    (value) => typeof value !== 'object' && /^0(?:\.0+)?(?:[a-z]+|%)?$/.test(String(value)),
  );
}

const HIDING_STYLE =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|(?:opacity|font-size)\s*:\s*0(?:\.0+)?(?:px|em|rem|pt|%)?\s*(?:;|!|$))/i;

/** Elements with a mapping in `element-blocks.ts`. */
const OWN: ReadonlySet<string> = new Set(
  'h1 h2 h3 h4 h5 h6 ul ol menu dl table blockquote pre details tabs codeblock admonition listing hr'.split(' '),
);
