/**
 * Finds the words of a passage that a statement repeats: one sentence, row or block, or several consecutive ones. The gate shows the
 * page's text in place of the statement, so the comparison may ignore case and marks. Part of a sentence is not found, because it may lack
 * a negation or a condition.
 */
import { splitSentences } from '../text/split-sentences.ts';
import type { Passage, StatementKind } from '../types/answer.ts';
import type { Span } from '../types/chunk.ts';
import type { QuoteRange } from './find-quote.ts';
import { plainText } from './plain-text.ts';

/** Longer statements are not compared: UTF-16 units of text other than code. */
const LONGEST = 4000;
const MARKER = /^\s*(?:[-*+]|\d{1,3}[.)])\s+/u;
/** Characters of a prompt before a command. */
const PROMPT = /^(?:\$|>|PS>|#)\s+/u;
/** A comment that says not to do what follows, or that it is wrong. */
const WARNS =
  /^(?:#|\/\/|\/\*|--|;|%|<!--).*(?:\b(?:do(?:es)? not|not|never|avoid|instead of|wrong|bad|incorrect|invalid|fails?|deprecated|obsolete)\b|n['\u2019]t\b|[❌✗✘])/iu;

/** A verbatim range of a passage's chunk text, inside its window. */
export interface Support extends QuoteRange {
  readonly label: string;
}

/** A sentence, row or line of code of a passage, inside its window. */
interface Place extends QuoteRange {
  readonly kind: Span['kind'];
}

interface ReadPassage {
  readonly places: readonly Place[];
  /** Index in `places` by the place's text as `plainText` returns it; the first of equal ones. */
  readonly byText: ReadonlyMap<string, number>;
}

/** Returns the words of the page that the statement repeats, or `undefined` if there are none. Deterministic. */
export function findSupport(
  { kind, text }: { readonly kind: StatementKind; readonly text: string },
  passages: readonly Passage[],
): Support | undefined {
  for (const passage of passages) {
    const range = kind === 'code' ? findCode(text, passage) : findText(kind, text, passage);
    if (range !== undefined) return { label: passage.label, start: range.start, end: range.end };
  }
  return undefined;
}

function findText(kind: StatementKind, said: string, passage: Passage): QuoteRange | undefined {
  if (said.length > LONGEST) return undefined;
  const text = kind === 'item' || kind === 'step' ? said.replace(MARKER, '') : said;
  const { places, byText } = readPassage(passage);
  const { text: page } = passage.chunk;
  // Models write a colon where they quote a sentence before code.
  const only = byText.get(plainText(text)) ?? byText.get(plainText(text.replace(/:\s*$/u, '.')));
  const whole = places[only ?? -1];
  if (kind === 'row') return whole !== undefined && isRow(whole) ? whole : undefined;
  if (whole !== undefined) return whole;
  const sentences = splitSentences(text);
  const first = byText.get(plainText(text.slice(0, sentences[0]?.end))) ?? -1;
  const start = places[first]?.start;
  const end = places[first + sentences.length - 1]?.end;
  if (start === undefined || end === undefined) return undefined;
  return plainText(page.slice(start, end)) === plainText(text) ? { start, end } : undefined;
}

/**
 * Finds code in a passage: whole consecutive lines in one block, which no comment directly above warns of. White space at line ends and the
 * common indentation may differ. Code within a sentence or row is not found: the sentence may say not to use it.
 */
function findCode(code: string, passage: Passage): QuoteRange | undefined {
  const wanted = code
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
  if (wanted.length === 0) return undefined;
  const { text } = passage.chunk;
  const { places } = readPassage(passage);
  for (let first = 0; first + wanted.length <= places.length; first += 1) {
    const block = places.slice(first, first + wanted.length);
    const above = places[first - 1];
    const isWarned = above?.kind === 'code' && WARNS.test(text.slice(above.start, above.end));
    const isSame = block.every(({ kind }) => kind === 'code') && isSameCode(wanted, block, text);
    if (isSame && !isWarned) return { start: block[0]!.start, end: block.at(-1)!.end };
  }
  return undefined;
}

function isSameCode(wanted: readonly string[], block: readonly Place[], text: string): boolean {
  const offsetOf = (line: string, start: number): number => indentAt(text, start) - indentOf(line);
  const first = offsetOf(wanted[0]!, block[0]!.start);
  return block.every(({ start, end }, at) => {
    const there = text.slice(start, end);
    const said = wanted[at]!.trim();
    const isSame = there === said || (block.length === 1 && there.replace(PROMPT, '') === said);
    return isSame && offsetOf(wanted[at]!, start) === first;
  });
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function indentAt(text: string, start: number): number {
  return start - (text.lastIndexOf('\n', start - 1) + 1);
}

const read = new WeakMap<Passage, ReadPassage>();

/** Reads a passage once; later calls with the same passage return the same result. */
function readPassage(passage: Passage): ReadPassage {
  const done = read.get(passage);
  if (done !== undefined) return done;
  const places = placesOf(passage);
  const entries = places.map(
    ({ start, end }, index) => [plainText(passage.chunk.text.slice(start, end)), index] as const,
  );
  const made = { places, byText: new Map(entries.filter(([text]) => text !== '').toReversed()) };
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
    if (isRow({ kind })) return [{ kind, start, end }];
    const pieces = kind === 'code' || kind === 'math' ? linesOf(text) : splitSentences(text);
    return pieces.map((piece) => ({ kind, start: start + piece.start, end: start + piece.end }));
  });
}

function isRow({ kind }: Pick<Place, 'kind'>): boolean {
  return kind === 'row' || kind === 'header';
}

function linesOf(text: string): QuoteRange[] {
  return Array.from(text.matchAll(/\S(?:.*\S)?/gu), ({ 0: line, index }) => ({
    start: index,
    end: index + line.length,
  }));
}
