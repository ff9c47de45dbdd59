import type { Mark, MarkKind } from '../types/mark.ts';

/** One run of prose as the block tree holds it, and how the page shows it. */
export interface Line {
  readonly text: string;
  readonly marks: readonly Mark[];
}

export interface LineWriter {
  /** Text as the source has it; white space folds when the line is taken. */
  add(text: string): void;
  /** Marks the text that `write` adds. */
  within(kind: MarkKind, href: string, write: () => void): void;
  /** The line so far. What follows is another one, in which open marks go on. */
  take(): Line;
}

interface Run {
  readonly kind: MarkKind;
  readonly href: string;
  /** Offsets in what was added. */
  readonly start: number;
  end: number;
}

/** A run begins or ends; in the order in which that was written. */
interface Border {
  readonly at: number;
  readonly run: Run;
  readonly opens: boolean;
}

/** `2` raised inside of what is raised, and so on; deeper is shown on the line. */
const DEEPEST = 8;
/** Characters before raised or lowered text that are looked at. */
const LONGEST_BASE = 40;

/** Gathers one line after the other. */
export function lineWriter(): LineWriter {
  let raw = '';
  let borders: Border[] = [];
  let open: Run[] = [];

  function begin(kind: MarkKind, href: string): Run {
    const run = { kind, href, start: raw.length, end: raw.length };
    borders.push({ at: raw.length, run, opens: true });
    return run;
  }

  function finish(run: Run): void {
    run.end = raw.length;
    borders.push({ at: raw.length, run, opens: false });
  }

  return {
    add(text) {
      raw += text;
    },
    within(kind, href, write) {
      const same = open.filter((run) => run.kind === kind).length;
      if (same >= (isScript(kind) ? DEEPEST : 1)) return write();
      const depth = open.length;
      open.push(begin(kind, href));
      write();
      // The run may be another one than before, where a line was taken meanwhile.
      finish(open[depth]!);
      open = open.slice(0, depth);
    },
    take() {
      for (const run of open.toReversed()) finish(run);
      const line = borders.length === 0 ? { text: foldSpace(raw), marks: [] } : folded(raw, borders);
      raw = '';
      borders = [];
      open = open.map(({ kind, href }) => begin(kind, href));
      return line;
    },
  };
}

/** Lines side by side, with a space between them. */
export function joinLines(lines: readonly Line[]): Line {
  const [first, ...others] = lines.filter(({ text }) => text !== '');
  if (first === undefined || others.length === 0) return first ?? { text: '', marks: [] };
  let { text } = first;
  const marks = [...first.marks];
  for (const other of others) {
    const by = text.length + 1;
    text += ` ${other.text}`;
    for (const mark of other.marks) marks.push({ ...mark, start: mark.start + by, end: mark.end + by });
  }
  return { text, marks };
}

/** As `foldSpace`, with the signs of raised and lowered text, and with its marks. */
function folded(raw: string, borders: readonly Border[]): Line {
  let text = '';
  let tail = '';
  let afterSpace = true;
  let at = 0;
  /** In the order in which they open, so that outer ones come first. */
  const marks = new Map<Run, { readonly start: number; end: number; readonly closing: string }>();

  function append(part: string): void {
    const words = inOneLine(part);
    const shown = afterSpace && words.startsWith(' ') ? words.slice(1) : words;
    if (shown === '') return;
    text += shown;
    tail = shown.slice(-LONGEST_BASE);
    afterSpace = shown.endsWith(' ');
  }

  for (const [index, border] of borders.entries()) {
    append(raw.slice(at, border.at));
    at = border.at;
    const { run } = border;
    if (border.opens) {
      const [sign, closing] = isScript(run.kind) && run.end > run.start ? signsOf(raw, borders, index, tail) : ['', ''];
      marks.set(run, { start: text.length, end: 0, closing });
      text += sign;
      if (sign !== '') afterSpace = true;
    } else {
      const mark = marks.get(run)!;
      text += mark.closing;
      afterSpace &&= mark.closing === '';
      mark.end = text.length;
    }
  }
  append(raw.slice(at));
  if (afterSpace && text !== '') text = text.slice(0, -1);
  const trimmed = [...marks]
    .map(([{ kind, href }, { start, end }]) => trim({ kind, start, end, href }, text))
    .filter(({ start, end }) => start < end);
  return { text, marks: trimmed.sort((one, other) => one.start - other.start || other.end - one.end) };
}

