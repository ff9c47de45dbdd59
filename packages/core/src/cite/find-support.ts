/**
 * Finds the words of a passage that a statement repeats: one sentence, row or block, or several consecutive ones. The gate shows the
 * page's text in place of the statement, so the comparison may ignore case and marks. Part of a sentence is not found, because it may lack
 * a negation or a condition, except where a reader's selection cuts it.
 */
import { splitSentences } from '../text/split-sentences.ts';
import type { Passage, StatementKind } from '../types/answer.ts';
import type { Span } from '../types/chunk.ts';
import { plainText, type QuoteRange } from './find-quote.ts';

/** Longer statements are not compared: UTF-16 units of text other than code. */
const LONGEST = 4000;
const MARKER = /^\s*(?:[-*+]|\d{1,3}[.)])\s+/u;
/** Characters of a prompt before a command. `#` is none, because it makes a comment of most code. */
const PROMPT = /^(?:\$|>|PS>)\s+/u;
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
  /** Index of the span that it is part of. */
  readonly span: number;
}

interface ReadPassage {
  readonly places: readonly Place[];
  /** Texts of the places as `plainText` returns them. */
  readonly texts: readonly string[];
  /** Indices in `places` by these texts, in order. */
  readonly byText: ReadonlyMap<string, readonly number[]>;
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
  const { places, texts, byText } = readPassage(passage);
  const { text: page } = passage.chunk;
  const placed = (plain: string): readonly number[] =>
    (byText.get(plain) ?? []).filter((at) => isRow(places[at]!) === (kind === 'row'));
  // Models write a colon where they quote a sentence before code.
  const [only] = [...placed(plainText(text)), ...placed(plainText(text.replace(/:\s*$/u, '.')))];
  if (only !== undefined || kind === 'row') return places[only ?? -1];
  const sentences = splitSentences(text).map(({ start, end }) => plainText(text.slice(start, end)));
  for (const first of placed(sentences[0] ?? '')) {
    if (!sentences.every((sentence, at) => texts[first + at] === sentence)) continue;
    const range = { start: places[first]!.start, end: places[first + sentences.length - 1]!.end };
    if (plainText(page.slice(range.start, range.end)) === plainText(text)) return range;
  }
  return undefined;
}

/**
 * Finds code in a passage: whole consecutive lines in one block, which no comment directly above warns of. White space at line ends and the
 * common indentation may differ. Code within a sentence or row is not found: the sentence may say not to use it.
 */
function findCode(code: string, passage: Passage): QuoteRange | undefined {
  const wanted = dedented(
    code
      .split('\n')
      .map((line) => line.trimEnd())
      .filter((line) => line !== ''),
  );
  if (wanted.length === 0) return undefined;
  const { text } = passage.chunk;
  const { places } = readPassage(passage);
  for (let first = 0; first + wanted.length <= places.length; first += 1) {
    const block = places.slice(first, first + wanted.length);
    const { kind, span, start } = block[0]!;
    const isBlock = kind === 'code' && block.every((place) => place.span === span);
    if (!isBlock || !isSameCode(wanted, linesFrom(text, block))) continue;
    const above = places[first - 1];
    const isWarned = above?.span === span && WARNS.test(text.slice(above.start, above.end));
    if (!isWarned) return { start, end: block.at(-1)!.end };
  }
  return undefined;
}

function isSameCode(wanted: readonly string[], there: readonly string[]): boolean {
  const isSame = there.every((line, at) => line === wanted[at]);
  return isSame || (there.length === 1 && there[0]!.replace(PROMPT, '') === wanted[0]);
}

/** The lines of places with their indentation, less what all of them have. */
function linesFrom(text: string, places: readonly Place[]): readonly string[] {
  return dedented(places.map(({ start, end }) => text.slice(text.lastIndexOf('\n', start - 1) + 1, end)));
}

/** Removes the white space that all lines begin with. */
function dedented(lines: readonly string[]): readonly string[] {
  let common = /^\s*/u.exec(lines[0] ?? '')![0];
  for (const line of lines) while (!line.startsWith(common)) common = common.slice(0, -1);
  return lines.map((line) => line.slice(common.length));
}

const read = new WeakMap<Passage, ReadPassage>();

/** Reads a passage once; later calls with the same passage return the same result. */
function readPassage(passage: Passage): ReadPassage {
  const done = read.get(passage);
  if (done !== undefined) return done;
  const places = placesOf(passage);
  const texts = places.map(({ start, end }) => plainText(passage.chunk.text.slice(start, end)));
  const byText = Map.groupBy(
    texts.keys().filter((at) => texts[at] !== ''),
    (at) => texts[at]!,
  );
  const made = { places, texts, byText };
  read.set(passage, made);
  return made;
}

function placesOf({ chunk, window }: Passage): Place[] {
  const from = window?.start ?? 0;
  const to = window?.end ?? chunk.text.length;
  return chunk.spans.flatMap(({ kind, ...own }, span): Place[] => {
    const start = Math.max(from, own.start);
    const end = Math.min(to, own.end);
    if (end <= start || kind === 'image') return [];
    const text = chunk.text.slice(start, end);
    if (isRow({ kind })) return [{ kind, span, start, end }];
    const pieces = kind === 'code' || kind === 'math' ? linesOf(text) : splitSentences(text);
    return pieces.map((piece) => ({ kind, span, start: start + piece.start, end: start + piece.end }));
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
