import type { InlineNode } from './statement-text.tsx';

/** Emphasis in emphasis: what lies deeper is text, for no browser lays out thousands of elements in one another. */
const MAX_EMPHASIS = 32;

/** Links in links and the like: deeper is text. */
const MAX_DEPTH = 8;
const PUNCTUATION = /[\p{P}\p{S}]/u;
/** Address and title behind `](`, up to the bracket that closes. */
const TARGET =
  /\(\s*(?:<[^<>\n]*>|(?:\\.|[^\s()\\]|\((?:\\.|[^\s()\\])*\))*)(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)/uy;

/**
 * Reads emphasis, code, breaks and escapes of inline Markdown, after CommonMark. Of a link only its text is read, of a picture its
 * description; markup and all else is text. So nothing that it gives can lead anywhere.
 */
export function readInline(text: string, depth = 0): readonly InlineNode[] {
  const pieces: Piece[] = [];
  let at = 0;
  let plain = '';
  let partners: ReadonlyMap<number, number> | undefined;
  const push = (more?: Piece): void => {
    if (plain !== '') pieces.push(plain);
    plain = '';
    if (more !== undefined) pieces.push(more);
  };
  while (at < text.length) {
    const char = text[at]!;
    const rest = text.slice(at, at + 2);
    if (char === '\\' && /^\\[!-/:-@[-`{-~]/u.test(rest)) {
      plain += rest[1];
      at += 2;
    } else if (rest === '\\\n' || char === '\n') {
      const isBreak = char === '\\' || plain.endsWith('  ');
      plain = plain.trimEnd();
      if (isBreak) push({ type: 'break' });
      else plain += '\n';
      at += char === '\\' ? 2 : 1;
    } else if (char === '`') {
      const code = codeAt(text, at);
      if (code === undefined) plain += runAt(text, at);
      else push({ type: 'code', text: code.text });
      at = code?.end ?? at + runAt(text, at).length;
    } else if (char === '[' || rest === '![') {
      partners ??= bracketsOf(text);
      const link = depth < MAX_DEPTH ? linkAt(text, at + (char === '[' ? 0 : 1), partners) : undefined;
      if (link === undefined) plain += char;
      else for (const piece of readInline(link.text, depth + 1)) push(piece);
      at = link?.end ?? at + 1;
    } else if (char === '*' || char === '_' || (char === '~' && runAt(text, at).length === 2)) {
      const run = runAt(text, at);
      push(delimiter(run, text[at - 1], text[at + run.length]));
      at += run.length;
    } else {
      plain += char;
      at += 1;
    }
  }
  push();
  return pairDelimiters(pieces);
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

function delimiter(run: string, before = ' ', after = ' '): Delimiter {
  const char = run[0]!;
  const isBegin = isFlanking(before, after);
  const isEnd = isFlanking(after, before);
  // Underscores within a word, as in `snake_case`, are part of it.
  const opens = isBegin && (char !== '_' || !isEnd || PUNCTUATION.test(before));
  const closes = isEnd && (char !== '_' || !isBegin || PUNCTUATION.test(after));
  return { type: 'delimiter', char, length: run.length, opens, closes };
}

/** Whether a run between the two belongs to what stands on its `near` side. */
function isFlanking(far: string, near: string): boolean {
  if (/\s/u.test(near)) return false;
  return !PUNCTUATION.test(near) || /\s/u.test(far) || PUNCTUATION.test(far);
}

/** A run of `*`, `_` or `~~` that may begin or end an emphasis. */
export interface Delimiter {
  readonly type: 'delimiter';
  readonly char: string;
  /** As written. */
  readonly length: number;
  readonly opens: boolean;
  readonly closes: boolean;
}

export type Piece = InlineNode | Delimiter;

type Open = InlineNode | (Delimiter & { left: number });

/** Pairs delimiters as CommonMark does; those without a partner are text. */
export function pairDelimiters(given: readonly Piece[]): readonly InlineNode[] {
  const pieces: Open[] = given.map((piece) => (isDelimiter(piece) ? { ...piece, left: piece.length } : piece));
  const depths = new WeakMap<object, number>();
  // Below these places no opener was found for closers of a kind; looking there again and again would take the square of the time.
  const bottoms = new Map<string, number>();
  let at = 0;
  while (at < pieces.length) {
    const closer = pieces[at];
    if (!isDelimiter(closer) || !closer.closes || closer.left === 0) {
      at += 1;
      continue;
    }
    const kind = `${closer.char}${closer.opens} ${closer.length % 3}`;
    const from = openerOf(pieces, at, closer, bottoms.get(kind) ?? 0);
    const opener = pieces[from];
    if (!isDelimiter(opener)) {
      bottoms.set(kind, at);
      at += 1;
      continue;
    }
    const width = Math.min(2, opener.left, closer.left);
    const type = closer.char === '~' ? 'del' : width === 2 ? 'strong' : 'em';
    const children = pieces.slice(from + 1, at).map(asNode);
    const depth = 1 + children.reduce((most, node) => Math.max(most, depthOf(node)), 0);
    opener.left -= width;
    closer.left -= width;
    if (depth > MAX_EMPHASIS) {
      children.forEach((child, index) => (pieces[from + 1 + index] = child));
      continue;
    }
    const node = { type, children } as const;
    depths.set(node, depth);
    pieces.splice(from + 1, at - from - 1, node);
    for (const [one, bottom] of bottoms) bottoms.set(one, Math.min(bottom, from + 1));
    at = from + 2;
  }
  return joined(pieces.map(asNode));

  function depthOf(node: InlineNode): number {
    return typeof node === 'string' ? 0 : (depths.get(node) ?? 0);
  }
}

/** `-1` without one. None stands before `bottom`. */
function openerOf(
  pieces: readonly Open[],
  at: number,
  closer: Delimiter & { readonly left: number },
  bottom: number,
): number {
  for (let from = at - 1; from >= bottom; from -= 1) {
    const opener = pieces[from];
    if (!isDelimiter(opener) || !opener.opens || opener.char !== closer.char || opener.left === 0) continue;
    // What can both open and close is paired only with what it cannot be confused with.
    const isTwofold = opener.closes || closer.opens;
    if (isTwofold && isThird(opener.length + closer.length) && !(isThird(opener.length) && isThird(closer.length))) {
      continue;
    }
    return from;
  }
  return -1;
}

function isThird(length: number): boolean {
  return length % 3 === 0;
}

function asNode(piece: InlineNode | (Delimiter & { readonly left: number })): InlineNode {
  return isDelimiter(piece) ? piece.char.repeat(piece.left) : piece;
}

function isDelimiter<T extends Piece>(piece: T | undefined): piece is Extract<T, { readonly type: 'delimiter' }> {
  return typeof piece === 'object' && piece.type === 'delimiter';
}

function joined(nodes: readonly InlineNode[]): readonly InlineNode[] {
  const all: InlineNode[] = [];
  for (const node of nodes) {
    const last = all.at(-1);
    if (typeof node === 'string' && typeof last === 'string') all[all.length - 1] = last + node;
    else if (node !== '') all.push(node);
  }
  return all;
}
