import { splitSentences } from '../text/split-sentences.ts';
import { tokenizeSpans } from '../text/tokenize.ts';
import type { Chunk, SpanKind } from '../types/chunk.ts';
import type { Lit, LitText } from '../types/lookup.ts';
import { nearnessOf, type TypedWord } from './read-typed.ts';

const SNIPPET = 160;
/** Most characters before the first matching word. */
const BEFORE = 40;
/** How much a line tells, for kinds that tell less than prose. */
const TOLD: Readonly<Partial<Record<SpanKind, number>>> = { row: 1, header: 1, code: 0, label: 0, math: 0, image: 0 };

/** Returns the text with the ranges of all words that match a typed word. */
export function litText(text: string, words: readonly TypedWord[]): LitText {
  const lit: Lit[] = [];
  for (const { token, start, end } of tokenizeSpans(text)) {
    const isLit = words.some((word) => nearnessOf(word, token) > 0);
    const last = lit.at(-1);
    if (!isLit || (last !== undefined && start < last.end)) continue;
    lit.push({ start, end });
  }
  return { text, lit };
}

/**
 * Returns the line or sentence of a section's passages with the most typed words, cut around the first of them. Of lines with the same
 * words, prose comes before tables and lines with formulas, and these before code and labels, because a reader learns more from them.
 */
export function snippetOf(
  passages: readonly Chunk[],
  words: readonly TypedWord[],
): LitText & { readonly isCode: boolean } {
  let best: (LitText & { readonly isCode: boolean; readonly held: number; readonly told: number }) | undefined;
  for (const { text, spans, marks } of passages.toSorted((one, other) => one.start - other.start)) {
    for (const { kind, start, end } of spans) {
      const isFormula = marks.some((mark) => mark.kind === 'math' && mark.start < end && mark.end > start);
      const told = TOLD[kind] ?? (isFormula ? 1 : 2);
      for (const line of linesOf(kind, text.slice(start, end))) {
        const held = heldIn(line, words);
        const isBetter = best === undefined || held > best.held || (held === best.held && told > best.told);
        if (isBetter) best = { ...litText(line, words), isCode: kind === 'code', held, told };
      }
    }
  }
  if (best === undefined) return { text: '', lit: [], isCode: false };
  return { ...cut(best), isCode: best.isCode };
}

/** Lines of code and table rows; sentences of everything else. */
function linesOf(kind: SpanKind, text: string): readonly string[] {
  if (kind !== 'code' && kind !== 'row') return splitSentences(text).map(({ start, end }) => text.slice(start, end));
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
}

/** Number of typed words found in a line. */
function heldIn(line: string, words: readonly TypedWord[]): number {
  const tokens = tokenizeSpans(line).map(({ token }) => token);
  return words.filter((word) => tokens.some((token) => nearnessOf(word, token) > 0)).length;
}

function cut({ text, lit }: LitText): LitText {
  if (text.length <= SNIPPET) return { text, lit };
  const first = lit[0]?.start ?? 0;
  const from = first <= SNIPPET - BEFORE ? 0 : startOfWord(text, first - BEFORE);
  const to = from + SNIPPET >= text.length ? text.length : endOfWord(text, from + SNIPPET);
  const within = lit.filter(({ start, end }) => start >= from && end <= to);
  return {
    text: text.slice(from, to),
    lit: within.map(({ start, end }) => ({ start: start - from, end: end - from })),
  };
}

function startOfWord(text: string, at: number): number {
  const space = text.indexOf(' ', at);
  return space < 0 || space > at + BEFORE ? at : space + 1;
}

function endOfWord(text: string, at: number): number {
  const space = text.lastIndexOf(' ', at);
  return space < at - BEFORE ? at : space;
}
