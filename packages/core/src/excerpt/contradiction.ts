/**
 * Finds two sentences of different pages that agree except for a number or a negation. The rule is narrow on purpose: almost all words must
 * agree, and exactly one number may differ. Otherwise "released 1.2 in 2019" and "released 1.3 in 2020" would count as a contradiction.
 * Sections of one page that sound alike are about different things, such as two codes of errors.
 */
import type { Passage } from '../types/answer.ts';
import { countNegations } from '../text/word-tokens.ts';
import type { ScoredUnit } from './score-units.ts';
import { similarity } from './units.ts';

const SAME_WORDS = 0.75;
const MIN_WORDS = 3;
const NUMBER = /(?<![\p{L}\p{N}_.])\d+(?:[.,]\d+)*(?![\p{L}_])/gu;

/** "Not until the source has changed" says the same as "only when it has changed". */
const CONDITION = /\b(?:until|unless|except)\b/iu;

type Words = ReadonlySet<string>;

function words(unit: ScoredUnit): Words {
  return new Set([...unit.tokens].filter((token) => !/^[\d.,]+$/u.test(token)));
}

function differInOneNumber(a: string, b: string): boolean {
  const left = a.match(NUMBER) ?? [];
  const right = b.match(NUMBER) ?? [];
  if (left.length === 0 || left.length !== right.length) return false;
  return left.filter((number, i) => number !== right[i]).length === 1;
}

function contradict(a: ScoredUnit, left: Words, b: ScoredUnit, right: Words): boolean {
  if (Math.min(left.size, right.size) < MIN_WORDS || similarity(left, right) < SAME_WORDS) return false;
  const negated = countNegations(a.text) > 0 !== countNegations(b.text) > 0;
  if (differInOneNumber(a.text, b.text)) return !negated;
  return negated && ![a, b].some(({ text }) => CONDITION.test(text)) && similarity(a.tokens, b.tokens) >= SAME_WORDS;
}

/** Returns a pair of contradicting units, the first of them among the chosen; `undefined` if the passages agree. */
export function findContradiction(
  chosen: readonly ScoredUnit[],
  units: readonly ScoredUnit[],
  passages: readonly Passage[],
): readonly [ScoredUnit, ScoredUnit] | undefined {
  const known = new Map<ScoredUnit, Words>();
  const wordsOf = (unit: ScoredUnit): Words => {
    let found = known.get(unit);
    if (found === undefined) known.set(unit, (found = words(unit)));
    return found;
  };
  const mayContradict = (a: ScoredUnit, b: ScoredUnit): boolean => {
    const [left, right] = [passages[a.passage]!.chunk, passages[b.passage]!.chunk];
    // Versions and languages of one page are expected to differ.
    return left.url !== right.url && left.version === right.version && left.locale === right.locale;
  };
  for (const one of chosen) {
    if (one.kind === 'code' || one.kind === 'row') continue;
    const other = units.find(
      (unit) =>
        unit.kind !== 'code' &&
        unit.kind !== 'row' &&
        mayContradict(one, unit) &&
        contradict(one, wordsOf(one), unit, wordsOf(unit)),
    );
    if (other !== undefined) return [one, other];
  }
  return undefined;
}
