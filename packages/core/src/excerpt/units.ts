import type { Passage, StatementKind } from '../types/answer.ts';
import type { Chunk, Span } from '../types/chunk.ts';
import { splitSentences } from '../text/split-sentences.ts';
import { tokenize } from '../text/tokenize.ts';

/** The smallest part of an excerpt: one sentence, step, list item, table row, label or code block, verbatim. */
export interface Unit {
  readonly kind: StatementKind;
  /** Offsets in the chunk's text, inside the passage's window. */
  readonly start: number;
  readonly end: number;
  /** Offset in the page's text. */
  readonly at: number;
  readonly text: string;
  /** Tokens in order, with repeats (`sequence`), and distinct tokens. */
  readonly sequence: readonly string[];
  readonly tokens: ReadonlySet<string>;
  /** Number of words. */
  readonly words: number;
  /** Index of its span in the chunk. */
  readonly span: number;
  /** Number of the list, table, tab set or admonition that contains the unit, unique in the page; 0 for none. */
  readonly group: number;
  /** Number of enclosing list levels; 0 outside lists. */
  readonly depth: number;
  /** Step number as shown; 0 otherwise. */
  readonly ordinal: number;
  readonly language: string;
}

const KINDS: Readonly<Record<Exclude<Span['kind'], 'image'>, StatementKind>> = {
  paragraph: 'sentence',
  quote: 'sentence',
  item: 'item',
  code: 'code',
  math: 'code',
  row: 'row',
  header: 'header',
  label: 'label',
};

const WORD = /[\p{L}\p{N}]+/gu;

const known = new WeakMap<Chunk, readonly Unit[]>();

/** Returns all units of a passage in reading order, without pictures, because answers show none. */
export function unitsOf({ chunk, window }: Pick<Passage, 'chunk' | 'window'>): readonly Unit[] {
  if (window !== undefined) return readUnits(chunk, window.start, window.end);
  const units = known.get(chunk) ?? readUnits(chunk, 0, chunk.text.length);
  known.set(chunk, units);
  return units;
}

/** Returns true if `next` goes on with the code block of `unit`, which was too long for one passage: only a line break is between them. */
export function goesOn(unit: Unit | undefined, next: Unit): boolean {
  return unit?.kind === 'code' && next.kind === 'code' && next.at - (unit.at + unit.text.length) === 1;
}

function readUnits(chunk: Chunk, from: number, to: number): Unit[] {
  const units: Unit[] = [];
  for (const [place, span] of chunk.spans.entries()) {
    if (span.kind === 'image') continue;
    const kind = span.kind === 'item' && span.ordinal > 0 ? 'step' : KINDS[span.kind];
    for (const piece of piecesOf(chunk.text, span)) {
      const start = Math.max(from, piece.start);
      const end = Math.min(to, piece.end);
      if (end <= start) continue;
      const text = chunk.text.slice(start, end);
      const sequence = tokenize(text);
      units.push({
        kind,
        start,
        end,
        at: chunk.start + start,
        text,
        sequence,
        tokens: new Set(sequence),
        words: (text.match(WORD) ?? []).length,
        span: place,
        group: span.group,
        depth: span.depth,
        ordinal: span.ordinal,
        language: span.kind === 'math' ? 'math' : span.language,
      });
    }
  }
  return units;
}

/** Splits prose into sentences; other spans stay whole. */
function piecesOf(text: string, span: Span): { start: number; end: number }[] {
  if (span.kind !== 'paragraph' && span.kind !== 'quote') return [{ start: span.start, end: span.end }];
  return splitSentences(text.slice(span.start, span.end)).map(({ start, end }) => ({
    start: span.start + start,
    end: span.start + end,
  }));
}

/** Jaccard similarity of two token sets, 0 to 1; two empty sets are equal. */
export function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 && b.size === 0) return 1;
  let shared = 0;
  for (const token of a) if (b.has(token)) shared++;
  return shared / (a.size + b.size - shared);
}
