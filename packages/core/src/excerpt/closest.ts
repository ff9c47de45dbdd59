import type { Answer, Brief, ClosestPassage } from '../types/answer.ts';
import { knownLinks, marksWithin } from '../chunk/read-chunk.ts';
import { readQuestion } from '../question/question-terms.ts';
import { composeExcerpts, MAX_UNITS } from './compose.ts';
import { scoreUnits } from './score-units.ts';
import { shownUnits } from './shown-units.ts';

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
  const asked = { terms, analysis, maxUnits: MAX_UNITS, isFurther: true };
  const excerpts = composeExcerpts(passages, units, asked);
  return shownUnits(excerpts, terms).map((shownOfOne, at) => {
    const { url, anchor, title, heading, headings } = excerpts[at]!.chunk;
    const statements = shownOfOne.map(({ unit, text, block, isLit }) => {
      const { kind, language, depth, ordinal, start, end } = unit;
      const marks = marksWithin(passages[unit.passage]!.chunk.marks, start, end);
      return { kind, text, language, depth, ordinal, block, lit: isLit, marks: knownLinks(marks, isIndexed) };
    });
    return { url, anchor, title, heading, headings, statements };
  });
}
