import type { Passage } from '../types/answer.ts';
import type { Chunk } from '../types/chunk.ts';
import type { ScoredUnit } from './score-units.ts';

/** What the passages hold of one section without a gap, in the order of the page. */
export interface SectionText {
  /** The first of its passages. */
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
    const run = neighbours(passages, index);
    for (const one of run) taken.add(one);
    let end = -1;
    const joined = run.flatMap((one) => {
      const fresh = byPassage[one]!.filter((unit) => unit.at >= end);
      end = Math.max(end, ...fresh.map((unit) => unit.at + unit.end - unit.start));
      return fresh;
    });
    if (joined.length > 0) sections.push({ chunk: passages[run[0]!]!.chunk, units: joined });
  }
  return sections;
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

function isOfSection(a: Chunk, b: Chunk): boolean {
  const offset = a.indexInPage - b.indexInPage;
  return (
    a.url === b.url &&
    a.heading === b.heading &&
    a.anchor === b.anchor &&
    a.indexInSection - b.indexInSection === offset
  );
}
