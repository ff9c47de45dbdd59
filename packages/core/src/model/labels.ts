/**
 * Finds labels in a model's text. Accepted are `[p1]`, `[p1][p2]`, `[p1, p2]`, `[p1-p3]`, `[P1]`, `【p1】`, `([p1])`, `[^p1]` and `[source:
 * p1]`. `(p1)` is a label only next to a full stop or last in its block; elsewhere it may be the name of something.
 *
 * Numbers in brackets, `[1]`, are reserved for footnotes of the answer, so those of a model are removed from prose. Zero is not a footnote:
 * `[0]` and `[0, 1]` are text.
 */
import { foldSpace } from '../parse/write-line.ts';
import { endsWithAbbreviation, splitSentences } from '../text/split-sentences.ts';
import { IMAGE, markdownText, type MarkdownText } from './markdown-text.ts';

/** Text with the labels that belong to it, each label once. */
export interface LabelledWords {
  readonly text: string;
  readonly labels: readonly string[];
}

/** Labels and the place from which they were removed. */
interface LabelMark {
  /** Offset in the text without labels: the end of the text before them. */
  readonly at: number;
  readonly labels: readonly string[];
}

interface LabelledText extends MarkdownText {
  /** In order of their places. */
  readonly marks: readonly LabelMark[];
}

/**
 * A label that no run gives. Marks text from which something meaningful may have been removed, or that contains something that must not be
 * shown, such as an image. Nothing can prove such a statement, so it is withheld.
 */
const NO_LABEL = '?';

