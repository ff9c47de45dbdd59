/**
 * The words of a block's Markdown, as a chunk has them: emphasis, code marks and link targets are gone, escapes and the commonest
 * entities resolved. Images and HTML tags stay as they were written, so that whoever judges the text sees them.
 */
import { flanks, pairRuns, type DelimiterRun } from './emphasis.ts';
import { LABELS_ALONE } from './label-syntax.ts';

export interface InlineText {
  readonly text: string;
  /** As long as `text`; characters of code are `x`, and the `!` of an image is `IMAGE`. */
  readonly shadow: string;
  /** What stands before it in `text` is the same whatever follows the source; all of it once the source is `final`. */
  readonly settled: number;
}

export const IMAGE = '\u0001';

interface Token {
  readonly at: number;
  text: string;
  readonly isCode: boolean;
  isImage: boolean;
  readonly run: DelimiterRun | undefined;
}

const LONGEST_CODE = 1000;
const LONGEST_LINK = 2000;
const LONGEST_TARGET = 1500;
const PLAIN = /[^\\`*_~<![\]&]+/y;
const ENTITY = /&(lt|gt|amp|quot|apos|nbsp|#39);/iy;
const MAYBE_ENTITY = /&[a-z#\d]{0,5}$/iy;
const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  '#39': "'",
};
/** Names of Python, which no model means as emphasis. */
const DUNDER = /__[a-z][a-z\d]{0,30}(?:_[a-z\d]{1,30}){0,4}__(?![\p{L}\p{N}_])/uy;
const MAYBE_DUNDER = /_(?:_[a-z\d_]{0,190})?$/y;
const PUNCTUATION = /[!-/:-@[-`{-~]/u;
const BREAK_TAG = /<br\s{0,3}\/?>/iy;
const AUTOLINK = /<((?:https?:\/\/|mailto:)[^\s<>]{1,1900})>/iy;
const MAYBE_TAG = /<(?:br\s{0,3}\/?|[^\s<>]{0,1910})$/iy;
const TARGET = /\((?:[^()\\]|\\[^]|\([^()]{0,300}\)){0,1500}\)/y;
const MAYBE_TARGET = /\((?:[^()\\]|\\[^]|\([^()]{0,300}\)){0,1500}(?:\\|\([^()]{0,300})?$/y;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Where the next run of as many backticks begins; found for all lengths in one pass. */
function closingTicks(source: string): (length: number, after: number) => number | undefined {
  let places: Map<number, number[]> | undefined;
  const next = new Map<number, number>();
  return (length, after) => {
    if (places === undefined) {
      places = new Map();
      for (const { 0: run, index } of source.matchAll(/`+/gu)) {
        const list = places.get(run.length) ?? [];
        list.push(index);
        places.set(run.length, list);
      }
    }
    const list = places.get(length) ?? [];
    let place = next.get(length) ?? 0;
    while (place < list.length && list[place]! < after) place += 1;
    next.set(length, place);
    return list[place];
  };
}

/** `final`: nothing follows in this block. */
export function readInline(source: string, final: boolean): InlineText {
  const tokens: Token[] = [];
  const runs: DelimiterRun[] = [];
  const brackets: { readonly token: number; readonly at: number }[] = [];
  const closing = closingTicks(source);
  const nextOf = (text: string, from: number): number => {
    const found = source.indexOf(text, from);
    return found < 0 ? Infinity : found;
  };
  let commentEnd = -1;
  let at = 0;
  /** Source offset from which something may still change. */
  let open = source.length;

  const put = (text: string, isCode = false): void =>
    void tokens.push({ at, text, isCode, isImage: false, run: undefined });
  /** Whether a construct that begins at `from` may end behind the source. */
  const mayGoOn = (from: number, longest: number): boolean => !final && source.length - from <= longest;
  const stop = (from: number): void => {
    open = Math.min(open, from);
  };

  /** Returns what is behind; `undefined` when that cannot be said yet. */
  function code(): number | undefined {
    const length = /`+/y.exec(source.slice(at, at + LONGEST_CODE))![0].length;
    const from = at + length;
    if (from === source.length && mayGoOn(at, LONGEST_CODE)) return undefined;
    const end = closing(length, from);
    if (end === undefined || end - at > LONGEST_CODE) {
      if (end === undefined && mayGoOn(at, LONGEST_CODE)) return undefined;
      put(source.slice(at, from));
      return from;
    }
    if (end + length === source.length && !final) return undefined;
    const inside = source.slice(from, end).replaceAll('\n', ' ');
    const isPadded = inside.startsWith(' ') && inside.endsWith(' ') && inside.trim() !== '';
    put(isPadded ? inside.slice(1, -1) : inside, true);
    return end + length;
  }

  function emphasis(character: string): number | undefined {
    let end = at;
    while (source[end] === character) end += 1;
    if (end === source.length && !final) return undefined;
    if (character === '~' && end - at !== 2) {
      put(source.slice(at, end));
      return end;
    }
    const before = at === 0 ? '' : String.fromCodePoint(codePointBefore(source, at));
    const after = end === source.length ? '' : String.fromCodePoint(source.codePointAt(end)!);
    const run: DelimiterRun = { character, at, ...flanks(character, before, after), left: end - at };
    runs.push(run);
    tokens.push({ at, text: '', isCode: false, isImage: false, run });
    return end;
  }

  function tag(): number | undefined {
    if (source.startsWith('<!--', at)) {
      if (commentEnd < at + 4) commentEnd = nextOf('-->', at + 4);
      if (commentEnd - at <= LONGEST_LINK) return commentEnd + 3;
      if (mayGoOn(at, LONGEST_LINK)) return undefined;
    }
    const line = matchAt(BREAK_TAG, source, at);
    if (line !== null) {
      put(' ');
      return at + line[0].length;
    }
    const link = matchAt(AUTOLINK, source, at);
    if (link !== null) {
      put(link[1]!);
      return at + link[0].length;
    }
    if (!final && matchAt(MAYBE_TAG, source, at) !== null) return undefined;
    put('<');
    return at + 1;
  }

  function bracketEnd(): number | undefined {
    const opener = brackets.pop();
    if (opener === undefined || at - opener.at > LONGEST_LINK) {
      put(']');
      return at + 1;
    }
    if (at + 1 === source.length && !final) {
      stop(opener.at);
      return undefined;
    }
    const found = source[at + 1] === '(' ? matchAt(TARGET, source, at + 1) : null;
    const target = found === null || found[0].length > LONGEST_TARGET ? null : found;
    if (target === null) {
      const isOpen = source[at + 1] === '(' && mayGoOn(at + 1, LONGEST_TARGET);
      if (isOpen && matchAt(MAYBE_TARGET, source, at + 1) !== null) {
        stop(opener.at);
        return undefined;
      }
      put(']');
      return at + 1;
    }
    if (tokens[opener.token]!.text === '![') {
      tokens[opener.token]!.isImage = true;
      put(`]${target[0]}`);
    } else if (LABELS_ALONE.test(source.slice(opener.at, at + 1))) {
      put(']');
    } else {
      tokens[opener.token]!.text = '';
    }
    return at + 1 + target[0].length;
  }

  function step(character: string): number | undefined {
    switch (character) {
      case '\\': {
        const next = source[at + 1];
        if (next === undefined && !final) return undefined;
        const isEscape = next !== undefined && (next === '\n' || PUNCTUATION.test(next));
        put(isEscape ? next : '\\');
        return at + (isEscape ? 2 : 1);
      }
      case '`':
        return code();
      case '_': {
        const name = matchAt(DUNDER, source, at);
        if (name === null) return !final && matchAt(MAYBE_DUNDER, source, at) !== null ? undefined : emphasis('_');
        put(name[0]);
        return at + name[0].length;
      }
      case '*':
      case '~':
        return emphasis(character);
      case '<':
        return tag();
      case '!':
        if (at + 1 === source.length && !final) return undefined;
        if (source[at + 1] === '[') brackets.push({ token: tokens.length, at });
        put(source[at + 1] === '[' ? '![' : '!');
        return at + (source[at + 1] === '[' ? 2 : 1);
      case '[':
        brackets.push({ token: tokens.length, at });
        put('[');
        return at + 1;
      case ']':
        return bracketEnd();
      case '&': {
        const entity = matchAt(ENTITY, source, at);
        if (entity === null && !final && matchAt(MAYBE_ENTITY, source, at) !== null) return undefined;
        put(entity === null ? '&' : ENTITIES[entity[1]!.toLowerCase()]!);
        return at + (entity?.[0].length ?? 1);
      }
      default: {
        const plain = matchAt(PLAIN, source, at)![0];
        put(plain);
        return at + plain.length;
      }
    }
  }

  while (at < source.length) {
    const next = step(source[at]!);
    if (next === undefined) {
      stop(at);
      break;
    }
    at = next;
  }
  const unpaired = pairRuns(runs, source.length);
  if (!final) {
    stop(unpaired);
    stop(brackets.find((bracket) => source.length - bracket.at <= LONGEST_LINK)?.at ?? source.length);
  }

  let text = '';
  let shadow = '';
  let settled: number | undefined;
  for (const token of tokens) {
    if (!final && settled === undefined && token.at >= open) settled = text.length;
    const shown = token.run === undefined ? token.text : token.run.character.repeat(token.run.left);
    text += shown;
    shadow += token.isCode ? 'x'.repeat(shown.length) : token.isImage ? `${IMAGE}[` : shown;
  }
  return { text, shadow, settled: settled ?? text.length };
}

function codePointBefore(text: string, at: number): number {
  const last = text.charCodeAt(at - 1);
  const isPair = last >= 0xdc00 && last <= 0xdfff && at > 1;
  return (isPair ? text.codePointAt(at - 2) : undefined) ?? last;
}
