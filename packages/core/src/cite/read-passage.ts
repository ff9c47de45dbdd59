import { splitSentences } from '../text/split-sentences.ts';
import type { Passage } from '../types/answer.ts';
import type { Span } from '../types/chunk.ts';
import { type Form, readForm } from './same-sentence.ts';
import { readWords } from './words.ts';

/** A sentence, row or line of code of a passage, inside its window. UTF-16 units of the chunk's text, end exclusive. */
export interface Place {
  readonly kind: Span['kind'];
  readonly start: number;
  readonly end: number;
}

export interface ReadPassage {
  readonly places: readonly Place[];
  /** Text of each place, as `plainText` gives it. */
  readonly plain: readonly string[];
  /** Positions in `places` by that text without a full stop; the first of equal ones. */
  readonly byText: ReadonlyMap<string, number>;
  /** How the sentences of each place, and their parts that stand alone, are put together. */
  readonly forms: readonly (readonly Form[])[];
}

const read = new WeakMap<Passage, ReadPassage>();

/** Reads a passage once; the same passage gives the same result. */
export function readPassage(passage: Passage): ReadPassage {
  const done = read.get(passage);
  if (done !== undefined) return done;
  const { chunk } = passage;
  const places = placesOf(passage);
  const plain = places.map(({ start, end }) => plainText(chunk.text.slice(start, end)));
  const made = {
    places,
    plain,
    byText: new Map(plain.map((text, index): [string, number] => [withoutStop(text), index]).toReversed()),
    forms: plain.map((text, index) => (PROSE.has(places[index]!.kind) ? formsOf(text) : [])),
  };
  read.set(passage, made);
  return made;
}

function placesOf({ chunk, window }: Passage): Place[] {
  const from = window?.start ?? 0;
  const to = window?.end ?? chunk.text.length;
  return chunk.spans.flatMap(({ kind, ...span }): Place[] => {
    const start = Math.max(from, span.start);
    const end = Math.min(to, span.end);
    if (end <= start || kind === 'image') return [];
    const text = chunk.text.slice(start, end);
    if (kind === 'row' || kind === 'header') return [{ kind, start, end }];
    const pieces = kind === 'code' || kind === 'math' ? linesOf(text) : splitSentences(text);
    return pieces.map((piece) => ({ kind, start: start + piece.start, end: start + piece.end }));
  });
}

function linesOf(text: string): { start: number; end: number }[] {
  const lines: { start: number; end: number }[] = [];
  let at = 0;
  for (const line of text.split('\n')) {
    const start = at + (line.length - line.trimStart().length);
    const end = at + line.trimEnd().length;
    if (end > start) lines.push({ start, end });
    at += line.length + 1;
  }
  return lines;
}

/** Only prose is compared in other words: what an item, a row or code says hangs on what stands around it. */
const PROSE: ReadonlySet<Span['kind']> = new Set<Span['kind']>(['paragraph']);
/** Longer sentences are only quoted. */
const LONGEST = 1000;
/** Where a sentence may end before something else is said. */
const ENDS = /;\s+|,\s+(?=(?:but|while|because|so|since|therefore|as)\s)/gu;

function formsOf(sentence: string): readonly Form[] {
  if (sentence.length > LONGEST || /[?:]$/u.test(sentence)) return [];
  const parts = sentence.split(ENDS);
  const alone = parts.map((part) => part.replace(/^(?:but|while)\s+/u, ''));
  // What begins with a condition may hold for all that follows.
  const hasCondition = /^(?:if|when|unless|once|while|until|before|after)\b/iu.test(sentence);
  const texts = parts.length === 1 || hasCondition ? [sentence] : [sentence, ...alone];
  return texts.map((text) => readForm(readWords(text))).filter((form) => form !== undefined);
}

/** Items of lists often have no stop at their end, and who quotes one puts it there. */
export function withoutStop(text: string): string {
  return text.replace(/(?<=[\p{L}\p{N})\]"'])\.$/u, '');
}

const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/gu;
const SINGLE = /[\u2018\u2019\u201a\u2032]/gu;
const DOUBLE = /[\u201c\u201d\u201e\u2033]/gu;
const DASH = /[\u2010-\u2014\u2212]/gu;
const PLAIN = /^[\u0020-\u007e]*$/u;

/** Text for telling whether two say the same word for word, as `findQuote` compares them: white space, quotes and dashes in one form. */
export function plainText(text: string): string {
  const spaced = text.trim().replace(/\s+/gu, ' ');
  if (PLAIN.test(spaced)) return spaced;
  const bare = spaced.replace(INVISIBLE, '').replace(SINGLE, "'").replace(DOUBLE, '"').replace(DASH, '-');
  return bare.replaceAll('\u2026', '...').normalize('NFC').trim();
}
