/** Chooses the excerpts of an answer: one stretch of the best section, and others from further sections if the first may not be complete. */
import type { Passage } from '../types/answer.ts';
import type { Calibration } from '../types/embedder.ts';
import type { Chunk } from '../types/chunk.ts';
import { asksForSeveral, type QuestionAnalysis } from '../question/analyse-question.ts';
import { coverage, type QuestionTerms } from '../question/question-terms.ts';
import { tokenize } from '../text/tokenize.ts';
import { narrowList } from './narrow-list.ts';
import { pageNotice } from './page-notice.ts';
import type { ScoredUnit } from './score-units.ts';
import { isLeadIn, sectionsOf, type SectionText } from './sections.ts';
import { similarity } from './units.ts';
import { stretchOf, type Budget } from './stretch.ts';

export interface ComposedExcerpt {
  readonly chunk: Chunk;
  /** In page order; at least one. */
  readonly units: readonly ScoredUnit[];
  /** True if rows or items were left out of a long table or list. */
  readonly isNarrowed: boolean;
}

/** Budgets of an answer: one excerpt that can be understood alone, and one that may add to it. */
const ANSWER: readonly Omit<Budget, 'units'>[] = [
  { words: 220, whole: 300 },
  { words: 50, whole: 80 },
];
/** Asks for the number of rows or items. */
const COUNTS = /\bhow many\b/iu;
/** Budget of the other side of a comparison. */
const SIDE = { words: 120, whole: 170 };
/** Budgets of further reading. */
const FURTHER = [SIDE, SIDE, SIDE];
/** Maximum number of units, and so of citations, in all excerpts of an answer, unless the request sets fewer. */
export const MAX_UNITS = 60;
/** Slope of the softmax that turns scores of passages into shares; the value used in the fit. */
const SLOPE = 3;
/** Excerpts are added until their sections reach this share. It depends on the measure of likeness: scores of an encoder are further apart. */
const ENOUGH: Readonly<Record<Calibration['likeness'], number>> = { 'cosine-and-words': 0.55, cosine: 0.6 };
/** A heading or an excerpt with this share of the question's weight holds all that is asked. */
const COVERS = 0.75;
const FEWEST_WORDS = 3;
/** Sections whose scores differ by less are taken to be as good as one another. */
const TIE = 0.02;
const SAME = 0.6;

export function composeExcerpts(
  passages: readonly Passage[],
  units: readonly ScoredUnit[],
  question: {
    readonly terms: QuestionTerms;
    readonly analysis: QuestionAnalysis;
    readonly maxUnits: number;
    /** True for further reading: three excerpts, even if the first may be enough, with all rows and items. */
    readonly isFurther?: boolean;
    readonly likeness?: Calibration['likeness'] | undefined;
  },
): ComposedExcerpt[] {
  // A passage the reader points at is first in the list, but does not rank before better ones here.
  const sections = sectionsOf(passages, units)
    .map((section) => ({ section, score: scoreOf(section, passages) }))
    .sort((one, other) => other.score - one.score);
  const top = sections[0]?.score ?? 0;
  const total = sections.reduce((sum, { score }) => sum + Math.exp(SLOPE * (score - top)), 0);
  const left = new Set(sections);
  const excerpts: ComposedExcerpt[] = [];
  const enough = ENOUGH[question.likeness ?? 'cosine-and-words'];
  const several = asksForSeveral(question.analysis.text);
  let share = 0;
  let room = question.maxUnits;
  const sides = question.analysis.compared.slice(ANSWER.length).map(() => SIDE);
  for (const budget of question.isFurther === true ? FURTHER : [...ANSWER, ...sides]) {
    const side = excerpts.length === 0 ? undefined : otherSide([...left], excerpts, question.analysis);
    const next = side ?? (excerpts.length === 0 ? sections[0] : furthest([...left], excerpts, question));
    const shown = wordsOf(excerpts);
    const isTie = next !== undefined && top - next.score < TIE;
    // One or two words say little of what is wanted, and are in many sections.
    const tells = question.terms.weights.size >= FEWEST_WORDS && !isTie;
    const isCovered = tells && coverage(question.terms, (token) => shown.has(token)) >= COVERS;
    const isComplete = (isCovered || share >= enough || excerpts.length >= ANSWER.length) && side === undefined;
    const isEnough = excerpts.length > 0 && question.isFurther !== true && isComplete;
    if (next === undefined || room <= 0 || isEnough) break;
    left.delete(next);
    share += Math.exp(SLOPE * (next.score - top)) / total;
    const places = stretchOf(
      next.section.units,
      { ...(side === undefined ? budget : SIDE), units: room },
      { several, opening: side !== undefined || beginsBest(next.section, passages) },
    );
    const heading = new Set(tokenize(next.section.chunk.heading));
    // Where the heading is what is asked, all of the list or table answers.
    const isHeaded = coverage(question.terms, (token) => heading.has(token)) >= COVERS;
    const isWhole = question.isFurther === true || several || isHeaded || COUNTS.test(question.analysis.text);
    const narrow = isWhole ? places : narrowList(next.section.units, places, question.terms);
    const chosen = narrow.map((place) => next.section.units[place]!);
    if (excerpts.some((known) => similarity(tokensOf(known.units), tokensOf(chosen)) > SAME)) continue;
    room -= chosen.length;
    excerpts.push({ chunk: next.section.chunk, units: chosen, isNarrowed: narrow.length < places.length });
  }
  return question.isFurther === true ? excerpts : withNotices(excerpts, passages, units, room);
}

