/**
 * Packs atoms into chunks. Of all ways to cut a section, the cheapest is taken: each chunk costs the square of its distance
 * from the ideal size (repeated text not counted), each cut the badness of its place. So chunks come out near the ideal,
 * equally large where it cannot be reached, and no tiny rest is left. Exact by dynamic programming; the earliest cut wins a
 * tie.
 */
import { splitSentences } from '../text/split-sentences.ts';
import type { SpanKind } from '../types/chunk.ts';
import { CHUNK_TOKENS } from './chunk-tokens.ts';
import { countTokens } from './count-tokens.ts';
import type { Piece } from './layout.ts';
import { withLead } from './read-chunk.ts';

export interface Packed {
  /** Offsets in the page text. */
  readonly start: number;
  readonly end: number;
  /** Header row to repeat, or `''`. */
  readonly lead: string;
  /** As it is shown and embedded. */
  readonly tokens: number;
}

const IDEAL_TOKENS = 350;
const OVERLAP_TOKENS = 60;
/** Distance in tokens that costs one point. */
const DISTANCE_UNIT = 10;

/** Text that a chunk starting at an atom has in addition to its atoms. */
interface Opening {
  readonly start: number;
  readonly lead: string;
  readonly tokens: number;
}

/** Chunks in order; each has at most `CHUNK_TOKENS` tokens with lead and overlap. No atom may be larger. */
export function pack(text: string, atoms: readonly Atom[]): Packed[] {
  for (let limit = CHUNK_TOKENS; ; limit -= DISTANCE_UNIT) {
    const chunks = packWithin(atoms, limit).map(({ start, end, lead }) => packed(text, start, end, lead));
    if (chunks.every(({ tokens }) => tokens <= CHUNK_TOKENS)) return chunks;
  }
}

export function packed(text: string, start: number, end: number, lead = ''): Packed {
  return { start, end, lead, tokens: countTokens(withLead(lead, text.slice(start, end))) };
}

function packWithin(atoms: readonly Atom[], limit: number): Omit<Packed, 'tokens'>[] {
  const openings = atoms.map((_, index) => openingAt(atoms, index, limit));
  const best: number[] = [0];
  const from: number[] = [0];
  for (let end = 1; end <= atoms.length; end += 1) {
    let tokens = 0;
    best[end] = Number.POSITIVE_INFINITY;
    for (let start = end - 1; start >= 0; start -= 1) {
      tokens += atoms[start]!.tokens;
      if (tokens + openings[start]!.tokens > limit && start < end - 1) {
        if (tokens > limit) break;
        continue;
      }
      const border = start === 0 ? 0 : atoms[start]!.border;
      const cost = best[start]! + ((tokens - IDEAL_TOKENS) / DISTANCE_UNIT) ** 2 + border;
      if (cost <= best[end]!) {
        best[end] = cost;
        from[end] = start;
      }
    }
  }
  const chunks: Omit<Packed, 'tokens'>[] = [];
  for (let end = atoms.length; end > 0; end = from[end]!) {
    const { start, lead } = openings[from[end]!]!;
    chunks.push({ start, end: atoms[end - 1]!.end, lead });
  }
  return chunks.toReversed();
}

/** Lead and overlap are left out where the first atom leaves no room for them. */
function openingAt(atoms: readonly Atom[], index: number, limit: number): Opening {
  const atom = atoms[index]!;
  const before = atoms[index - 1];
  const room = limit - atom.tokens;
  if (before !== undefined && atom.header !== '') {
    const tokens = countTokens(`${atom.header}\n`);
    if (tokens <= room) return { start: atom.start, lead: atom.header, tokens };
  }
  if (before !== undefined && atom.continues && atom.sentence && before.sentence) {
    const tokens = before.ownTokens;
    if (tokens <= Math.min(OVERLAP_TOKENS, room)) return { start: before.start, lead: '', tokens };
  }
  return { start: atom.start, lead: '', tokens: 0 };
}

/**
 * Cuts a section into atoms: the pieces that a chunk holds whole or not at all. Prose gives sentences; an item, a table row, a
 * code block or a label is one atom. Only what exceeds the limit alone is cut further: items into sentences, code into lines,
 * and a sentence, row or line at words, as the last resort inside a word.
 */
interface Atom {
  /** With markers and fences; neither starts nor ends with white space, except for the indentation of code lines. */
  readonly start: number;
  readonly end: number;
  readonly kind: SpanKind;
  /** Tokens including the white space before it. */
  readonly tokens: number;
  /** Tokens of the atom alone. */
  readonly ownTokens: number;
  /** Penalty for starting a chunk here; 0 = none. */
  readonly border: number;
  /** Goes on with the span of the atom before. */
  readonly continues: boolean;
  /** A whole sentence of prose, which may be repeated as overlap. */
  readonly sentence: boolean;
  /** For table rows: the header row; `''` otherwise. */
  readonly header: string;
}

interface Cut {
  readonly start: number;
  readonly end: number;
  readonly by: 'whole' | 'sentence' | 'line' | 'word';
}

/** Largest piece of what must be cut at words; leaves room for a header row or an overlapping sentence. */
const WORD_PIECE_TOKENS = 300;
const LONGEST_UNCOUNTED_WORD = 64;

