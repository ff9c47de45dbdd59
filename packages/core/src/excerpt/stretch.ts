/**
 * Chooses the part of a section to show: the unit that answers best, the units needed to understand it, and as much around them as the
 * budget allows. A short section is shown whole.
 */
import { announces, needsBefore, neededAfter, wholeOf } from './bindings.ts';
import type { ScoredUnit } from './score-units.ts';

export interface Budget {
  /** Target number of words; units that belong together may exceed it. */
  readonly words: number;
  /** A section, list or table of up to this many words is shown whole. */
  readonly whole: number;
  /** Maximum number of units. */
  readonly units: number;
}

/** If at most this many words are before the stretch, it grows upwards first: openings are often needed by the rest. */
const OPENING = 60;
/**
 * If at most this many words follow the stretch in its section or passage, they are included, so that it does not stop just before a
 * conclusion.
 */
const REST = 80;
/** An opening paragraph and boxes of up to this many words are shown above a stretch further down if they limit what follows. */
const LIMITING = 60;
const LIMITS =
  /\b(?:only|do(?:es)? not|don['’]t|can(?:not|['’]t)|never|must not|no longer|not (?:supported|available|recommended|for)|deprecated|removed|obsolete|unless|except|instead|skip|danger|warning|caution)\b/iu;
/** With fewer items or rows, a list does not answer a question for several things. */
const FEWEST_LISTED = 3;

/**
 * Returns the positions in `units` to show, in order. Needed units from further up come before the stretch, possibly with a gap. `several`:
 * prefers an item or row; `opening`: begins at the beginning of the section.
 */
export function stretchOf(
  units: readonly ScoredUnit[],
  budget: Budget,
  { several = false, opening = false }: { readonly several?: boolean; readonly opening?: boolean } = {},
): readonly number[] {
  const isShort = units.length <= budget.units && countWords(units) <= budget.whole;
  const places = isShort
    ? [...units.keys()]
    : stretchFrom(units, opening ? 0 : ((several ? bestListed(units) : undefined) ?? bestOf(units)), budget);
  // The last sentence of a section may announce a component, which its text does not hold.
  const last = units.length - 1;
  const endsOpen = places.length > 1 && places.at(-1) === last && announces(units, last);
  return endsOpen ? places.slice(0, -1) : places;
}

/** Position of the best item or row; `undefined` if there are too few. */
function bestListed(units: readonly ScoredUnit[]): number | undefined {
  const places = [...units.keys()].filter((place) => ['item', 'step', 'row'].includes(units[place]!.kind));
  return places.length < FEWEST_LISTED ? undefined : places[bestOf(places.map((place) => units[place]!))];
}

/** Grows a stretch from one unit until the budget is used up. */
function stretchFrom(units: readonly ScoredUnit[], seed: number, budget: Budget): readonly number[] {
  let shown = closed(units, aroundSeed(units, seed, budget), budget);
  // If the limit leaves no space for both, the unit that answers wins over those it needs.
  if (shown.size > budget.units) shown = new Set([bestAlone(units)]);
  for (;;) {
    const next = grown(units, shown, budget);
    if (next === undefined) break;
    shown = next;
  }
  const last = Math.max(...shown);
  let end = last;
  while (units[end + 1]?.passage === units[last]!.passage) end++;
  const rests = [range(last + 1, units.length - 1), range(last + 1, end)];
  const isLittle = (rest: readonly number[]): boolean =>
    countWords(rest.map((place) => units[place]!)) <= REST && shown.size + rest.length <= budget.units;
  const places = [...shown, ...(rests.find(isLittle) ?? [])];
  const above = limitsAbove(units, Math.min(...shown), budget.units - places.length);
  return [...above, ...places].sort((a, b) => a - b);
}

/**
 * Positions of the opening paragraph and of boxes above `first`, such as "Do not run the commands below", if short and without code; at most
 * `room`.
 */
function limitsAbove(units: readonly ScoredUnit[], first: number, room: number): number[] {
  const opening: number[] = [];
  const boxes = new Map<number, number[]>();
  for (let place = 0; place < first; place++) {
    const { passage, span, group, kind, depth } = units[place]!;
    if (group === 0 && passage === units[0]!.passage && span === units[0]!.span) opening.push(place);
    // A second label in a group makes it a list of definitions or tabs.
    if (kind === 'label' && depth === 0 && group > 0) boxes.set(group, boxes.has(group) ? [] : [place]);
    else if (group > 0 && boxes.get(group)?.length) boxes.get(group)!.push(place);
  }
  const places: number[] = [];
  let words = 0;
  for (const part of [opening, ...boxes.values()].filter((one) => isLimit(one, units))) {
    words += countWords(part.map((place) => units[place]!));
    if (words > LIMITING || places.length + part.length > room) break;
    places.push(...part);
  }
  return places;
}

