/**
 * Decides whether a statement that a model worded is carried by the passages it cites, and by which of their words.
 *
 * A whole sentence, row or block of a passage always carries itself. Code carries nothing else. Everything else is compared
 * word by word with the few sentences that hold most of it: any mismatch refuses it, and so does too low a score. Nothing here
 * understands what it reads; what it cannot show, it refuses.
 */
import { splitSentences } from '../text/split-sentences.ts';
import type { Passage, StatementKind } from '../types/answer.ts';
import { isContent, joinEvidence, wordClass } from './evidence.ts';
import { findCode } from './find-code.ts';
import { type QuoteRange, findQuote } from './find-quote.ts';
import { isSupported, judge } from './judge.ts';
import { scoreMeasures } from './measures.ts';
import { isTruncated } from './altered-sentences.ts';
import { type Place, plainText, readPassage } from './read-passage.ts';
import { holdsAddresses, readStatement } from './read-statement.ts';
import { readWords } from './words.ts';

/** What carries a statement. */
export interface Support {
  /** Best first; only passages that contribute; each a verbatim range of the passage's chunk text, inside its window. */
  readonly quotes: readonly { readonly label: string; readonly start: number; readonly end: number }[];
  /** 0 to 1; 1 for a statement that stands there word for word. */
  readonly score: number;
}

/** Longer statements are no statements: words, and UTF-16 units of what is not code. */
const MOST_WORDS = 120;
const LONGEST = 4000;
const MARKER = /^\s*(?:[-*+]|\d{1,3}[.)])\s+/u;

/** `undefined` = not carried: withhold it. `rarity` takes search tokens, as `tokenize` gives them. Equal input gives an equal result. */
export function findSupport(
  statement: { readonly kind: StatementKind; readonly text: string },
  passages: readonly Passage[],
  rarity?: (token: string) => number,
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
  return findCarrying(plain, passages, rarity);
}

function findWhole(
  passages: readonly Passage[],
  find: (passage: Passage) => { readonly start: number; readonly end: number } | undefined,
): Support | undefined {
  for (const passage of passages) {
    const range = find(passage);
    if (range !== undefined) return { quotes: [{ label: passage.label, ...range }], score: 1 };
  }
  return undefined;
}

function findCarrying(
  plain: string,
  passages: readonly Passage[],
  rarity: ((token: string) => number) | undefined,
): Support | undefined {
  const claim = readWords(plain);
  const says = claim.some((word) => isContent(word) && wordClass(word) === 'heavy');
  if (claim.length > MOST_WORDS || !says) return undefined;
  const read = passages.map(readPassage);
  const places = passages.flatMap(({ label, chunk: { text } }, index) =>
    read[index]!.places.map((place) => ({ ...place, label, text, known: read[index]!.known })),
  );
  const knownAbove = (chosen: readonly number[]): ReadonlySet<string> =>
    new Set(chosen.flatMap((sentence) => [...places[sentence]!.known]));
  const evidence = joinEvidence(read.map((passage) => passage.evidence));
  const judgement = judge(claim, evidence, knownAbove, rarity);
  const isHeld = isSupported(claim, evidence, judgement, knownAbove(judgement.chosen));
  if (!isHeld || isTruncated(plain, passages)) return undefined;
  const chosen = judgement.chosen.map((sentence) => places[sentence]!);
  if (
    !holdsAddresses(
      plain,
      chosen.map(({ text, start, end }) => text.slice(start, end)),
    )
  )
    return undefined;
  return { quotes: joinPlaces(chosen), score: scoreMeasures(judgement.measures) };
}

/**
 * Where a statement stands in a passage word for word: as one sentence, row or line, or as several that follow each other. What is cut
 * from a sentence is not found.
 */
function findVerbatim(text: string, passage: Passage): QuoteRange | undefined {
  const { places, plain, byText } = readPassage(passage);
  const whole = byText.get(plainText(text));
  if (whole !== undefined) return rangeOf(places[whole]!, places[whole]!);
  const pieces = splitSentences(text).map(({ start, end }) => plainText(text.slice(start, end)));
  const first = byText.get(pieces[0] ?? '');
  if (first === undefined) return undefined;
  const isSame = pieces.every((piece, at) => plain[first + at] === piece);
  return isSame ? rangeOf(places[first]!, places[first + pieces.length - 1]!) : undefined;
}

function rangeOf(first: QuoteRange, last: QuoteRange): QuoteRange {
  return { start: first.start, end: last.end };
}

/** Where a table row stands in a passage with all its cells, no more and no fewer; how they are parted does not matter. */
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
 * Whether every cell stands in one and the same sentence of a passage, so that nothing is put together from afar. A part of a row is not
 * enough: what its cells mean stands in the header, which is judged apart from it.
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

/** A sentence with the passage it stands in. */
interface LabelledPlace extends Place {
  readonly label: string;
  /** Text of the chunk. */
  readonly text: string;
}

/** A verbatim range of a chunk's text; UTF-16 units, end exclusive. */
interface LabelledQuote {
  readonly label: string;
  readonly start: number;
  readonly end: number;
}

/** Quotes for the chosen sentences, in their order; sentences of prose that follow each other become one. */
function joinPlaces(chosen: readonly LabelledPlace[]): LabelledQuote[] {
  let joined: LabelledPlace[] = [];
  for (const place of chosen) {
    const beside = joined.filter((other) => areNeighbours(place, other));
    const all = [place, ...beside];
    const whole = {
      ...place,
      start: Math.min(...all.map(({ start }) => start)),
      end: Math.max(...all.map(({ end }) => end)),
    };
    const [first] = beside;
    joined =
      first === undefined
        ? [...joined, whole]
        : joined.flatMap((other) => (other === first ? [whole] : beside.includes(other) ? [] : [other]));
  }
  return joined.map(({ label, start, end }) => ({ label, start, end }));
}

function areNeighbours(one: LabelledPlace, other: LabelledPlace): boolean {
  if (one.label !== other.label || one.kind !== 'paragraph' || other.kind !== 'paragraph') return false;
  const [first, last] = one.start < other.start ? [one, other] : [other, one];
  return /^[^\S\n]*\n?[^\S\n]*$/u.test(one.text.slice(first.end, last.start));
}
