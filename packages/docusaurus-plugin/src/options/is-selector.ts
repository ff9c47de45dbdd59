const NAME = /(?:--|-?(?:[_a-z\u0080-\u{10FFFF}]|\\[^\n]))(?:[-\w\u0080-\u{10FFFF}]|\\[^\n])*/u.source;
const TEXT = /"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'/u.source;
const ATTRIBUTE = `\\[\\s*${NAME}\\s*(?:[~|^$*]?=\\s*(?:${NAME}|${TEXT})\\s*(?:\\s[is]\\s*)?)?\\]`;
/** Pseudo-classes that all browsers know. */
const STATES =
  'active|any-link|checked|defined|disabled|empty|enabled|(?:first|last|only)-(?:child|of-type)|focus(?:-visible|-within)?|host|hover|link|root|scope|target|visited';
const sticky = (source: string): RegExp => new RegExp(source, 'iuy');

const ELEMENT = sticky(`\\*|${NAME}`);
const PLAIN = sticky(
  `#(?:[-\\w\\u0080-\\u{10FFFF}]|\\\\[^\\n])+|\\.${NAME}|${ATTRIBUTE}|:(?:${STATES})(?![-\\w\\u0080-\\u{10FFFF}(\\\\])`,
);
const OPENING = sticky(`:(?<name>${NAME})\\(`);
const COMBINATOR = sticky('\\s*[>+~]\\s*|\\s+');
const COUNT = /^(?:even|odd|[+-]?(?:\d+|\d*n(?:\s*[+-]\s*\d+)?))(?:\s+of\s+(?<of>[\s\S]+))?$/iu;

/**
 * Whether a browser can find elements by this CSS selector, as far as that can be told without one: what is refused is unknown to some
 * browsers, left unclosed, or names parts that are no elements (`::before`).
 */
export function isSelector(text: string): boolean {
  return isList(text, false);
}

function isList(text: string, isRelative: boolean): boolean {
  return partsOf(text)?.every((part) => isComplex(part.trim(), isRelative)) ?? false;
}

function isComplex(text: string, isRelative: boolean): boolean {
  let at = isRelative ? (/^[>+~]\s*/u.exec(text)?.[0].length ?? 0) : 0;
  for (;;) {
    const end = endOfCompound(text, at);
    if (end === undefined || end === at) return false;
    if (end === text.length) return true;
    const after = endOf(COMBINATOR, text, end);
    if (after === end) return false;
    at = after;
  }
}

/** `undefined` when something in it is wrong. */
function endOfCompound(text: string, start: number): number | undefined {
  let at = endOf(ELEMENT, text, start);
  for (;;) {
    const next = endOf(PLAIN, text, at);
    if (next !== at) {
      at = next;
      continue;
    }
    OPENING.lastIndex = at;
    const opening = OPENING.exec(text);
    if (opening === null) return at;
    const from = at + opening[0].length;
    const length = lengthOfGroup(text.slice(from));
    if (length === undefined) return undefined;
    if (!isArgument(opening.groups!['name']!.toLowerCase(), text.slice(from, from + length))) return undefined;
    at = from + length + 1;
  }
}

function isArgument(name: string, argument: string): boolean {
  const text = argument.trim();
  if (name === 'not' || name === 'host') return isList(text, false);
  if (name === 'has') return isList(text, true);
  // These forgive what they cannot read.
  if (name === 'is' || name === 'where') return true;
  if (name === 'lang' || name === 'dir' || name === 'state') return text !== '';
  if (!/^nth-(?:last-)?(?:child|of-type)$/u.test(name)) return false;
  const count = COUNT.exec(text);
  return count !== null && (count.groups!['of'] === undefined || isList(count.groups!['of'], false));
}

/** Parts between commas that stand in no parentheses, brackets or text; `undefined` when one of these is not closed. */
function partsOf(text: string): readonly string[] | undefined {
  const parts: string[] = [];
  let rest = text;
  for (;;) {
    const end = scan(rest, ',');
    if (end === undefined) return undefined;
    parts.push(rest.slice(0, end));
    if (end === rest.length) return parts;
    rest = rest.slice(end + 1);
  }
}

function lengthOfGroup(text: string): number | undefined {
  const end = scan(text, ')');
  return end === text.length ? undefined : end;
}

/** Where `wanted` first stands outside of all groups, or the end of the text; `undefined` when a group is not closed. */
function scan(text: string, wanted: string): number | undefined {
  const open: string[] = [];
  const token = new RegExp(`${TEXT}|\\\\[\\s\\S]|[\\s\\S]`, 'uy');
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [found] = match;
    if (open.length === 0 && found === wanted) return match.index;
    if (found === '(') open.push(')');
    else if (found === '[') open.push(']');
    else if (found === ')' || found === ']') {
      if (open.pop() !== found) return undefined;
    } else if (found === '"' || found === "'") return undefined;
  }
  return open.length === 0 ? text.length : undefined;
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text) === null ? at : pattern.lastIndex;
}
