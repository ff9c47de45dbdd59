import type { Passage } from '../types/answer.ts';
import type { Chunk } from '../types/chunk.ts';
import { announces } from './bindings.ts';
import type { ScoredUnit } from './score-units.ts';
import { similarity } from './similarity.ts';

/** What the passages hold of one section without a gap, in the order of the page; below a short one the first of its own sections. */
export interface SectionText {
  /** The first of its passages that has units. */
  readonly chunk: Chunk;
  readonly units: readonly ScoredUnit[];
}

/**
 * The sections of the passages, the section of the best passage first. Neighbouring passages of one section are joined, and what both
 * hold is taken once; passages with something between them stand apart.
 */
export function sectionsOf(passages: readonly Passage[], units: readonly ScoredUnit[]): SectionText[] {
  const byPassage = passages.map((): ScoredUnit[] => []);
  for (const unit of units) byPassage[unit.passage]!.push(unit);
  const taken = new Set<number>();
  const sections: SectionText[] = [];
  for (const index of passages.keys()) {
    if (taken.has(index)) continue;
    const run = withBelow(passages, neighbours(passages, index), taken);
    for (const one of run) taken.add(one);
    let end = -1;
    const joined = run.flatMap((one) => {
      const fresh = byPassage[one]!.filter((unit) => unit.at >= end);
      end = Math.max(end, ...fresh.map((unit) => unit.at + unit.end - unit.start));
      return fresh;
    });
    const distinct = withoutTwins(joined);
    if (distinct.length > 0) sections.push({ chunk: passages[distinct[0]!.passage]!.chunk, units: distinct });
  }
  return sections;
}

/** Code this much alike is the same thing said again, as for TypeScript below JavaScript. */
const TWIN = 0.75;
/** Shorter code, such as a command for each package manager, differs in the one word that matters. */
const FEWEST_CODE_TOKENS = 12;

/** Without code that repeats code above it, and the label that names it. Code that a sentence of its own announces is another case, however alike. */
function withoutTwins(units: readonly ScoredUnit[]): readonly ScoredUnit[] {
  const left = new Set<ScoredUnit>();
  for (const [place, unit] of units.entries()) {
    if (unit.kind !== 'code') continue;
    const isTwin = ({ kind, tokens }: ScoredUnit): boolean => kind === 'code' && similarity(tokens, unit.tokens) > TWIN;
    if (unit.tokens.size < FEWEST_CODE_TOKENS || isAnnounced(units, place)) continue;
    if (!units.slice(0, place).some(isTwin)) continue;
    left.add(unit);
    if (units[place - 1]?.kind === 'label') left.add(units[place - 1]!);
  }
  return left.size === 0 ? units : units.filter((unit) => !left.has(unit));
}

function isAnnounced(units: readonly ScoredUnit[], place: number): boolean {
  return units[place - 1]?.kind === 'sentence' && announces(units, place - 1);
}

/** Places of the passages that stand before and after one in its section without a gap, in page order. */
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

/** A section with fewer tokens only leads up to what stands below it. */
const FEWEST_TOKENS = 90;

/** Whether a section is so short that it is understood, and shown, with the first one below it. */
export function isLeadIn({ indexInSection, tokens }: Chunk): boolean {
  return indexInSection === 0 && tokens < FEWEST_TOKENS;
}

/** Whether `next` is the first section below that of `chunk`, and follows at once. */
export function isBelow(chunk: Chunk, next: Chunk): boolean {
  return (
    follows(chunk, next) &&
    next.headings.length > chunk.headings.length &&
    chunk.headings.every((heading, level) => heading === next.headings[level])
  );
}

/** Whether `next` tells how what `chunk` only imports is used: "Usage" behind "Import". */
export function isUsage(chunk: Chunk, next: Chunk): boolean {
  return follows(chunk, next) && next.headings.length === chunk.headings.length && isOnlyImports(chunk);
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

/** A section that leads in, and the first one below it as far as that is there. */
function withBelow(
  passages: readonly Passage[],
  run: readonly number[],
  taken: ReadonlySet<number>,
): readonly number[] {
  const { chunk } = passages[run[0]!]!;
  if (run.length > 1 || !isLeadIn(chunk)) return run;
  const whole = [...run];
  for (const comesNext of [isBelow, isUsage]) {
    const last = passages[whole.at(-1)!]!.chunk;
    const next = passages.findIndex((other, place) => !taken.has(place) && comesNext(last, other.chunk));
    if (next < 0) break;
    whole.push(...neighbours(passages, next));
  }
  return whole;
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
