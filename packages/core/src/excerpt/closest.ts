import type { Answer, Brief, ClosestPassage } from '../types/answer.ts';
import { knownLinks, marksWithin } from '../chunk/read-chunk.ts';
import { readQuestion } from '../question/question-terms.ts';
import { blockNumbers } from './block-numbers.ts';
import { composeExcerpts, FURTHER, MAX_UNITS } from './compose.ts';
import { litUnits } from './lit-units.ts';
import { scoreUnits } from './score-units.ts';
import { shownText } from './trim-code.ts';

/** With less confidence no passage is close; they only share a word or two with the question. */
const CLOSE_FROM = 0.1;

/**
 * Returns the excerpts closest to a question, without sections already shown. If nothing is shown, these are the sections an answer would
 * have come from.
 */
export function closestPassages(
  { question, passages, evidence }: Pick<Brief, 'question' | 'passages' | 'evidence'>,
  shown: Pick<Answer, 'confidence' | 'citations'>,
  isIndexed: (url: string) => boolean,
): readonly ClosestPassage[] {
  if (shown.confidence < CLOSE_FROM || passages.length === 0) return [];
  const { analysis, terms } = readQuestion(question.text, evidence);
  const units = scoreUnits(passages, terms, analysis).filter(({ passage }) => {
    const { url, anchor, heading } = passages[passage]!.chunk;
    return !shown.citations.some((one) => one.url === url && one.anchor === anchor && one.heading === heading);
  });
  const blockOf = blockNumbers();
  return composeExcerpts(passages, units, { terms, analysis, maxUnits: MAX_UNITS, budgets: FURTHER, all: true }).map(
    (excerpt, number) => {
      const lit = litUnits(excerpt.units);
      const { url, anchor, title, heading, headings } = excerpt.chunk;
      const statements = excerpt.units.map((unit) => {
        const { kind, language, depth, ordinal, start, end } = unit;
        const marks = marksWithin(passages[unit.passage]!.chunk.marks, start, end);
        return {
          kind,
          text: shownText(unit, terms),
          language,
          depth,
          ordinal,
          block: blockOf(unit, number),
          lit: lit.has(unit),
          marks: knownLinks(marks, isIndexed),
        };
      });
      return { url, anchor, title, heading, headings, statements };
    },
  );
}
