/**
 * Decides whether a statement written by a model is supported by the passages it cites, and by which of their words.
 *
 * A whole sentence, row or block of a passage always supports itself. Code and rows support nothing else. A rephrased statement is accepted
 * if one sentence of prose says the same, part by part, or if it joins two such sentences with "and". This is a comparison without
 * understanding; anything that it cannot prove is rejected.
 */
import { splitSentences } from '../text/split-sentences.ts';
import type { Passage, StatementKind } from '../types/answer.ts';
import { findCode } from './find-code.ts';
import { type QuoteRange, findQuote } from './find-quote.ts';
import { plainText, readPassage, withoutStop } from './read-passage.ts';
import { holdsAddresses, readStatement } from './read-statement.ts';
import { isQuote } from './is-quote.ts';
import { isSameForm, readForm } from './same-sentence.ts';
import { readWords } from './words.ts';

/** Evidence for a statement. */
export interface Support {
  /** Best first. Each is a verbatim range of a passage's chunk text, inside its window; only passages that contribute are listed. */
  readonly quotes: readonly { readonly label: string; readonly start: number; readonly end: number }[];
}

/** Longer statements are rejected: words, and UTF-16 units of text other than code. */
const MOST_WORDS = 120;
const LONGEST = 4000;
const MARKER = /^\s*(?:[-*+]|\d{1,3}[.)])\s+/u;

/** Returns the quotes that support the statement, or `undefined` if it is not supported and must be withheld. Deterministic. */
export function findSupport(
  statement: { readonly kind: StatementKind; readonly text: string },
  passages: readonly Passage[],
): Support | undefined {
  const { kind } = statement;
  if (kind === 'code') return findWhole(passages, (passage) => findCode(statement.text, passage));
  const text = (kind === 'item' || kind === 'step' ? statement.text.replace(MARKER, '') : statement.text).trim();
  const verbatim = findWhole(passages, (passage) => findVerbatim(text, passage));
  if (verbatim !== undefined) return verbatim;
  if (text.length > LONGEST) return undefined;
  const texts = passages.map(({ chunk, window }) => chunk.text.slice(window?.start, window?.end));
  const plain = readStatement(text, texts);
  if (plain === undefined) return undefined;
  const whole = findWhole(
    passages,
    (passage) => findVerbatim(plain, passage) ?? (kind === 'row' ? findRow(plain, passage) : undefined),
  );
  if (whole !== undefined) return whole;
  if ((kind === 'row' || plain.includes(' | ')) && !passages.some((passage) => holdsCells(plain, passage)))
    return undefined;
  return kind === 'row' ? undefined : findCarrying(plain, passages);
}

function findWhole(
  passages: readonly Passage[],
  find: (passage: Passage) => { readonly start: number; readonly end: number } | undefined,
): Support | undefined {
  for (const passage of passages) {
    const range = find(passage);
    if (range !== undefined) return { quotes: [{ label: passage.label, ...range }] };
  }
  return undefined;
}

function findCarrying(plain: string, passages: readonly Passage[]): Support | undefined {
  const whole = findSame(plain, passages);
  if (whole !== undefined) return { quotes: [whole] };
  const joint = plain.lastIndexOf(' and ');
  if (joint < 0) return undefined;
  const first = findSame(plain.slice(0, joint), passages);
  const second = findSame(plain.slice(joint + ' and '.length), passages);
  if (first === undefined || second === undefined || first.label !== second.label || second.start <= first.start)
    return undefined;
  return { quotes: [first, second] };
}

/** Finds the sentence of prose with the same meaning as a statement. */
function findSame(plain: string, passages: readonly Passage[]): LabelledQuote | undefined {
  const words = readWords(plain);
  const form = words.length < 2 || words.length > MOST_WORDS ? undefined : readForm(words);
  if (form === undefined || plain.endsWith('?')) return undefined;
  for (const passage of passages) {
    const { forms, places } = readPassage(passage);
    const at = forms.findIndex((held) => held.some((sentence) => isSameForm(form, sentence)));
    if (at < 0) continue;
    const { start, end } = places[at]!;
    if (holdsAddresses(plain, [passage.chunk.text.slice(start, end)])) return { label: passage.label, start, end };
  }
  return undefined;
}

/** True if the statement equals one of the quotes or has the same meaning as one of their sentences. */
export function supports(statement: string, quotes: readonly string[]): boolean {
  const plain = statement.trim();
  if (plain === '') return false;
  if (isQuote(plain, quotes)) return true;
  const form = readForm(readWords(plain));
  if (form === undefined) return false;
  return quotes.some((quote) =>
    splitSentences(quote).some(({ start, end }) => {
      const sentence = readForm(readWords(quote.slice(start, end)));
      return sentence !== undefined && isSameForm(form, sentence);
    }),
  );
}

/** Finds a statement word for word in a passage: as one sentence, row or line, or as several consecutive ones. Parts of a sentence are not found. */
function findVerbatim(text: string, passage: Passage): QuoteRange | undefined {
  const { places, plain, byText } = readPassage(passage);
  const whole = byText.get(withoutStop(plainText(text)));
  if (whole !== undefined) return rangeOf(places[whole]!, places[whole]!);
  const pieces = splitSentences(text).map(({ start, end }) => plainText(text.slice(start, end)));
  const first = byText.get(withoutStop(pieces[0] ?? ''));
  if (first === undefined) return undefined;
  const isSame = pieces.every((piece, at) => withoutStop(plain[first + at] ?? '') === withoutStop(piece));
  return isSame ? rangeOf(places[first]!, places[first + pieces.length - 1]!) : undefined;
}

function rangeOf(first: QuoteRange, last: QuoteRange): QuoteRange {
  return { start: first.start, end: last.end };
}

/** Finds a table row with the same cells in the same order; the separators between cells do not matter. */
function findRow(row: string, passage: Passage): QuoteRange | undefined {
  const wanted = cellsOf(row);
  const { text } = passage.chunk;
  const place = readPassage(passage).places.find(({ kind, start, end }) => {
    if (kind !== 'row' && kind !== 'header') return false;
    const cells = cellsOf(text.slice(start, end));
    return cells.length === wanted.length && cells.every((cell, at) => isSameCell(cell, wanted[at]!));
  });
  return place === undefined ? undefined : { start: place.start, end: place.end };
}

/**
 * True if a single sentence of the passage contains every cell, so that nothing is combined from separate places. Part of a row is not
 * enough, because the meaning of its cells depends on the header, which is judged separately.
 */
function holdsCells(row: string, passage: Passage): boolean {
  const wanted = cellsOf(row).filter((cell) => cell !== '');
  const { text } = passage.chunk;
  return readPassage(passage).places.some(
    ({ kind, start, end }) =>
      kind !== 'row' &&
      kind !== 'header' &&
      wanted.every((cell) => findQuote(text, cell, { start, end }) !== undefined),
  );
}

function isSameCell(cell: string, wanted: string): boolean {
  if (cell === wanted) return true;
  const range = findQuote(cell, wanted);
  return range !== undefined && range.start === 0 && range.end === cell.length;
}

function cellsOf(row: string): string[] {
  return row
    .trim()
    .replace(/^\||\|$/gu, '')
    .split('|')
    .map((cell) => cell.trim());
}

/** A verbatim range of a chunk's text; UTF-16 units, end exclusive. */
interface LabelledQuote {
  readonly label: string;
  readonly start: number;
  readonly end: number;
}
