import { type ElementNode, textAttribute } from './mark-node.ts';

/** Leave nothing that reads as text of the page. */
const DROPPED: ReadonlySet<string> = new Set(
  (
    'script style template noscript iframe object embed svg canvas video audio map input textarea select datalist dialog head button ' +
    'tocinline doccardlist doccard'
  ).split(' '),
);

const INLINE: ReadonlySet<string> = new Set(
  (
    'a abbr acronym b bdi bdo big br cite code data del dfn em font i img ins kbd label mark meter output progress q rb ' +
    'rp rt ruby s samp small span strike strong sub sup time tt u var wbr nobr'
  ).split(' '),
);

const PLAIN_BLOCKS: ReadonlySet<string> = new Set(
  (
    'address article aside center div fieldset figcaption figure footer form header hgroup legend main nav p search section ' +
    'tabitem'
  ).split(' '),
);

/**
 * - `dropped`: no reader's text
 * - `hidden`: text that the page hides from every reader
 * - `inline`: part of a line of text
 * - `plain`: a block that only holds others
 * - `own`: has a meaning of its own
 */
export type ElementKind = 'dropped' | 'hidden' | 'inline' | 'plain' | 'own';

export function elementKind(element: ElementNode): ElementKind {
  const name = element.name.toLowerCase();
  if (DROPPED.has(name)) return 'dropped';
  if (isHidden(element)) return 'hidden';
  if (OWN.has(name)) return 'own';
  if (INLINE.has(name)) return 'inline';
  if (PLAIN_BLOCKS.has(name)) return name === 'div' && isWarning(element) ? 'own' : 'plain';
  return element.inline ? 'inline' : 'plain';
}

/** mdBook's own notation for a warning. */
function isWarning(element: ElementNode): boolean {
  return textAttribute(element, 'class').split(/\s+/).includes('warning');
}

function isHidden(element: ElementNode): boolean {
  const { hidden, style } = element.attributes;
  const aria = element.attributes['aria-hidden'];
  if (aria === 'true' || aria === true) return true;
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
