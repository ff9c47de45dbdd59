import type { InlineNode } from './statement-text.tsx';

/** Emphasis in emphasis, and links in links: what lies deeper is text, for no browser lays out thousands of elements in one another. */
const MAX_EMPHASIS = 32;
const MAX_DEPTH = 8;
const PUNCTUATION = /[\p{P}\p{S}]/u;
/** Address and title behind `](`, up to the bracket that closes. */
const TARGET =
  /\(\s*(?:<[^<>\n]*>|(?:\\.|[^\s()\\]|\((?:\\.|[^\s()\\])*\))*)(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)/uy;

/** An emphasis that has begun; the first one is the text itself. */
interface Open {
  /** `*`, `**`, `_`, `__` or `~~`. */
  readonly marker: string;
  readonly nodes: InlineNode[];
}

/**
 * Reads emphasis, code, breaks and escapes of inline Markdown, as models write it. Of a link only its text is read, of a picture its
 * description; markup and all else is text. So nothing that it gives can lead anywhere.
 */
export function readInline(text: string, depth = 0): readonly InlineNode[] {
  const open: Open[] = [{ marker: '', nodes: [] }];
  let at = 0;
  let partners: ReadonlyMap<number, number> | undefined;
  const top = (): InlineNode[] => open.at(-1)!.nodes;
  while (at < text.length) {
    const char = text[at]!;
    const rest = text.slice(at, at + 2);
    if (char === '\\' && /^\\[!-/:-@[-`{-~]/u.test(rest)) {
      add(top(), rest[1]!);
      at += 2;
    } else if (rest === '\\\n' || char === '\n') {
      const before = top().at(-1);
      const isBreak = char === '\\' || (typeof before === 'string' && before.endsWith('  '));
      if (typeof before === 'string') top()[top().length - 1] = before.trimEnd();
      add(top(), isBreak ? { type: 'break' } : '\n');
      at += char === '\\' ? 2 : 1;
    } else if (char === '`') {
      const code = codeAt(text, at);
      add(top(), code === undefined ? runAt(text, at) : { type: 'code', text: code.text });
      at = code?.end ?? at + runAt(text, at).length;
    } else if (char === '[' || rest === '![') {
      partners ??= bracketsOf(text);
      const link = depth < MAX_DEPTH ? linkAt(text, at + (char === '[' ? 0 : 1), partners) : undefined;
      for (const piece of link === undefined ? [char] : readInline(link.text, depth + 1)) add(top(), piece);
      at = link?.end ?? at + 1;
    } else if (char === '*' || char === '_' || (char === '~' && runAt(text, at).length === 2)) {
      const run = runAt(text, at);
      emphasize(open, run, text[at - 1], text[at + run.length]);
      at += run.length;
    } else {
      add(top(), char);
      at += 1;
    }
  }
  while (open.length > 1) giveUp(open);
  return top().filter((node) => node !== '');
}

function add(nodes: InlineNode[], node: InlineNode): void {
  const last = nodes.at(-1);
  if (typeof node === 'string' && typeof last === 'string') nodes[nodes.length - 1] = last + node;
  else nodes.push(node);
}

/** Ends and begins what a run of one character can between the two that stand around it; what is left of it is text. */
function emphasize(open: Open[], run: string, before = ' ', after = ' '): void {
  const char = run[0]!;
  const isBegin = isFlanking(before, after);
  const isEnd = isFlanking(after, before);
  // Underscores within a word, as in `snake_case`, are part of it.
  const opens = isBegin && (char !== '_' || !isEnd || PUNCTUATION.test(before));
  const closes = isEnd && (char !== '_' || !isBegin || PUNCTUATION.test(after));
  let left = run.length;
  while (left > 0) {
    const from = closes ? open.findLastIndex(({ marker }) => marker[0] === char && marker.length <= left) : -1;
    if (from > 0) {
      while (open.length > from + 1) giveUp(open);
      const { marker, nodes } = open.pop()!;
      const type = char === '~' ? 'del' : marker.length === 2 ? 'strong' : 'em';
      add(open.at(-1)!.nodes, { type, children: nodes });
      left -= marker.length;
    } else {
      // Of three the outer one is the single one.
      const width = left % 2 === 1 ? 1 : 2;
      const marker = char.repeat(width);
      if (opens && open.length <= MAX_EMPHASIS) open.push({ marker, nodes: [] });
      else add(open.at(-1)!.nodes, marker);
      left -= width;
    }
  }
}

/** What was begun last has no end: its marker is text. */
function giveUp(open: Open[]): void {
  const { marker, nodes } = open.pop()!;
  for (const node of [marker, ...nodes]) add(open.at(-1)!.nodes, node);
}

/** Whether a run between the two belongs to what stands on its `near` side. */
function isFlanking(far: string, near: string): boolean {
  if (/\s/u.test(near)) return false;
  return !PUNCTUATION.test(near) || /\s/u.test(far) || PUNCTUATION.test(far);
}

/** The same character, as often as it stands there. */
function runAt(text: string, at: number): string {
  let end = at + 1;
  while (text[end] === text[at]) end += 1;
  return text.slice(at, end);
}

function codeAt(text: string, at: number): { readonly text: string; readonly end: number } | undefined {
  const fence = runAt(text, at);
  for (let end = text.indexOf(fence, at + fence.length); end !== -1; end = text.indexOf(fence, end)) {
    const closing = runAt(text, end);
    if (closing.length === fence.length) {
      const code = text.slice(at + fence.length, end).replaceAll('\n', ' ');
      const isPadded = code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '';
      return { text: isPadded ? code.slice(1, -1) : code, end: end + fence.length };
    }
    end += closing.length;
  }
  return undefined;
}

/** Where the bracket that stands at an offset is closed. All are found at once: one by one, a row of open ones would be read as often as it is long. */
function bracketsOf(text: string): ReadonlyMap<number, number> {
  const partners = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '[') open.push(at);
    else if (text[at] === ']' && open.length > 0) partners.set(open.pop()!, at);
  }
  return partners;
}

function linkAt(
  text: string,
  at: number,
  partners: ReadonlyMap<number, number>,
): { readonly text: string; readonly end: number } | undefined {
  const end = partners.get(at);
  if (end === undefined) return undefined;
  TARGET.lastIndex = end + 1;
  return TARGET.test(text) ? { text: text.slice(at + 1, end), end: TARGET.lastIndex } : undefined;
}