function isLimit(places: readonly number[], units: readonly ScoredUnit[]): boolean {
  const texts = places.map((place) => units[place]!);
  if (texts.length === 0 || announces(units, places.at(-1)!)) return false;
  return texts.every(({ kind }) => TEXT.has(kind)) && LIMITS.test(texts.map(({ text }) => text).join(' '));
}

const LISTED: ReadonlySet<string> = new Set(['item', 'step', 'row', 'header']);
const TEXT: ReadonlySet<string> = new Set(['sentence', 'label', 'item']);

function countWords(units: readonly ScoredUnit[]): number {
  return units.reduce((sum, { words }) => sum + words, 0);
}

function bestOf(units: readonly ScoredUnit[]): number {
  let best = 0;
  for (const [place, unit] of units.entries()) if (unit.score > units[best]!.score) best = place;
  return best;
}

/** Position of the best unit that can be understood alone; the best of all if there is none. */
function bestAlone(units: readonly ScoredUnit[]): number {
  const places = [...units.keys()].filter((place) => {
    const { kind } = units[place]!;
    return kind !== 'label' && kind !== 'header' && !announces(units, place);
  });
  return places.length === 0 ? bestOf(units) : places[bestOf(places.map((place) => units[place]!))]!;
}

/** The seed with its whole list or table, if short enough. */
function aroundSeed(units: readonly ScoredUnit[], seed: number, budget: Budget): ReadonlySet<number> {
  const { first, last } = wholeOf(units, seed);
  const whole = range(first, last);
  const isShort = whole.length <= budget.units && countWords(whole.map((place) => units[place]!)) <= budget.whole;
  return new Set(isShort ? whole : [seed]);
}

/** Adds all units that those in `shown` need, before and after them. */
function closed(units: readonly ScoredUnit[], shown: ReadonlySet<number>, budget: Budget): Set<number> {
  const all = new Set(shown);
  const open = [...shown];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    for (const needed of [...needsBefore(units, place), ...announced(units, place, budget, all)]) {
      if (!all.has(needed)) {
        all.add(needed);
        open.push(needed);
      }
    }
  }
  return all;
}

/**
 * Positions of the units that must follow a unit. A list or table it announces is included as far as the budget allows, unless part of it
 * is already shown.
 */
function announced(units: readonly ScoredUnit[], place: number, budget: Budget, shown: ReadonlySet<number>): number[] {
  const needed = neededAfter(units, place);
  if (needed === place) return [];
  // Code and text inside an item are no list, though their item is part of one.
  if (!LISTED.has(units[place + 1]!.kind)) return range(place + 1, needed);
  const { last } = wholeOf(units, place + 1);
  if (range(place + 1, last).some((at) => shown.has(at))) return [];
  if (!announces(units, place)) return range(place + 1, needed);
  let words = units[place + 1]!.words;
  let until = place + 1;
  const end = Math.min(last, place + budget.units - 1);
  while (until < end && (words += units[until + 1]!.words) <= budget.whole) until++;
  return range(place + 1, until);
}

/** Grows by one step, down or up, towards the better unit; a short opening comes first. Returns `undefined` if neither fits. */
function grown(units: readonly ScoredUnit[], shown: ReadonlySet<number>, budget: Budget): Set<number> | undefined {
  const places = [...shown].sort((a, b) => a - b);
  const last = places.at(-1)!;
  // Start of the stretch itself: units above a gap are only there because they are needed.
  let first = last;
  while (shown.has(first - 1)) first--;
  const down = step(units, shown, last + 1, budget);
  const up = step(units, shown, first - 1, budget);
  if (down === undefined || up === undefined) return down ?? up;
  if (countWords(units.slice(0, first)) <= OPENING) return up;
  return units[first - 1]!.score > units[last + 1]!.score ? up : down;
}

function step(
  units: readonly ScoredUnit[],
  shown: ReadonlySet<number>,
  place: number,
  budget: Budget,
): Set<number> | undefined {
  if (units[place] === undefined || shown.has(place)) return undefined;
  const { first, last } = wholeOf(units, place);
  const added = first === last || isPartShown(shown, first, last) ? [place] : range(first, last);
  const all = closed(units, new Set([...shown, ...added]), budget);
  const words = countWords([...all].map((at) => units[at]!));
  return words <= budget.words && all.size <= budget.units ? all : undefined;
}

/** Returns true if part of a list is shown; a list too long to show whole grows item by item. */
function isPartShown(shown: ReadonlySet<number>, first: number, last: number): boolean {
  return range(first, last).some((place) => shown.has(place));
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
