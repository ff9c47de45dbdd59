/**
 * Finds page text to show in an answer worded by a model: the sentence, item or row that matches a refused statement, and context without
 * which a quote cannot be understood, such as the introduction of a list, the header of a row, or the sentence before "It".
 */
import { announces, neededAfter, needsBefore, wholeOf } from '../excerpt/bindings.ts';
import { type Unit, unitsOf } from '../excerpt/units.ts';
import { tokenize } from '../text/tokenize.ts';
import type { Passage } from '../types/answer.ts';

/** Maximum length of a statement in characters; the rest is ignored. */
const LONGEST = 4000;
/** Maximum number of words shown in place of one statement. */
const MOST_WORDS = 150;
const MOST_NEEDS = 8;
/** Minimum share of the statement's tokens in the replacement, and in a sentence that announces a list or code. */
const LEAST = 2 / 5;
const ANNOUNCING = 2 / 3;
/** Sentence openings that depend on the sentence before. "It is possible to …" does not. */
const LEANS =
  /^(?!it(?: is|['\u2019]s) (?:not |also |often |usually )?(?:advisable|best|common|essential|good|important|impossible|necessary|possible|recommended|worth)\b)(?:it|its|this|that|these|those|they|their|he|she|such|otherwise|however|but|then|instead|both|either|neither|as a result|in (?:this|that|these|those|such) cases?|for (?:this|that|these|those))\b/iu;
/** Titles of boxes that add nothing to the text inside. */
const BOX = /^\W*(?:note|tip|info|warning|caution|danger|important)\W*$/iu;
const LISTED = /^(?:item|step|row)$/u;

/** Units of one passage, in page order. */
export interface QuotedUnits {
  readonly passage: Passage;
  readonly units: readonly Unit[];
}

/**
 * Finds a replacement for an unsupported statement: a sentence with at least two fifths of its search tokens, or an item or row with as
 * many together with its heading and introduction. Prefers most tokens, then fewest words. Whatever announces a list or code is returned
 * together with it.
 */
export function standInFor(statement: string, passages: readonly Passage[]): QuotedUnits | undefined {
  const wanted = [...new Set(tokenize(statement.slice(0, LONGEST)))];
  const isLeadIn = statement.endsWith(':');
  let best: QuotedUnits | undefined;
  let most: Found = { held: Math.max(1, LEAST * wanted.length - 0.01), own: Infinity, words: 0 };
  for (const passage of passages) {
    const units = unitsOf(passage);
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

/** Number of the statement's tokens in a unit with its context (`held`) and in the unit alone (`own`), and its word count. */
interface Found {
  readonly held: number;
  readonly own: number;
  readonly words: number;
}

function isBetter(one: Found, other: Found): boolean {
  return (one.held - other.held || one.own - other.own || other.words - one.words) > 0;
}

/** Position of the next sentence if it qualifies this one, such as "However, …". */
function turnedBy(units: readonly Unit[], place: number): readonly number[] {
  return units[place]!.kind === 'sentence' && neededAfter(units, place) > place ? [place + 1] : [];
}

/** Positions of a unit and of the list, table or code it announces. */
function announced(units: readonly Unit[], place: number): number[] {
  const last = units[place + 1] === undefined ? place : wholeOf(units, place + 1).last;
  return Array.from({ length: last - place + 1 }, (_, at) => place + at);
}

/**
 * Units needed to understand the quote at `start`, in order. Empty if the statement needs none; `undefined` if a sentence depends on
 * something that is not a sentence.
 */
export function neededBy(passage: Passage, start: number): readonly Unit[] | undefined {
  const units = unitsOf(passage);
  const place = units.findIndex((unit) => unit.start <= start && start < unit.end);
  const unit = units[place];
  const isFree = unit?.kind === 'sentence' && unit.group === 0 && unit.depth === 0;
  if (unit === undefined || (isFree && !LEANS.test(unit.text))) return [];
  const needs = (needsOf(units, place) ?? (unit.kind === 'sentence' ? undefined : []))?.map((at) => units[at]!);
  return unit.kind === 'item' || unit.kind === 'step' ? needs?.concat(beginningOf(unit, start)) : needs;
}

/** The part of an item before the sentence at `start`, which may name what that is about. */
function beginningOf(unit: Unit, start: number): readonly Unit[] {
  const text = unit.text.slice(0, start - unit.start).trimEnd();
  return text === '' ? [] : [{ ...unit, text, end: unit.start + text.length }];
}

/** The sentence before a code block, even if it does not announce the code. */
export function sentenceBefore(passage: Passage, start: number): readonly Unit[] {
  const units = unitsOf(passage);
  const before = units[units.findIndex((unit) => unit.start <= start && start < unit.end) - 1];
  return before?.kind === 'sentence' ? [before] : [];
}

/** Positions of everything a unit needs, in order; `undefined` if part of it is missing, or if it is too much. */
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