const BORDERS = {
  afterLabel: 2000,
  afterHeaderRow: 2000,
  insideSentence: 200,
  afterIntroduction: 80,
  insideParagraph: 80,
  insideItem: 30,
  insideCode: 20,
  betweenItems: 10,
  betweenRows: 10,
} as const;

export function atomsOf(text: string, pieces: readonly Piece[], limit: number): Atom[] {
  const atoms: Atom[] = [];
  const headers = new Map<number, string>();
  let before: Piece | undefined;
  let end = pieces[0]?.start ?? 0;
  for (const piece of pieces) {
    const { kind, group } = piece.span;
    if (kind === 'header') headers.set(group, text.slice(piece.span.start, piece.span.end));
    for (const [index, cut] of cutPiece(text, piece, limit).entries()) {
      atoms.push({
        start: cut.start,
        end: cut.end,
        kind,
        tokens: countTokens(text.slice(end, cut.end)),
        ownTokens: countTokens(text.slice(cut.start, cut.end)),
        border: index === 0 ? borderBetween(text, before, piece) : borderInside(cut),
        continues: index > 0,
        sentence: cut.by === 'sentence',
        header: kind === 'row' ? (headers.get(group) ?? '') : '',
      });
      end = cut.end;
    }
    before = piece;
  }
  return atoms;
}

function cutPiece(text: string, piece: Piece, limit: number): Cut[] {
  const { kind } = piece.span;
  const fits = ({ start, end }: { start: number; end: number }): boolean =>
    countTokens(text.slice(start, end)) <= limit;
  const cuts = kind === 'paragraph' || kind === 'quote' ? sentencesOf(text, piece) : [wholeOf(piece)];
  return cuts.flatMap((cut) => {
    if (fits(cut)) return [cut];
    if (kind === 'code' || kind === 'math')
      return linesOf(text, piece).flatMap((line) => (fits(line) ? [line] : wordsOf(text, line)));
    if (kind !== 'item') return wordsOf(text, cut);
    return sentencesOf(text, piece).flatMap((sentence) => (fits(sentence) ? [sentence] : wordsOf(text, sentence)));
  });
}

function wholeOf({ start, end }: Piece): Cut {
  return { start, end, by: 'whole' };
}

function sentencesOf(text: string, piece: Piece): Cut[] {
  const offset = piece.span.start;
  const sentences = splitSentences(text.slice(offset, piece.span.end));
  return withMarkers(
    piece,
    sentences.map(({ start, end }) => ({ start: start + offset, end: end + offset, by: 'sentence' })),
  );
}

/** Lines that are not blank; the first takes the opening fence, the last the closing one. */
function linesOf(text: string, piece: Piece): Cut[] {
  const lines: Cut[] = [];
  for (let start = piece.span.start; start < piece.span.end;) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 || newline > piece.span.end ? piece.span.end : newline;
    if (text.slice(start, end).trim() !== '') lines.push({ start, end, by: 'line' });
    start = end + 1;
  }
  return withMarkers(piece, lines);
}

function withMarkers(piece: Piece, cuts: readonly Cut[]): Cut[] {
  return cuts.map((cut, index) => ({
    ...cut,
    start: index === 0 ? piece.start : cut.start,
    end: index === cuts.length - 1 ? piece.end : cut.end,
  }));
}

function wordsOf(text: string, range: { readonly start: number; readonly end: number }): Cut[] {
  const cuts: Cut[] = [];
  let start = -1;
  let end = range.start;
  let tokens = 0;
  for (const word of wordRanges(text, range)) {
    const added = countTokens(text.slice(end, word.end));
    if (start !== -1 && tokens + added > WORD_PIECE_TOKENS) {
      cuts.push({ start, end, by: 'word' });
      start = -1;
      tokens = 0;
    }
    if (start === -1) start = word.start;
    end = word.end;
    tokens += added;
  }
  if (start !== -1) cuts.push({ start, end, by: 'word' });
  return cuts;
}

/** Words, long ones in pieces between code points. */
function* wordRanges(
  text: string,
  range: { readonly start: number; readonly end: number },
): Generator<{ start: number; end: number }> {
  for (const match of text.slice(range.start, range.end).matchAll(/\S+/g)) {
    const end = range.start + match.index + match[0].length;
    let start = range.start + match.index;
    while (end - start > LONGEST_UNCOUNTED_WORD) {
      const middle = start + LONGEST_UNCOUNTED_WORD;
      const cut = (text.codePointAt(middle - 1) ?? 0) > 0xffff ? middle - 1 : middle;
      yield { start, end: cut };
      start = cut;
    }
    yield { start, end };
  }
}

function borderInside(cut: Cut): number {
  if (cut.by === 'word') return BORDERS.insideSentence;
  return cut.by === 'line' ? BORDERS.insideCode : BORDERS.insideParagraph;
}

function borderBetween(text: string, before: Piece | undefined, piece: Piece): number {
  if (before === undefined) return 0;
  const { kind, group } = piece.span;
  if (before.span.kind === 'label') return BORDERS.afterLabel;
  if (before.span.kind === 'header' && before.span.group === group) return BORDERS.afterHeaderRow;
  if (kind === 'row' && before.span.group === group) return BORDERS.betweenRows;
  if (text[before.end - 1] === ':' && kind !== before.span.kind) return BORDERS.afterIntroduction;
  if (piece.span.depth === 0) return 0;
  return piece.span.depth > before.span.depth || kind !== 'item' ? BORDERS.insideItem : BORDERS.betweenItems;
}
