/**
 * Which stretch of a section is shown: what answers best, whatever it cannot be understood without, and as much around it as the
 * budget allows. A short section is shown whole.
 */
import { announces, needsBefore, neededAfter, wholeOf } from './bindings.ts';
import type { ScoredUnit } from './score-units.ts';

export interface Budget {
  /** Words that a stretch should have. */
  readonly words: number;
  /** A section, list or table of so many words is shown whole. */
  readonly whole: number;
  /** Most units. */
  readonly units: number;
}

/** So little before the stretch is taken along: sections open with what the rest leans on. */
const OPENING = 40;
/** So little behind it too: a section does not end a few words before what it comes to. */
const REST = 35;
/** Fewer items or rows are not what a question for several things means. */
const FEWEST_LISTED = 3;

/** Positions in `units` of what is shown, in order; what is needed from further up stands before the stretch itself. */
export function stretchOf(
  units: readonly ScoredUnit[],
  budget: Budget,
  { several = false }: { readonly several?: boolean } = {},
): readonly number[] {
  if (units.length <= budget.units && countWords(units) <= budget.whole) return [...units.keys()];
  return stretchFrom(units, (several ? bestListed(units) : undefined) ?? bestOf(units), budget);
}

/** The best item or row, where there are enough to be what is asked for. */
function bestListed(units: readonly ScoredUnit[]): number | undefined {
  const places = [...units.keys()].filter((place) => ['item', 'step', 'row'].includes(units[place]!.kind));
  return places.length < FEWEST_LISTED ? undefined : places[bestOf(places.map((place) => units[place]!))];
}

/** Grown from one unit as far as the budget goes. */
function stretchFrom(units: readonly ScoredUnit[], seed: number, budget: Budget): readonly number[] {
  let shown = closed(units, aroundSeed(units, seed, budget), budget);
  // What answers comes before what leads up to it where there is no room for both.
  if (shown.size > budget.units) shown = new Set([bestAlone(units)]);
  for (;;) {
    const next = grown(units, shown, budget);
    if (next === undefined) break;
    shown = next;
  }
  const last = Math.max(...shown);
  const rest = range(last + 1, units.length - 1);
  const isLittle = countWords(rest.map((place) => units[place]!)) <= REST && shown.size + rest.length <= budget.units;
  return [...shown, ...(isLittle ? rest : [])].sort((a, b) => a - b);
}

function countWords(units: readonly ScoredUnit[]): number {
  return units.reduce((sum, { words }) => sum + words, 0);
}

function bestOf(units: readonly ScoredUnit[]): number {
  let best = 0;
  for (const [place, unit] of units.entries()) if (unit.score > units[best]!.score) best = place;
  return best;
}

/** The best of those that say something without what stands around them; the best of all where none does. */
function bestAlone(units: readonly ScoredUnit[]): number {
  const places = [...units.keys()].filter((place) => {
    const { kind } = units[place]!;
    return kind !== 'label' && kind !== 'header' && !announces(units, place);
  });
  return places.length === 0 ? bestOf(units) : places[bestOf(places.map((place) => units[place]!))]!;
}

/** The seed with its list or table, where that is not too long. */
function aroundSeed(units: readonly ScoredUnit[], seed: number, budget: Budget): ReadonlySet<number> {
  const { first, last } = wholeOf(units, seed);
  const whole = range(first, last);
  const isShort = whole.length <= budget.units && countWords(whole.map((place) => units[place]!)) <= budget.whole;
  return new Set(isShort ? whole : [seed]);
}

/** With all that the units of `shown` need, before and after. */
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

/** What must follow a unit; a list or table that it announces as far as the budget goes, where nothing of it is shown yet. */
function announced(units: readonly ScoredUnit[], place: number, budget: Budget, shown: ReadonlySet<number>): number[] {
  const needed = neededAfter(units, place);
  if (needed === place) return [];
  const { last } = wholeOf(units, place + 1);
  if (range(place + 1, last).some((at) => shown.has(at))) return [];
  if (!announces(units, place)) return range(place + 1, needed);
  let words = units[place + 1]!.words;
  let until = place + 1;
  const end = Math.min(last, place + budget.units - 1);
  while (until < end && (words += units[until + 1]!.words) <= budget.whole) until++;
  return range(place + 1, until);
}

/** One step further down or up, whichever holds more of the answer; `undefined` when neither fits. */
function grown(units: readonly ScoredUnit[], shown: ReadonlySet<number>, budget: Budget): Set<number> | undefined {
  const places = [...shown].sort((a, b) => a - b);
  const last = places.at(-1)!;
  // The stretch itself ends above a gap: what stands further up is only there because it is needed.
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

/** A list that was too long to be shown whole goes on item by item. */
function isPartShown(shown: ReadonlySet<number>, first: number, last: number): boolean {
  return range(first, last).some((place) => shown.has(place));
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
