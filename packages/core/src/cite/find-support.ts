/**
 * Decides whether a statement that a model worded is carried by the passages it cites, and by which of their words.
 *
 * A whole sentence, row or block of a passage always carries itself. Code carries nothing else. Everything else is compared
 * word by word with the few sentences that hold most of it: any fault refuses it, and so does too low a score. Nothing here
 * understands what it reads; what it cannot show, it refuses.
 */
import type { Passage, StatementKind } from '../spec/answer.ts';
import { joinEvidence } from './support/evidence.ts';
import { findCode } from './support/find-code.ts';
import { findVerbatim } from './support/find-verbatim.ts';
import { judge } from './support/judge.ts';
import { readPassage } from './support/read-passage.ts';
import { readStatement } from './support/read-statement.ts';
import { isContent } from './support/evidence.ts';
import { readWords } from './support/read-words.ts';
import { scoreMeasures } from './support/score-measures.ts';
import { wordClass } from './support/weigh-word.ts';

/** What carries a statement. */
export interface Support {
  /** Best first; only passages that contribute; each a verbatim range of the passage's chunk text, inside its window. */
  readonly quotes: readonly { readonly label: string; readonly start: number; readonly end: number }[];
  /** 0 to 1; 1 for a statement that stands there word for word. */
  readonly score: number;
}

/** Longer statements are no statements. */
const MOST_WORDS = 250;
/** The operating point: see `docs/decisions/2026-11-22-when-a-sentence-is-supported.md`. */
const LEAST_SCORE = 0.5;
const LEAST_COVERAGE = 0.7;
const LEAST_WEAKEST = 0.4;
const MARKER = /^\s*(?:[-*+]|\d{1,3}[.)])\s+/u;

/** `undefined` = not carried: withhold it. `rarity` takes search tokens, as `tokenize` gives them. Equal input gives an equal result. */
export function findSupport(
  statement: { readonly kind: StatementKind; readonly text: string },
  passages: readonly Passage[],
  rarity?: (token: string) => number,
): Support | undefined {
  const { kind } = statement;
  const text = kind === 'item' || kind === 'step' ? statement.text.replace(MARKER, '').trim() : statement.text.trim();
  for (const passage of passages) {
    const range = (kind === 'code' ? findCode(statement.text, passage) : undefined) ?? findVerbatim(text, passage);
    if (range !== undefined) return { quotes: [{ label: passage.label, ...range }], score: 1 };
  }
  if (kind === 'code') return undefined;
  const texts = passages.map(({ chunk, window }) => chunk.text.slice(window?.start, window?.end));
  const plain = readStatement(text, texts);
  if (plain === undefined) return undefined;
  for (const passage of passages) {
    const range = findVerbatim(plain, passage);
    if (range !== undefined) return { quotes: [{ label: passage.label, ...range }], score: 1 };
  }
  const claim = readWords(plain);
  if (claim.length > MOST_WORDS || !claim.some((word) => isContent(word) && wordClass(word) === 'heavy'))
    return undefined;
  const read = passages.map(readPassage);
  const places = passages.flatMap(({ label }, index) =>
    read[index]!.places.map(({ start, end }) => ({ label, start, end, index })),
  );
  const knownAbove = (chosen: readonly number[]): ReadonlySet<string> =>
    new Set(chosen.flatMap((sentence) => [...read[places[sentence]!.index]!.known]));
  const evidence = joinEvidence(read.map((passage) => passage.evidence));
  const { measures, faults, chosen } = judge(claim, evidence, knownAbove);
  const score = scoreMeasures(measures);
  const weak = score < LEAST_SCORE || measures.coverage < LEAST_COVERAGE || measures.weakest < LEAST_WEAKEST;
  if (faults.length > 0 || weak || chosen.length === 0) return undefined;
  return {
    quotes: chosen.map((sentence) => places[sentence]!).map(({ label, start, end }) => ({ label, start, end })),
    score,
  };
}
