/**
 * The page's own words in an answer that a model words: the sentence, item or row that a refused statement leans on, and what any quote
 * cannot be understood without, such as what leads a list in, the header of a row, or the sentence before "It".
 */
import { announces, neededAfter, needsBefore, wholeOf } from '../excerpt/bindings.ts';
import { type Unit, unitsOf } from '../excerpt/units.ts';
import { tokenize } from '../text/tokenize.ts';
import type { Passage } from '../types/answer.ts';

/** Longer statements are no statements. */
const LONGEST = 4000;
/** More is not shown for the sake of one statement. */
const MOST_WORDS = 150;
const MOST_NEEDS = 8;
/** Share of a statement's tokens in what stands in for it, and in what announces a list or code, which is shown with it. */
const LEAST = 2 / 5;
const ANNOUNCING = 2 / 3;
/** Prose that says something else, or too little, without the sentence before it; "It is possible to …" does not lean. */
const LEANS =
  /^(?!it(?: is|['\u2019]s) (?:not |also |often |usually )?(?:advisable|best|common|essential|good|important|impossible|necessary|possible|recommended|worth)\b)(?:it|its|this|that|these|those|they|their|he|she|such|otherwise|however|but|then|instead|both|either|neither|as a result|in (?:this|that|these|those|such) cases?|for (?:this|that|these|those))\b/iu;
/** Boxes whose words say the same outside of them. */
const BOX = /^\W*(?:note|tip|info|warning|caution|danger|important)\W*$/iu;
const LISTED = /^(?:item|step|row)$/u;

/** Units of one passage, in the order of the page. */
export interface QuotedUnits {
  readonly passage: Passage;
  readonly units: readonly Unit[];
}

/**
 * What stands in for a statement that nothing carries: two in five of its search tokens stand in one sentence, or in an item or row with its
 * heading and what leads it in, and no other holds more in fewer words. What announces a list or code is shown with that.
 */
export function standInFor(statement: string, passages: readonly Passage[]): QuotedUnits | undefined {
  const wanted = [...new Set(tokenize(statement.slice(0, LONGEST)))];
  const isLeadIn = statement.endsWith(':');
  let best: QuotedUnits | undefined;
  let most: Found = { held: Math.max(1, LEAST * wanted.length - 0.01), own: Infinity, words: 0 };
  for (const passage of passages) {
    const units = unitsOf(passage, 0);
    const heading = tokenize(passage.chunk.heading);
    for (const [place, unit] of units.entries()) {
      const own = wanted.filter((token) => unit.tokens.has(token)).length;
      const isAnnouncing = announces(units, place);
      const isListed = LISTED.test(unit.kind);
      if (own === 0 || !(isListed || unit.kind === 'sentence') || (isLeadIn && !isAnnouncing)) continue;
      const needs = unit.text.endsWith('?') ? undefined : needsOf(units, place);
      if (needs === undefined) continue;
      const around = isListed ? new Set([...heading, ...needs.flatMap((at) => units[at]!.sequence)]) : new Set();
      const held = wanted.filter((token) => unit.tokens.has(token) || around.has(token)).length;
      const found = { held, own, words: unit.words };
      if (!isBetter(found, most) || (isAnnouncing && held < ANNOUNCING * wanted.length)) continue;
      const itself = isAnnouncing ? announced(units, place) : [place, ...turnedBy(units, place)];
      const shown = [...needs, ...itself].map((at) => units[at]!);
      if (shown.reduce((sum, { words }) => sum + words, 0) > MOST_WORDS) continue;
      most = found;
      best = { passage, units: shown };
    }
  }
  return best;
}

/** What a unit holds of a statement, with what stands around it and alone, and how many words it has. */
interface Found {
  readonly held: number;
  readonly own: number;
  readonly words: number;
}

function isBetter(one: Found, other: Found): boolean {
  return (one.held - other.held || one.own - other.own || other.words - one.words) > 0;
}

/** The sentence behind one that takes it back, such as "However, …". */
function turnedBy(units: readonly Unit[], place: number): readonly number[] {
  return units[place]!.kind === 'sentence' && neededAfter(units, place) > place ? [place + 1] : [];
}

/** A unit with the list, table or code that it announces. */
function announced(units: readonly Unit[], place: number): number[] {
  const last = units[place + 1] === undefined ? place : wholeOf(units, place + 1).last;
  return Array.from({ length: last - place + 1 }, (_, at) => place + at);
}

/** What a statement needs that the quote at `start` carries, in order; empty where it stands alone, `undefined` where a sentence leans on what is no sentence. */
export function neededBy(
  passage: Passage,
  start: number,
  { text }: { readonly text: string },
): readonly Unit[] | undefined {
  const units = unitsOf(passage, 0);
  const place = units.findIndex((unit) => unit.start <= start && start < unit.end);
  const unit = units[place];
  const isFree = unit?.kind === 'sentence' && unit.group === 0 && unit.depth === 0;
  if (unit === undefined || (isFree && !LEANS.test(text))) return [];
  return (needsOf(units, place) ?? (unit.kind === 'sentence' ? undefined : []))?.map((at) => units[at]!);
}

/** The sentence before code, whether or not it announces it. */
export function sentenceBefore(passage: Passage, start: number): readonly Unit[] {
  const units = unitsOf(passage, 0);
  const before = units[units.findIndex((unit) => unit.start <= start && start < unit.end) - 1];
  return before?.kind === 'sentence' ? [before] : [];
}

/** Positions of all that a unit needs, in order; `undefined` where some of it is not there, or it is too much. */
function needsOf(units: readonly Unit[], place: number): readonly number[] | undefined {
  const needs = new Set<number>();
  const open = [place];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const next = directNeeds(units, at) ?? (at === place ? undefined : []);
    if (next === undefined || needs.size > MOST_NEEDS) return undefined;
    for (const one of next) {
      if (needs.has(one) || BOX.test(units[one]!.text)) continue;
      needs.add(one);
      open.push(one);
    }
  }
  return [...needs].sort((a, b) => a - b);
}

function directNeeds(units: readonly Unit[], place: number): readonly number[] | undefined {
  const unit = units[place]!;
  const before = units[place - 1];
  const isHeader = ({ kind, group }: Unit): boolean => kind === 'header' && group === unit.group;
  if (unit.kind === 'row' && !units.some(isHeader)) return undefined;
  if (unit.kind === 'code') return before !== undefined && announces(units, place - 1) ? [place - 1] : [];
  const needs = needsBefore(units, place);
  if (unit.kind !== 'sentence' || !LEANS.test(unit.text)) return needs;
  return before?.kind === 'sentence' ? [...needs, place - 1] : undefined;
}
