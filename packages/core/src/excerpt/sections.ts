import type { Passage } from '../types/answer.ts';
import type { Chunk } from '../types/chunk.ts';
import { announces } from './bindings.ts';
import type { ScoredUnit } from './score-units.ts';
import { goesOn, similarity } from './units.ts';

/** Consecutive text of one section from the passages, in page order. A short section includes its first subsection. */
export interface SectionText {
  /** First of its passages that has units. */
  readonly chunk: Chunk;
  readonly units: readonly ScoredUnit[];
}

/**
 * Groups the units by section; the section of the best passage comes first. Adjacent passages of one section are joined, and text in both
 * is used once. Passages with a gap between them are separate, except that a table goes on below its header row.
 */
export function sectionsOf(passages: readonly Passage[], units: readonly ScoredUnit[]): SectionText[] {
  const byPassage = passages.map((): ScoredUnit[] => []);
  for (const unit of units) byPassage[unit.passage]!.push(unit);
  const taken = new Set<number>();
  const sections: SectionText[] = [];
  const headers = units.filter(({ kind }) => kind === 'header');
  /** Groups are numbered in their page. */
  const headerAbove = (row: ScoredUnit, isOnPage: (unit: ScoredUnit) => boolean): ScoredUnit | undefined =>
    row.kind === 'row' ? headers.find((one) => one.group === row.group && one.at < row.at && isOnPage(one)) : undefined;
  for (const index of passages.keys()) {
    if (taken.has(index)) continue;
    const ownOf = (place: number): number => Math.max(0, ...byPassage[place]!.map(({ own }) => own));
    const run = withBelow(passages, neighbours(passages, index), taken, ownOf);
    for (const one of run) taken.add(one);
    let end = -1;
    const joined = run.flatMap((one) => {
      const fresh = byPassage[one]!.filter((unit) => unit.at >= end);
      end = Math.max(end, ...fresh.map((unit) => unit.at + unit.end - unit.start));
      return fresh;
    });
    const distinct = withoutTwins(joined);
    if (distinct.length === 0) continue;
    const { chunk } = passages[distinct[0]!.passage]!;
    const header = headerAbove(distinct[0]!, (unit) => passages[unit.passage]!.chunk.url === chunk.url);
    sections.push({ chunk, units: header === undefined ? distinct : [header, ...distinct] });
  }
  return sections;
}

/** Code with more similarity than this may repeat earlier code. */
const TWIN = 0.75;
/** Shorter code may differ in the one word that matters, such as a command for each package manager. */
const FEWEST_CODE_TOKENS = 12;
const SCRIPT = /^(?:[cm]?[jt]sx?|javascript|typescript)$/iu;
/** Labels of tabs that hold the same commands for another package manager. */
const MANAGER = /^(?:npm|pnpm|yarn|bun)$/iu;

/**
 * Removes code that repeats code above, TypeScript below JavaScript or for another package manager, with its label. Other code shows another
 * case, such as the right one.
 */
function withoutTwins(units: readonly ScoredUnit[]): readonly ScoredUnit[] {
  const left = new Set<ScoredUnit>();
  for (const [place, unit] of units.entries()) {
    const label = units[place - 1];
    if (unit.kind !== 'code' || unit.tokens.size < FEWEST_CODE_TOKENS) continue;
    if (isAnnounced(units, place) || goesOn(label, unit)) continue;
    const isManaged = label?.kind === 'label' && MANAGER.test(label.text);
    const isOther = (language: string): boolean =>
      isManaged || (language !== unit.language && SCRIPT.test(language) && SCRIPT.test(unit.language));
    const isTwin = ({ kind, language, tokens }: ScoredUnit): boolean =>
      kind === 'code' && isOther(language) && similarity(tokens, unit.tokens) > TWIN;
    if (!units.slice(0, place).some(isTwin)) continue;
    left.add(unit);
    if (label?.kind === 'label') left.add(label);
  }
  return left.size === 0 ? units : units.filter((unit) => !left.has(unit));
}

function isAnnounced(units: readonly ScoredUnit[], place: number): boolean {
  return units[place - 1]?.kind === 'sentence' && announces(units, place - 1);
}

