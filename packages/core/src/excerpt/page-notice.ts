import type { Passage } from '../types/answer.ts';
import type { Chunk } from '../types/chunk.ts';
import type { ScoredUnit } from './score-units.ts';

const NOTICE =
  /\b(?:deprecated|obsolete|legacy|discontinued|unmaintained|archived|superseded|sunset|end[- ]of[- ]life|no longer (?:actively )?(?:maintained|supported|developed|available|recommended|updated|needed|works?)|(?:is|are|was|were|been|be) (?:removed|replaced|retired|switched off))\b/iu;
const LONGEST = 60;

/** True for the beginning of a page whose box may say that all of the page is outdated. */
export function mayHoldNotice({ indexInPage, spans, text }: Chunk): boolean {
  return indexInPage === 0 && spans.some(({ kind, group }) => kind === 'label' && group > 0) && NOTICE.test(text);
}

/**
 * Returns the box at the beginning of the page of `shown` that says that the page is outdated, such as "Deprecated. Use regions instead."; empty if
 * there is none, or if it is in `shown`.
 */
export function pageNotice(
  units: readonly ScoredUnit[],
  passages: readonly Pick<Passage, 'chunk'>[],
  shown: readonly ScoredUnit[],
): readonly ScoredUnit[] {
  const { url } = passages[shown[0]!.passage]!.chunk;
  const beginning = units.filter(({ passage }) => {
    const { chunk } = passages[passage]!;
    return chunk.url === url && mayHoldNotice(chunk);
  });
  for (const label of beginning) {
    if (label.kind !== 'label' || label.group === 0 || label.depth > 0) continue;
    const box = beginning.filter(({ group }) => group === label.group);
    const words = box.reduce((sum, unit) => sum + unit.words, 0);
    const isText = box.every(({ kind }) => kind === 'label' || kind === 'sentence' || kind === 'item');
    if (!isText || words > LONGEST || !NOTICE.test(box.map(({ text }) => text).join(' '))) continue;
    return box.some((unit) => shown.includes(unit)) ? [] : box;
  }
  return [];
}
