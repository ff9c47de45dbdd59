import { ANY_LABEL, labelsIn, NO_LABEL, OPEN_LABEL, REFERENCES, UNFINISHED_LABEL } from './label-syntax.ts';
import { readFootnote } from './read-footnote.ts';
import { IMAGE, type InlineText } from './read-inline.ts';

/** Labels at a place of a text that has none any more. */
export interface LabelMark {
  /** In the text without labels: the end of what they follow. */
  readonly at: number;
  readonly labels: readonly string[];
}

export interface LabelledText extends InlineText {
  /** In order of their places. */
  readonly marks: readonly LabelMark[];
}

const CONNECTORS = /^[\s,;]*(?:a|an|and)?[\s,;.]*$/iu;
const STOP = /[.!?\u2026\u3002\uff01\uff1f\u061f\u06d4]/u;
const JOINS = /[.,;:!?\u2026)\]}\u3002\uff0c\u3001\uff1b\uff1a\uff01\uff1f\uff09\u300d\u300f\u300b'"\u201d\u2019]/u;
const CJK = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/u;
/** So much of what stands beside a reference says what it is. */
const NEARBY = 24;
const BRACKETS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '\u3010': '\u3011', '\uff3b': '\uff3d' };
const CLOSERS: ReadonlySet<string> = new Set(Object.values(BRACKETS));
/** Farther back no bracket can still become a label's. */
const LONGEST_REFERENCE = 400;
const ELEMENTS =
  'a abbr applet article audio b base blockquote body button canvas center code dd del details div dl dt em embed font footer form frame h1 h2 h3 h4 h5 h6 head header hr html i iframe img input ins kbd label li link main mark math meta nav object ol p picture pre s samp script section select small source span strike strong style sub summary sup svg table tbody td template textarea th thead tr u ul var video';
/** An image, or a tag of HTML; `<T>` and `<name>` are text. */
const ACTIVE = new RegExp(String.raw`${IMAGE}|</?(?:${ELEMENTS.replaceAll(' ', '|')})(?=[\s/>])`, 'giu');

/** Takes labels, and numbers that pass for footnotes, out of a block's text. Neither is looked for in code. */
export function takeLabels(inline: InlineText, final: boolean): LabelledText {
  const source = final ? withoutUnfinished(inline) : inline;
  let settledSource = final ? source.text.length : Math.min(source.settled, openBracket(source.shadow, source.settled));
  let text = '';
  let shadow = '';
  let from = 0;
  const marks: LabelMark[] = [];

  const copy = (to: number): void => {
    text += source.text.slice(from, to);
    shadow += source.shadow.slice(from, to);
    from = to;
  };

  for (const match of source.shadow.matchAll(REFERENCES)) {
    const [whole, wrapped, square, round, footnote] = match;
    const start = match.index;
    const end = start + whole.length;
    if (start >= settledSource) break;
    if (!final && CONNECTORS.test(source.shadow.slice(end, settledSource))) {
      settledSource = start;
      break;
    }
    if (round !== undefined && !standsAsLabel(source.shadow, start, end)) continue;
    const before = source.shadow.slice(Math.max(0, start - NEARBY), start);
    const isNext = from === start && marks.length > 0;
    const labels =
      footnote === undefined
        ? labelsIn(wrapped ?? square ?? round!)
        : readFootnote(footnote, isNext ? '.' : before, source.shadow.slice(end, end + NEARBY));
    if (labels === undefined) continue;
    copy(start);
    const kept = text.trimEnd().length;
    const gap = text.length > kept;
    text = text.slice(0, kept);
    shadow = shadow.slice(0, kept);
    marks.push({ at: kept, labels });
    from = end;
    const next = source.shadow[from] ?? '';
    const isRepeated = next === '.' && source.shadow[from + 1] !== '.' && STOP.test(text.at(-1) ?? '');
    if (isRepeated) from += 1;
    if (kept === 0) from += /^\s*[:,;.\-\u2013\u2014]?/u.exec(source.shadow.slice(from, from + NEARBY))![0].length;
    const after = source.shadow[from] ?? '';
    const joins =
      after === '' || /\s/u.test(after) || JOINS.test(after) || (!gap && CJK.test(before.slice(-1) + after));
    if (!joins && kept > 0) {
      text += ' ';
      shadow += ' ';
    }
  }
  const settled = from >= settledSource ? text.length : text.length + settledSource - from;
  copy(source.text.length);
  const left = withoutNested(text, shadow, marks);
  for (const { index } of left.shadow.matchAll(ACTIVE)) marks.push({ at: index + 1, labels: [NO_LABEL] });
  marks.sort((a, b) => a.at - b.at);
  return { ...left, settled: final ? left.text.length : settled, marks };
}

function withoutUnfinished(inline: InlineText): InlineText {
  const tail = inline.shadow.slice(-200);
  const cut = UNFINISHED_LABEL.exec(tail);
  if (cut === null) return inline;
  const end = inline.shadow.length - tail.length + cut.index;
  return { text: inline.text.slice(0, end), shadow: inline.shadow.slice(0, end), settled: end };
}

/** Where the first bracket stands that may still become a label's; `end` when there is none. */
function openBracket(shadow: string, end: number): number {
  const closed = new Map<string, number>();
  let opener = end;
  for (let at = end - 1; at >= Math.max(0, end - LONGEST_REFERENCE); at -= 1) {
    const character = shadow[at]!;
    if (CLOSERS.has(character)) closed.set(character, (closed.get(character) ?? 0) + 1);
    const closer = BRACKETS[character];
    if (closer === undefined) continue;
    const left = closed.get(closer) ?? 0;
    if (left === 0) opener = at;
    else closed.set(closer, left - 1);
  }
  return opener;
}

/** Whether `(p1)` is beside a full stop or last in its block. */
function standsAsLabel(shadow: string, start: number, end: number): boolean {
  const before =
    shadow
      .slice(Math.max(0, start - 8), start)
      .trimEnd()
      .at(-1) ?? '';
  const after = shadow.slice(end, end + 8).trimStart()[0] ?? '';
  const isLast = after === '' && shadow.slice(end).trim() === '';
  return STOP.test(before) || STOP.test(after) || isLast;
}

/** Labels that came to be when others inside them were taken out, or that have no end. Each is overwritten, so that places stay. */
function withoutNested(
  text: string,
  shadow: string,
  marks: LabelMark[],
): { readonly text: string; readonly shadow: string } {
  let left = { text, shadow };
  for (const pattern of [ANY_LABEL, OPEN_LABEL]) {
    const places = [...left.shadow.matchAll(pattern)];
    if (places.length === 0) continue;
    left = { text: overwrite(left.text, places, ' '), shadow: overwrite(left.shadow, places, 'x') };
    for (const { index } of places) marks.push({ at: index + 1, labels: [NO_LABEL] });
  }
  return left;
}

function overwrite(text: string, places: readonly RegExpMatchArray[], by: string): string {
  let written = '';
  let from = 0;
  for (const { 0: found, index = 0 } of places) {
    written += text.slice(from, index) + by.repeat(found.length);
    from = index + found.length;
  }
  return written + text.slice(from);
}
