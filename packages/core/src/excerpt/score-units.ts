/**
 * Scores how well one unit answers the question. The weights were fitted once on Wikipedia questions with marked answers, checked on
 * long-form ones, then rounded:
 *
 *     1.00 · share of the question's idf weight in the unit itself
 *     0.40 · share that only the unit before it adds (a sentence depends on the one before)
 *     0.40 · share that only title and headings add
 *     0.25 · share of the question's neighbouring token pairs that are neighbours in the unit
 *     0.20 · form fits the kind of question
 *     0.30 · defines the subject: "X is …", or what comes first under the heading or the term X
 *   − 0.50 · is code, where code alone is not an answer
 *
 * Tokens of code are mostly names, so code gets its own share or that of the unit before, whichever is higher. Code that contains the
 * question word for word (an example of asking it) does not answer it.
 */
import type { Passage } from '../types/answer.ts';
import { sectionKey } from '../url/path-key.ts';
import { readChunk } from '../chunk/read-chunk.ts';
import { ANSWERED_BY_CODE, type QuestionAnalysis } from '../question/analyse-question.ts';
import { defines } from '../question/defines.ts';
import { holdsQuestion, pairShare, shares, type QuestionTerms } from '../question/question-terms.ts';
import { fitsKind } from './fits-kind.ts';
import { unitsOf, type Unit } from './units.ts';

export interface ScoredUnit extends Unit {
  /** Index of its passage among the passages given. */
  readonly passage: number;
  readonly score: number;
  /** Share of the question's weight in the unit itself, 0 to 1. */
  readonly own: number;
  /** Share of the question's neighbouring pairs found in the unit, 0 to 1. */
  readonly pairs: number;
  /** True if the unit says what the question asks for: "X is …", or what comes first under the heading or the term X. */
  readonly defines: boolean;
}

/** Number of best passages that excerpts are taken from. */
const JUDGED = 8;

const NOTHING: ReadonlySet<string> = new Set();

/** Scores all units of the best passages and of those without a rank (neighbours of the best, selections), in reading order. */
export function scoreUnits(
  passages: readonly Passage[],
  terms: QuestionTerms,
  analysis: QuestionAnalysis,
): ScoredUnit[] {
  const isSubject = (name: string): boolean =>
    analysis.subject !== '' && sectionKey(name) === sectionKey(analysis.subject);
  return passages.flatMap((passage, index) => {
    if (index >= JUDGED && passage.score > 0) return [];
    const { chunk } = passage;
    const head = readChunk(chunk).path;
    const namesSubject = isSubject(chunk.heading);
    let isTerm = false;
    let before: ReadonlySet<string> = new Set();
    return unitsOf(passage).map((unit, place) => {
      const isExample = unit.kind === 'code' && holdsQuestion(unit.text, analysis.text);
      const [own = 0, lean = 0, above = 0] = shares(terms, [isExample ? NOTHING : unit.tokens, before, head]);
      const pairs = isExample ? 0 : pairShare(terms.sequence, unit.sequence);
      const opens = place === 0 && unit.kind === 'sentence' && chunk.indexInSection === 0;
      const isDefinition =
        defines(unit.text, analysis.subject) || (namesSubject && opens) || (isTerm && unit.kind === 'sentence');
      // The name of an entry in a list of definitions.
      isTerm = unit.kind === 'label' && isSubject(unit.text);
      const silent = unit.kind === 'code' && (isExample || !ANSWERED_BY_CODE.has(analysis.kind)) ? 1 : 0;
      const words = isExample ? 0 : unit.kind === 'code' ? Math.max(own, lean) : own + 0.4 * lean;
      const form = unit.kind === 'label' || unit.kind === 'header' ? 0 : fitsKind(unit, analysis.kind);
      const score = words + 0.4 * above + 0.25 * pairs + 0.2 * form + 0.3 * Number(isDefinition) - 0.5 * silent;
      before = unit.tokens;
      return { ...unit, passage: index, score, own, pairs, defines: isDefinition };
    });
  });
}