const ONE = String.raw`\^?p\d{1,24}(?:\s?[-\u2013\u2014]\s?p?\d{1,6})?`;
const LIST = String.raw`(?:(?:sources?|labels?|passages?|see)[:\s]\s{0,2})?${ONE}(?:[\s,;/&+\uff0c\uff1b\u3001]{1,4}(?:and\s)?${ONE}){0,11}`;
const SQUARE = String.raw`[[\u3010\uff3b]{1,3}\s{0,3}${LIST}\s{0,3}[\]\u3011\uff3d]{1,3}`;
const GROUP = String.raw`${SQUARE}(?:[\s,;]{0,4}(?:and\s)?${SQUARE}){0,40}`;
const FOOTNOTE = String.raw`[[\u3010\uff3b]\s?(?:\^[\w-]{1,30}|[1-9]\d{0,2}(?:\s?[-\u2013,;]\s?[1-9]\d{0,2}){0,20}(?:\u2020[^\]\u3011\uff3d]{0,60})?)\s?[\]\u3011\uff3d]`;
/** Groups: 1 and 2 = labels in square brackets (1: also inside round ones), 3 = labels in round brackets, 4 = a footnote number. */
const REFERENCES = new RegExp(
  String.raw`\(\s?(${GROUP})\s?\)|(${GROUP})|(\(\s{0,3}${LIST}\s{0,3}\))|(${FOOTNOTE})`,
  'giu',
);
/** Text of only labels, in square or round brackets. */
const LABELS_ALONE = new RegExp(String.raw`^[\s\\]*(?:\(\s?${GROUP}\s?\)|${GROUP}|\(${LIST}\))[\s.]*$`, 'iu');
/** Labels left over after the removal, or without an end. */
const LEFT_OVER = [new RegExp(SQUARE, 'giu'), /[[\u3010\uff3b]\s?\^?p\d{1,24}/giu];
/** A label that is cut off at the end of the text. */
const UNFINISHED = /\s*(?:[[\u3010\uff3b]\s?\^?(?:p\d*[\s,;p\d]*|\d+[\s,;\d]*)?|\(p\d+[\s,;p\d]*)$/iu;
const LONGEST_UNFINISHED = 200;
const MOST_IN_RANGE = 20;

/** Returns the labels in a reference, normalised as `p1`. A range of more than 20 gives only its two ends. */
export function labelsIn(reference: string): readonly string[] {
  const labels: string[] = [];
  for (const [, from = '', to] of reference.matchAll(/p0*(\d{1,24})(?:\s?[-\u2013\u2014]\s?p?0*(\d{1,6}))?/giu)) {
    labels.push(`p${from}`);
    if (to === undefined) continue;
    const first = Number(from);
    const last = Number(to);
    const next = last - first < MOST_IN_RANGE ? first + 1 : last;
    for (let number = next; number <= last; number += 1) labels.push(`p${number}`);
  }
  return labels;
}

/** Returns the labels of a text that has nothing else, otherwise `undefined`. */
export function labelsAlone(text: string): readonly string[] | undefined {
  return LABELS_ALONE.test(text) ? labelsIn(text) : undefined;
}

const STOP = /[.!?\u2026\u3002\uff01\uff1f\u061f\u06d4]/u;
/** Number of characters before and after a reference that are examined. */
const NEARBY = 24;
/** Most footnotes of an answer; a higher number cannot be mistaken for one. */
const MOST_FOOTNOTES = 20;
const PLACED = /^\s*(?:$|[.,!?\u2026\u3002\uff0c\uff01\uff1f\u061f\u06d4)[\u3010\uff3b])/u;
const GLUED = /[\p{L}\p{N}_)\]]$/u;
const CJK = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/u;
const GOES_ON = /^(?:[\p{L}\p{N}_([=]|\.[\p{L}\p{N}_])/u;

/**
 * Decides about a number in brackets, given the text before and after it. `undefined`: it is text, such as `f[3].x`, `[404]` or "from [1,
 * 5] on". Otherwise it is removed and replaced with the returned labels: none if it can only be meant as a footnote; `?`, which withholds
 * the statement, if it may be content of the pages.
 */
function readFootnote(footnote: string, before: string, after: string): readonly string[] | undefined {
  if (/[\u2020^]/u.test(footnote)) return [];
  const numbers = (footnote.match(/\d+/gu) ?? []).map(Number);
  if (numbers.some((number) => number > MOST_FOOTNOTES)) return undefined;
  const isPlaced = PLACED.test(after) || STOP.test(before.trimEnd().at(-1) ?? '');
  const isGlued = GLUED.test(before) && !CJK.test(before.slice(-1));
  if (numbers.length > 1) return isPlaced && !isGlued ? [NO_LABEL] : undefined;
  if (isGlued && GOES_ON.test(after)) return undefined;
  return isPlaced && !isGlued ? [] : [NO_LABEL];
}

const ELEMENTS =
  'a abbr applet article audio b base blockquote body button canvas center code dd del details div dl dt em embed font footer form frame h1 h2 h3 h4 h5 h6 head header hr html i iframe img input ins kbd label li link main mark math meta nav object ol p picture pre s samp script section select small source span strike strong style sub summary sup svg table tbody td template textarea th thead tr u ul var video';
/** An image or an HTML tag; `<T>` and `<name>` are text. */
const ACTIVE = new RegExp(String.raw`${IMAGE}|</?(?:${ELEMENTS.replaceAll(' ', '|')})(?=[\s/>])`, 'giu');
const JOINS =
  /^(?:$|[\s.,;:!?\u2026)\]}\u3002\uff0c\u3001\uff1b\uff1a\uff01\uff1f\uff09\u300d\u300f\u300b'"\u201d\u2019])/u;

/** Removes labels, and numbers that look like footnotes, from a block's text, except in code. */
function takeLabels(source: MarkdownText): LabelledText {
  const tail = source.shadow.slice(-LONGEST_UNFINISHED);
  const length = source.shadow.length - tail.length + (UNFINISHED.exec(tail)?.index ?? tail.length);
  let text = '';
  let shadow = '';
  let from = 0;
  const marks: LabelMark[] = [];
  const copy = (to: number): void => {
    text += source.text.slice(from, to);
    shadow += source.shadow.slice(from, to);
    from = to;
  };

  for (const match of source.shadow.slice(0, length).matchAll(REFERENCES)) {
    const [whole, wrapped, square, round, footnote] = match;
    const start = match.index;
    const end = start + whole.length;
    const before = source.shadow.slice(Math.max(0, start - NEARBY), start);
    const after = source.shadow.slice(end, end + NEARBY);
    const isBesideStop = STOP.test(before.trimEnd().at(-1) ?? '') || STOP.test(after.trimStart()[0] ?? '');
    if (round !== undefined && !isBesideStop && source.shadow.slice(end, length).trim() !== '') continue;
    const isNext = from === start && marks.length > 0;
    const labels =
      footnote === undefined
        ? labelsIn(wrapped ?? square ?? round!)
        : readFootnote(footnote, isNext ? '.' : before, after);
    if (labels === undefined) continue;
    copy(start);
    const kept = text.trimEnd().length;
    const hasGap = text.length > kept;
    text = text.slice(0, kept);
    shadow = shadow.slice(0, kept);
    marks.push({ at: kept, labels });
    from = end;
    // "It is. [p1]." would keep two full stops, and "[p1]: it is" an unneeded colon.
    if (/^\.(?!\.)/u.test(after) && STOP.test(text.at(-1) ?? '')) from += 1;
    if (kept === 0) from += /^\s*[:,;.\-\u2013\u2014]?/u.exec(after)![0].length;
    const next = source.shadow.slice(from, from + 1);
    const joins = JOINS.test(next) || (!hasGap && CJK.test(before.slice(-1) + next));
    if (!joins && kept > 0) {
      text += ' ';
      shadow += ' ';
    }
  }
  copy(length);
  // Overwrite labels that appeared when others inside them were removed, or that have no end. Keep the length, so that offsets stay valid.
  for (const pattern of LEFT_OVER) {
    for (const { index, 0: found } of shadow.matchAll(pattern)) {
      marks.push({ at: index + 1, labels: [NO_LABEL] });
      text = text.slice(0, index) + ' '.repeat(found.length) + text.slice(index + found.length);
      shadow = shadow.slice(0, index) + 'x'.repeat(found.length) + shadow.slice(index + found.length);
    }
  }
  for (const { index } of shadow.matchAll(ACTIVE)) marks.push({ at: index + 1, labels: [NO_LABEL] });
  return { text, shadow, marks: marks.sort((a, b) => a.at - b.at) };
}

const STOPS = /[.!?\u2026\u3002\uff01\uff1f\uff61\u061f\u06d4\u0964\u0965]/gu;
const CLOSED = new RegExp(
  String.raw`(${STOPS.source}+)[)\]}"'\u201d\u2019\u00bb\u300d\u300f\uff09\u3011\u203a]{0,4}$`,
  'u',
);
const BLANK_LINE = /\n[^\S\n]*\n/gu;

/** A sentence also ends at a label after a full stop, and at a blank line. */
function cutsIn(words: string, marks: readonly LabelMark[]): readonly number[] {
  const cuts = [...words.matchAll(BLANK_LINE)].map(({ index }) => index);
  for (const { at } of marks) {
    const tail = words.slice(Math.max(0, at - 40), at);
    const closed = CLOSED.exec(tail);
    if (at === 0 || closed === null || !/\S/u.test(words.slice(at, at + 40))) continue;
    const stop = at - tail.length + closed.index;
    if (closed[1] === '.' && endsWithAbbreviation(words, Math.max(0, stop - 24), stop, undefined)) continue;
    cuts.push(at);
  }
  return [...new Set(cuts)].sort((a, b) => a - b);
}

const toWords = (text: string, labels: readonly string[]): LabelledWords => ({
  // Remove the punctuation between a label and the words after it.
  text: foldSpace(text).replace(/^[:;,]\s+/u, ''),
  labels: [...new Set(labels)],
});

/** Reads a whole source as one piece, such as a table cell or a short list item. */
export function readWhole(source: string): LabelledWords {
  const { text, marks } = takeLabels(markdownText(source));
  return toWords(
    text,
    marks.flatMap(({ labels }) => labels),
  );
}

/**
 * Reads the sentences of a source. Labels belong to the sentence that they are in or follow; in a block that begins with a label, to the
 * sentence after them.
 */
export function readSentences(source: string): readonly LabelledWords[] {
  const { text, shadow, marks } = takeLabels(markdownText(source));
  // A full stop inside code does not end a sentence.
  const words = text.replaceAll(STOPS, (stop: string, at: number) => (shadow[at] === stop ? stop : 'x'));
  const bounds = [0, ...cutsIn(words, marks), words.length];
  const ranges = bounds.slice(1).flatMap((to, i) => {
    const from = bounds[i]!;
    return splitSentences(words.slice(from, to)).map(({ start, end }) => ({ start: from + start, end: from + end }));
  });
  const owned = ranges.map((): string[] => []);
  const leads = marks[0]?.at === 0 && marks[0].labels.length > 0;
  let place = 0;
  for (const { at, labels } of marks) {
    while (place + 1 < ranges.length && ranges[place + 1]!.start < at) place += 1;
    const isBetween = leads && at > 0 && at >= (ranges[place]?.end ?? 0) && place + 1 < ranges.length;
    owned[isBetween ? place + 1 : place]?.push(...labels);
  }
  return ranges.map(({ start, end }, i) => toWords(text.slice(start, end), owned[i]!));
}
