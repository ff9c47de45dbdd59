/**
 * Which units are shown, in which order. At most three sentences (R12 wants few, each proved); lists, code and table rows
 * that complete a chosen sentence come with it and do not count.
 */
import type { QuestionAnalysis } from '../analyse-question.ts';
import type { Passage } from '../../spec/answer.ts';
import type { Chunk } from '../../spec/chunk.ts';
import { tokenize } from '../../text/tokenize.ts';
import type { QuestionTerms } from './question-terms.ts';
import { completions } from './completions.ts';
import type { ScoredUnit } from './score-units.ts';
import { similarity } from './similarity.ts';
import { bestSteps } from './steps.ts';

const MAX_SENTENCES = 3;
/** A further sentence must reach this share of the best one's score. */
const MIN_RELATIVE_SCORE = 0.72;
/** … and hold this share of the question's words that the best one holds. */
const MIN_RELATIVE_WORDS = 0.5;
const DUPLICATE = 0.8;
/** Versions, flags, error codes, `c++`: a sentence without the one asked about speaks of another. */
const IDENTIFIER = /[^\p{L}\p{M}]/u;
const LEANS_BACK =
  /^(?:it|this|these|they|that|those|such|he|she|its|their|his|her|both|the (?:former|latter)|as such|however|therefore|thus|instead|otherwise|for (?:example|instance)|in (?:this|that) case)\b/iu;

const byScore = (a: ScoredUnit, b: ScoredUnit): number =>
  b.score - a.score || a.passage - b.passage || a.place - b.place;

/** Page by page, the page of the best unit first; within a page as the page has it. */
function inOrder(chosen: readonly ScoredUnit[], passages: readonly Passage[]): ScoredUnit[] {
  const chunkOf = (unit: ScoredUnit): Chunk => passages[unit.passage]!.chunk;
  const pages = [...new Set(chosen.toSorted(byScore).map((unit) => chunkOf(unit).url))];
  const offset = (unit: ScoredUnit): number => chunkOf(unit).start + unit.start;
  return chosen.toSorted(
    (a, b) => pages.indexOf(chunkOf(a).url) - pages.indexOf(chunkOf(b).url) || offset(a) - offset(b) || byScore(a, b),
  );
}

function same(a: ScoredUnit, b: ScoredUnit): boolean {
  return (a.passage === b.passage && a.place === b.place) || similarity(a.tokens, b.tokens) > DUPLICATE;
}

/** The sentence before one that begins with "It", "These", … */
function leanedOn(unit: ScoredUnit, units: readonly ScoredUnit[]): ScoredUnit | undefined {
  if (!LEANS_BACK.test(unit.text)) return undefined;
  return units.find(
    (other) => other.passage === unit.passage && other.place === unit.place - 1 && other.block === unit.block,
  );
}

function chooseBest(units: readonly ScoredUnit[], limit: number, terms: QuestionTerms): ScoredUnit[] {
  const ranked = units.toSorted(byScore);
  const best = ranked[0];
  if (best === undefined) return [];
  const names = [...terms.weights.keys()].filter((token) => IDENTIFIER.test(token) && best.tokens.has(token));
  const chosen: ScoredUnit[] = [];
  const add = (unit: ScoredUnit | undefined): void => {
    if (unit !== undefined && chosen.length < limit && !chosen.some((known) => same(known, unit))) chosen.push(unit);
  };
  for (const unit of ranked) {
    if (chosen.length === limit || unit.score < MIN_RELATIVE_SCORE * best.score) break;
    if (unit.own < (unit.kind === 'row' ? 1 : MIN_RELATIVE_WORDS) * best.own) continue;
    if (!names.every((name) => unit.tokens.has(name))) continue;
    if (unit.kind === 'code' && chosen.some((known) => known.kind === 'code')) continue;
    add(unit);
    if (unit === best) add(leanedOn(unit, units));
  }
  return chosen;
}

function share(unit: ScoredUnit, side: ReadonlySet<string>): number {
  let found = 0;
  for (const token of side) if (unit.tokens.has(token)) found++;
  return side.size === 0 ? 0 : found / side.size;
}

function chooseCompared(units: readonly ScoredUnit[], compared: readonly string[]): ScoredUnit[] {
  const sides = compared.map((side) => new Set(tokenize(side)));
  const bestFor = (weight: (unit: ScoredUnit) => number): ScoredUnit | undefined =>
    units.filter((unit) => weight(unit) >= 1).toSorted(byScore)[0];
  const both = bestFor((unit) => Math.min(...sides.map((side) => share(unit, side))));
  // What is said of one thing alone stands beside what is said of the other.
  const each = sides.map((side) =>
    bestFor((unit) => (sides.some((other) => other !== side && share(unit, other) >= 1) ? 0 : share(unit, side))),
  );
  const chosen: ScoredUnit[] = [];
  for (const unit of [both, ...each]) {
    if (unit !== undefined && !chosen.some((known) => same(known, unit))) chosen.push(unit);
  }
  return chosen;
}

function chooseExample(units: readonly ScoredUnit[]): ScoredUnit[] {
  const code = units.filter((unit) => unit.kind === 'code').toSorted(byScore)[0];
  if (code === undefined) return [];
  const before = units.find((unit) => unit.passage === code.passage && unit.place === code.place - 1);
  return before === undefined || before.kind === 'code' ? [code] : [before, code];
}

/** What the message means stands with it; what to do about it stands right after. */
function chooseError(units: readonly ScoredUnit[]): ScoredUnit[] {
  const best = units.toSorted(byScore)[0];
  if (best === undefined) return [];
  return units.filter((unit) => {
    const after = unit.place - best.place;
    return unit.passage === best.passage && after >= 0 && after < MAX_SENTENCES;
  });
}

/** In the order to be shown; empty only when there are no units. */
export function chooseUnits(
  units: readonly ScoredUnit[],
  analysis: QuestionAnalysis,
  terms: QuestionTerms,
  passages: readonly Passage[],
): ScoredUnit[] {
  if (analysis.kind === 'example') {
    const example = chooseExample(units);
    if (example.length > 0) return example;
  }
  if (analysis.kind === 'how-to') {
    const steps = bestSteps(units);
    if (steps.length > 0) return steps;
  }
  if (analysis.kind === 'error') return chooseError(units);
  const compared = analysis.kind === 'comparison' ? chooseCompared(units, analysis.compared) : [];
  const chosen = compared.length > 0 ? compared : chooseBest(units, MAX_SENTENCES, terms);
  const all = new Map<string, ScoredUnit>();
  for (const unit of inOrder(chosen, passages)) {
    for (const shown of [unit, ...completions(unit, units)]) all.set(`${shown.passage}:${shown.place}`, shown);
  }
  return [...all.values()];
}