/** Indexes of the passages before and after a passage in its section, without a gap, in page order. */
function neighbours(passages: readonly Passage[], index: number): number[] {
  const { chunk } = passages[index]!;
  const places = new Map<number, number>();
  for (const [place, other] of passages.entries()) {
    if (isOfSection(other.chunk, chunk)) places.set(other.chunk.indexInPage, place);
  }
  let first = chunk.indexInPage;
  while (places.has(first - 1)) first--;
  const run: number[] = [];
  for (let at = first; places.has(at); at++) run.push(places.get(at)!);
  return run;
}

/** A section with fewer tokens only introduces the one below it. */
const FEWEST_TOKENS = 90;

/** Least tokens, and least share of the question's weight in one unit, with which a short section may answer by itself. */
const SAYS_ENOUGH = 25;
const ANSWERS = 0.4;
/** A subsection whose best unit has a smaller share is not what such a section leads to. */
const ADDS = 0.3;

/** Returns true if a section is so short that it is shown together with its first subsection. */
export function isLeadIn({ indexInSection, tokens }: Chunk): boolean {
  return indexInSection === 0 && tokens < FEWEST_TOKENS;
}

/** Returns true if `next`, which follows on the page, is a subsection of `chunk`. */
function isBelow(chunk: Chunk, next: Chunk): boolean {
  return (
    next.headings.length > chunk.headings.length &&
    chunk.headings.every((heading, level) => heading === next.headings[level])
  );
}

/** Returns true if `chunk` has only imports and `next`, which follows, shows their use, such as "Usage" after "Import". */
function isUsage(chunk: Chunk, next: Chunk): boolean {
  return next.headings.length === chunk.headings.length && isOnlyImports(chunk);
}

/** Up to this number of tokens, further subsections are shown, such as "Since version 4" behind "Before version 4". */
const BELOW = 150;

/** Returns true if `next` is shown behind `shown`, which begins with a section that only leads in and goes on with what is below it. */
export function goesOnBelow(shown: readonly [Chunk, ...Chunk[]], next: Chunk): boolean {
  const [chunk] = shown;
  const last = shown.at(-1)!;
  if (!follows(last, next)) return false;
  if (last === chunk) return isBelow(chunk, next);
  if (shown.length === 2 && isUsage(last, next)) return true;
  const tokens = shown.reduce((sum, one) => sum + one.tokens, next.tokens);
  // The sections below the introduction of a page are about other things.
  return chunk.headings.length > 0 && tokens <= BELOW && isBelow(chunk, next);
}

function follows(chunk: Chunk, next: Chunk): boolean {
  return next.url === chunk.url && next.indexInPage === chunk.indexInPage + 1 && next.indexInSection === 0;
}

const IMPORT = /^\s*(?:import\b|from\s.*\bimport\b|(?:const|let|var)\s.*\brequire\(|use\s|#include\b|$)/u;

function isOnlyImports({ indexInSection, spans, text }: Chunk): boolean {
  if (indexInSection > 0) return false;
  return spans.every(({ kind, start, end }) => {
    const lines = text.slice(start, end).split('\n');
    return kind === 'label' || (kind === 'code' && lines.every((line) => IMPORT.test(line)));
  });
}

/** Adds the first subsection, if available, to a section that only leads in. `ownOf` is the best share of a passage's units. */
function withBelow(
  passages: readonly Passage[],
  run: readonly number[],
  taken: ReadonlySet<number>,
  ownOf: (place: number) => number,
): readonly number[] {
  const { chunk } = passages[run[0]!]!;
  if (run.length > 1 || !isLeadIn(chunk)) return run;
  const answers = chunk.tokens >= SAYS_ENOUGH && ownOf(run[0]!) >= ANSWERS;
  const whole = [...run];
  for (;;) {
    const below = whole.slice(1).map((place) => passages[place]!.chunk);
    const next = passages.findIndex((other, place) => !taken.has(place) && goesOnBelow([chunk, ...below], other.chunk));
    if (next < 0 || (answers && ownOf(next) < ADDS)) return whole;
    whole.push(...neighbours(passages, next));
  }
}

function isOfSection(a: Chunk, b: Chunk): boolean {
  const offset = a.indexInPage - b.indexInPage;
  return (
    a.url === b.url &&
    a.heading === b.heading &&
    a.anchor === b.anchor &&
    a.indexInSection - b.indexInSection === offset
  );
}
