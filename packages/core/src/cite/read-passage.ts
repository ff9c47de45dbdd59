import { splitSentences } from '../text/split-sentences.ts';
import type { Passage } from '../types/answer.ts';
import type { Span } from '../types/chunk.ts';
import { type Evidence, readEvidence } from './evidence.ts';
import { readWords } from './words.ts';

/** A sentence, row or line of code of a passage, inside its window. UTF-16 units of the chunk's text, end exclusive. */
export interface Place {
  readonly kind: Span['kind'];
  readonly start: number;
  readonly end: number;
}

export interface ReadPassage {
  /** One for each sentence of `evidence`. */
  readonly places: readonly Place[];
  readonly evidence: Evidence;
  /** Text of each place, as `plainText` gives it. */
  readonly plain: readonly string[];
  /** Positions in `places` by that text; the first of equal ones. */
  readonly byText: ReadonlyMap<string, number>;
  /** Keys of the words in the title, the headings and the header row that is repeated before a table. */
  readonly known: ReadonlySet<string>;
}

const read = new WeakMap<Passage, ReadPassage>();

/** Reads a passage once; the same passage gives the same result. */
export function readPassage(passage: Passage): ReadPassage {
  const done = read.get(passage);
  if (done !== undefined) return done;
  const { chunk } = passage;
  const places = placesOf(passage);
  const plain = places.map(({ start, end }) => plainText(chunk.text.slice(start, end)));
  const above = [chunk.title, ...chunk.headings, chunk.heading, chunk.lead].join('\n');
  const known = readWords(above).filter(({ kind }) => kind !== 'small' && kind !== 'negator');
  const made = {
    places,
    evidence: readEvidence(textsOf(passage, places)),
    plain,
    byText: new Map(plain.map((text, index): [string, number] => [text, index]).toReversed()),
    known: new Set(known.flatMap(({ key, aliases }) => [key, ...aliases])),
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

/** What is read of each place: its text; in rows each cell behind the row's first and the header of its column. */
function textsOf({ chunk }: Passage, places: readonly Place[]): string[] {
  let header = cellsOf(chunk.lead);
  return places.map(({ kind, start, end }) => {
    const text = chunk.text.slice(start, end);
    if (kind === 'header') header = cellsOf(text);
    if (kind !== 'row') return text;
    const cells = cellsOf(text);
    return cells
      .map((cell, column) => (column === 0 ? cell : `${cells[0]} ${header[column] ?? ''} ${cell}`))
      .join(' | ');
  });
}

function cellsOf(row: string): string[] {
  return row.split('|').map((cell) => cell.trim());
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
