import type { InlineNode } from './inline-node.ts';
import { pairDelimiters, type Delimiter, type Piece } from './pair-delimiters.ts';

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
