import type { Passage } from '../types/answer.ts';
import type { Chunk } from '../types/chunk.ts';
import type { ScoredUnit } from './score-units.ts';

const NOTICE =
  /\b(?:deprecated|obsolete|legacy|discontinued|unmaintained|archived|superseded|sunset|end[- ]of[- ]life|no longer (?:actively )?(?:maintained|supported|developed|available|recommended|updated|needed|works?)|(?:is|are|was|were|been|be) (?:removed|replaced|retired|switched off))\b/iu;
/** Labels of boxes about something smaller than the page: a tip, or a question with its answer. */
const ASIDE = /^(?:tip|hint|details|example)|[?？]\s*$/iu;
const LONGEST = 60;

/** True for the introduction of a page with a box that may say that all of the page is outdated. */
export function mayHoldNotice({ indexInPage, headings, spans, text }: Chunk): boolean {
  const isIntroduction = indexInPage === 0 && headings.length === 0;
  return isIntroduction && spans.some(({ kind, group }) => kind === 'label' && group > 0) && NOTICE.test(text);
}

/**
 * Returns the box in the introduction of the page of `excerpt` that says that the page is outdated, such as "Deprecated. Use regions
 * instead."; empty if there is none, or if the excerpt has it.
 */
export function pageNotice(
  units: readonly ScoredUnit[],
  passages: readonly Pick<Passage, 'chunk'>[],
  excerpt: { readonly chunk: Chunk; readonly units: readonly ScoredUnit[] },
): readonly ScoredUnit[] {
  const place = passages.findIndex(({ chunk }) => chunk.url === excerpt.chunk.url && mayHoldNotice(chunk));
  const introduction = units.filter(({ passage }) => passage === place);
  const boxes = Map.groupBy(
    introduction.filter(({ group, depth }) => group > 0 && depth === 0),
    ({ group }) => group,
  );
  const notice = boxes.values().find((box) => isNotice(box)) ?? [];
  return notice.some((unit) => excerpt.units.includes(unit)) ? [] : notice;
}

function isNotice(box: readonly ScoredUnit[]): boolean {
  const [label, ...rest] = box;
  const words = box.reduce((sum, unit) => sum + unit.words, 0);
  const isBox = label?.kind === 'label' && !ASIDE.test(label.text) && rest.every(({ kind }) => kind === 'sentence');
  return isBox && words <= LONGEST && NOTICE.test(box.map(({ text }) => text).join(' '));
}
