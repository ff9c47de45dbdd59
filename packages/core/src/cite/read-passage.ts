import { splitSentences } from '../text/split-sentences.ts';
import type { Passage } from '../types/answer.ts';
import type { Span } from '../types/chunk.ts';
import { foldSigns } from './find-quote.ts';
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
  /** Text of each place, normalised by `plainText`. */
  readonly plain: readonly string[];
  /** Index in `places` by that text without its full stop; the first of equal ones. */
  readonly byText: ReadonlyMap<string, number>;
  /** For each place, the analysed forms of its sentence and of its independent parts. */
  readonly forms: readonly (readonly Form[])[];
}

const read = new WeakMap<Passage, ReadPassage>();

/** Reads a passage once; later calls with the same passage return the same result. */
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

/** Only prose may be rephrased: the meaning of an item, a row or code depends on the text around it. */
const PROSE: ReadonlySet<Span['kind']> = new Set<Span['kind']>(['paragraph']);
/** Longer sentences can only be quoted. */
const LONGEST = 1000;
/** Separators after which a sentence says something new. */
const ENDS = /;\s+|,\s+(?=(?:but|while|because|so|since|therefore|as)\s)/gu;

function formsOf(sentence: string): readonly Form[] {
  if (sentence.length > LONGEST || /[?:]$/u.test(sentence)) return [];
  const parts = sentence.split(ENDS);
  const alone = parts.map((part) => part.replace(/^(?:but|while)\s+/u, ''));
  // A condition at the start may apply to everything after it.
  const hasCondition = /^(?:if|when|unless|once|while|until|before|after)\b/iu.test(sentence);
  const texts = parts.length === 1 || hasCondition ? [sentence] : [sentence, ...alone];
  return texts.map((text) => readForm(readWords(text))).filter((form) => form !== undefined);
}

/** Removes a final full stop: list items often have none, and models add one when they quote. */
export function withoutStop(text: string): string {
  return text.replace(/(?<=[\p{L}\p{N})\]"'])\.$/u, '');
}

const PLAIN = /^[\u0020-\u007e]*$/u;

/** Normalises white space, quotes and dashes as `findQuote` does, for comparing texts word for word. */
export function plainText(text: string): string {
  const spaced = text.trim().replace(/\s+/gu, ' ');
  if (PLAIN.test(spaced)) return spaced;
  return foldSigns(spaced).normalize('NFC').trim();
}