/** Adds the boxes that say that pages are outdated, each above the first excerpt of its page, as far as `room` allows. */
function withNotices(
  excerpts: readonly ComposedExcerpt[],
  passages: readonly Passage[],
  units: readonly ScoredUnit[],
  room: number,
): ComposedExcerpt[] {
  const urls = new Set<string>();
  let left = room;
  return excerpts.flatMap((excerpt) => {
    const notice = urls.has(excerpt.chunk.url) ? [] : pageNotice(units, passages, excerpt);
    urls.add(excerpt.chunk.url);
    if (notice.length === 0 || notice.length > left) return [excerpt];
    left -= notice.length;
    return [{ chunk: passages[notice[0]!.passage]!.chunk, units: notice, isNarrowed: false }, excerpt];
  });
}

/** True if the best of the passages only leads in to others, which are of a section below. */
function beginsBest({ chunk, units }: SectionText, passages: readonly Passage[]): boolean {
  const [first] = units;
  const isBelow = units.some(({ passage }) => passages[passage]!.chunk.headings.length > chunk.headings.length);
  return isBelow && isLeadIn(chunk) && units.every(({ passage }) => passage >= first!.passage);
}

type Ranked = { readonly section: SectionText; readonly score: number };

function scoreOf(section: SectionText, passages: readonly Passage[]): number {
  return Math.max(...section.units.map(({ passage }) => passages[passage]!.score));
}

/** For a comparison of things with a section each: returns the best section of one that is not shown yet. */
function otherSide(
  left: readonly Ranked[],
  shown: readonly ComposedExcerpt[],
  { compared }: QuestionAnalysis,
): Ranked | undefined {
  const places = shown.map(({ chunk }) => sideOf(chunk, compared));
  if (places.every((place) => place < 0)) return undefined;
  const isOther = (place: number): boolean => place >= 0 && !places.includes(place);
  return left.find(({ section }) => isOther(sideOf(section.chunk, compared)));
}

/** Returns the best of the remaining sections, by rank and by words of the question that are not shown yet. */
function furthest(
  left: readonly Ranked[],
  shown: readonly ComposedExcerpt[],
  { terms }: { readonly terms: QuestionTerms },
): Ranked | undefined {
  const known = wordsOf(shown);
  const value = ({ section, score }: Ranked): number => {
    const tokens = tokensOf(section.units);
    return score + coverage(terms, (token) => tokens.has(token) && !known.has(token));
  };
  return left.toSorted((a, b) => value(b) - value(a))[0];
}

/**
 * Index of the thing compared that a section is called as, or as the first words of which: "Wrapping" for "wrap a component". A whole name
 * comes first: "Docker" is not that of "docker compose", if the other is "docker". -1 for none.
 */
export function sideOf({ heading }: Pick<Chunk, 'heading'>, compared: readonly string[]): number {
  // Sides are in lower case, in which `onClose` is one word.
  const words = tokenize(heading.toLowerCase()).join(' ');
  const sides = compared.map((side) => tokenize(side).join(' '));
  const whole = sides.indexOf(words);
  return whole >= 0 || words === '' ? whole : sides.findIndex((side) => side.startsWith(`${words} `));
}

/** Tokens of the excerpts and their headings. */
function wordsOf(excerpts: readonly ComposedExcerpt[]): ReadonlySet<string> {
  return new Set(excerpts.flatMap(({ chunk, units }) => [...tokensOf(units), ...tokenize(chunk.heading)]));
}

function tokensOf(units: readonly ScoredUnit[]): ReadonlySet<string> {
  return new Set(units.flatMap(({ tokens }) => [...tokens]));
}