/** Signs around the script that opens at this border, behind `before`. */
function signsOf(raw: string, borders: readonly Border[], index: number, before: string): readonly [string, string] {
  const { run } = borders[index]!;
  let after = /\s$/.test(raw.slice(run.end - 1, run.end)) ? '' : dropInvisible(raw.slice(run.end, run.end + 8));
  let holdsScript = false;
  for (let next = index + 1; next < borders.length && borders[next]!.at <= run.end; next += 1) {
    const { opens, at, run: other } = borders[next]!;
    if (!opens || !isScript(other.kind)) continue;
    holdsScript ||= at < run.end;
    // Another one follows on it, as in xᵢ².
    if (at === run.end) after = '';
  }
  return scriptSigns(run.kind, { before, content: foldSpace(raw.slice(run.start, run.end)), after, holdsScript });
}

function trim(mark: Mark, text: string): Mark {
  const end = Math.min(mark.end, text.length);
  const start = text[mark.start] === ' ' ? mark.start + 1 : mark.start;
  return { ...mark, start, end: text[end - 1] === ' ' ? end - 1 : end };
}

function isScript(kind: MarkKind): kind is 'sub' | 'sup' {
  return kind === 'sub' || kind === 'sup';
}

const BASE = /[\p{L}\p{N})\]]$/u;
const WORD = /[\p{L}\p{N}]/u;
/** Texts that need no brackets after their sign. */
const SIMPLE = /^[-+−–]?(?:\p{L}|\p{N})+(?:[.,]\p{N}+)?$/u;

interface ScriptPlace {
  /** Text before it on the line. */
  readonly before: string;
  readonly content: string;
  readonly after: string;
  /** Something in it is raised or lowered again. */
  readonly holdsScript: boolean;
}

/**
 * Signs that separate raised and lowered text from the line around it, so that 10⁶ reads `10^6` and not 106: what goes before
 * it and after it, `''` for neither. They are put where text is raised or lowered right behind a letter, a digit or a bracket; numbers
 * such as 1st, trade marks and formulas such as H₂O read well without.
 */
function scriptSigns(
  kind: MarkKind,
  { before, content, after, holdsScript }: ScriptPlace,
): readonly [before: string, after: string] {
  if (!WORD.test(content) || !BASE.test(before)) return ['', ''];
  const goesOn = /^[\p{L}\p{N}]/u.test(after);
  if (kind === 'sup' && /\d$/.test(before) && /^(?:st|nd|rd|th)$/i.test(content) && !goesOn) return ['', ''];
  if (kind === 'sup' && /^(?:TM|SM)$/.test(content)) return ['', ''];
  if (kind === 'sub' && /(?:^|\P{L})(?:\p{Lu}\p{Ll}?)+$/u.test(before) && /^\d+$/.test(content) && !/^\d/.test(after)) {
    return ['', ''];
  }
  const sign = kind === 'sup' ? '^' : '_';
  return SIMPLE.test(content) && !goesOn && !holdsScript ? [sign, ''] : [`${sign}(`, ')'];
}

/** Characters without a glyph that can hide words from a reader or split them from a searcher; joiners stay, scripts and emoji need them. */
const INVISIBLE = /[\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** `text` without characters that no reader sees (zero-width spaces, tags, direction overrides); white space stays as it is. */
export function dropInvisible(text: string): string {
  return text.replace(INVISIBLE, '');
}

/** One run of prose as the block tree holds it: invisible characters dropped, white space folded to one space, ends trimmed. */
export function foldSpace(text: string): string {
  return inOneLine(text).trim();
}

/** Border between two items of a list whose texts stand in one line. It is no character, so no page has it. */
export const ITEM_END = '\uFDD0';

function inOneLine(text: string): string {
  return dropInvisible(text)
    .replace(/\s+/g, ' ')
    .replace(/((?<!\.)[.,:;!?])? ?\uFDD0 ?/g, (_, end = ';') => `${end} `);
}

const SUSPICIOUS = /[\u202A-\u202E\u2066-\u2069]|[\u{E0000}-\u{E007F}]/u;

/** True if the text has characters that reverse the order of letters, or tag characters that spell invisible words. */
export function hasSuspiciousCharacters(text: string): boolean {
  return SUSPICIOUS.test(text);
}

/** Message about a page with such characters. */
export const SUSPICIOUS_CHARACTERS =
  'Invisible characters that turn text around or spell out unseen words were left out. Check that nobody planted them.';
