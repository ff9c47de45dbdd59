/**
 * Decides whether a statement that a model worded is carried by the passages it cites, and by which of their words.
 *
 * A whole sentence, row or block of a passage always carries itself. Code carries nothing else. Everything else is compared
 * word by word with the few sentences that hold most of it: any fault refuses it, and so does too low a score. Nothing here
 * understands what it reads; what it cannot show, it refuses.
 */
import type { Passage, StatementKind } from '../types/answer.ts';
import { isContent, joinEvidence } from './support/evidence.ts';
import { findCode } from './support/find-code.ts';
import { findRow, holdsCells } from './support/find-row.ts';
import { findVerbatim } from './support/find-verbatim.ts';
import { joinPlaces } from './support/join-places.ts';
import { isSupported } from './support/is-supported.ts';
import { isTornOut } from './support/is-torn-out.ts';
import { judge } from './support/judge.ts';
import { readPassage } from './support/read-passage.ts';
import { holdsAddresses, readStatement } from './support/read-statement.ts';
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
  if (!isHeld || isTornOut(plain, passages)) return undefined;
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
