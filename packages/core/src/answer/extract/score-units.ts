/**
 * How well one unit answers the question, from generic features whose weights were fitted once on Wikipedia questions with
 * marked answers and checked on long-form ones, then rounded:
 *
 *     1.00 · share of the question's idf weight in the unit itself
 *     0.40 · share that only the unit before it adds (a sentence leans on the one before)
 *     0.40 · share that only title and headings add
 *     0.65 · fused score of the passage, relative to the best passage
 *     0.25 · share of the question's neighbouring token pairs that are neighbours in the unit
 *     0.20 · form fits the kind of question
 *     0.30 · defines the subject: "X is …", or the first sentence under the heading X
 *   − 0.50 · is code, where code alone is no answer
 *     0.60 · opens a section whose heading, or a page whose title, is the question; 0.45 and 0.30 for the two units after it
 *
 * Code is judged by what introduces it, since its own tokens are names: it takes the better of its own share and the one before.
 */
import type { Passage } from '../../spec/answer.ts';
import type { Chunk } from '../../spec/chunk.ts';
import { sectionKey } from '../../url/section-key.ts';
import { tokenize } from '../../text/tokenize.ts';
import type { QuestionAnalysis, QuestionKind } from '../analyse-question.ts';
import { fitsKind } from './fits-kind.ts';
import { coverage, shares, type QuestionTerms } from './question-terms.ts';
import { unitsOf, type Unit } from './units.ts';

export interface ScoredUnit extends Unit {
  readonly score: number;
  /** Share of the question's weight in the unit itself, 0 to 1. */
  readonly own: number;
  /** Share of the question's neighbouring pairs found in the unit, 0 to 1. */
  readonly pairs: number;
}

/** Kinds of question that code answers by itself; elsewhere it only illustrates what a sentence says. */
const SHOWN_AS_CODE: ReadonlySet<QuestionKind> = new Set(['how-to', 'example', 'error', 'where']);

/** A heading is the question when each covers this much of the other. */
const HEADING_IS_QUESTION = 0.8;
const OPENING = [0.6, 0.45, 0.3];

/** What follows each token of the question directly. */
function followers({ sequence }: QuestionTerms): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (let i = 0; i + 1 < sequence.length; i++) {
    const after = found.get(sequence[i]!);
    if (after === undefined) found.set(sequence[i]!, new Set([sequence[i + 1]!]));
    else after.add(sequence[i + 1]!);
  }
  return found;
}

function pairShare({ sequence }: QuestionTerms, next: ReturnType<typeof followers>, tokens: readonly string[]): number {
  const pairs = new Set<string>();
  for (let i = 0; i + 1 < tokens.length; i++) {
    // No token holds a space.
    if (next.get(tokens[i]!)?.has(tokens[i + 1]!) === true) pairs.add(`${tokens[i]!} ${tokens[i + 1]!}`);
  }
  if (pairs.size === 0) return 0;
  let found = 0;
  for (let i = 0; i + 1 < sequence.length; i++) if (pairs.has(`${sequence[i]!} ${sequence[i + 1]!}`)) found++;
  return found / (sequence.length - 1);
}

const isDefinitionOf = (subject: string, text: string): boolean => {
  const lower = text.toLowerCase();
  const place = lower.indexOf(subject);
  if (subject === '' || place < 0 || place > 24) return false;
  return /^s?\W*(?:\([^)]*\)\s*)?(?:,[^,]*,\s*)?(?:is|are|was|were|means|refers|stands|describes|provides|consists|represents)\b/u.test(
    lower.slice(place + subject.length).trimStart(),
  );
};

function isQuestion(heading: string, terms: QuestionTerms): boolean {
  const tokens = new Set(tokenize(heading));
  const asked = new Set(terms.sequence);
  const shared = [...tokens].filter((token) => asked.has(token)).length;
  // Form words ("how many") stand in headings written as questions, but not among the question's terms.
  return (
    coverage(terms, (token) => tokens.has(token)) >= HEADING_IS_QUESTION &&
    shared >= HEADING_IS_QUESTION * [...tokens].filter((token) => asked.has(token) || !terms.form.has(token)).length
  );
}

/** The first sentence under a heading. */
function opensSection(chunk: Chunk, unit: Unit): boolean {
  return unit.place === 0 && unit.kind === 'sentence' && chunk.indexInSection === 0;
}

/** All units of all passages, each with its score, in reading order. */
export function scoreUnits(
  passages: readonly Passage[],
  terms: QuestionTerms,
  analysis: QuestionAnalysis,
): ScoredUnit[] {
  const next = followers(terms);
  const top = Math.max(...passages.map((passage) => passage.score), 1e-9);
  return passages.flatMap((passage, index) => {
    const { chunk } = passage;
    const head = new Set(tokenize([chunk.title, ...chunk.headings, chunk.heading].join('\n')));
    const asked = chunk.indexInSection === 0 && [chunk.heading, chunk.title].some((line) => isQuestion(line, terms));
    // Selections have no rank: all of them were chosen by the reader.
    const rank = passage.score === 0 ? 1 : passage.score / top;
    const namesSubject = analysis.subject !== '' && sectionKey(chunk.heading) === sectionKey(analysis.subject);
    let before: ReadonlySet<string> = new Set();
    return unitsOf(passage, index).map((unit) => {
      const [own = 0, lean = 0, above = 0] = shares(terms, [unit.tokens, before, head]);
      const pairs = pairShare(terms, next, unit.sequence);
      const opens = asked ? (OPENING[unit.place] ?? 0) : 0;
      const defines =
        isDefinitionOf(analysis.subject, unit.text) || (namesSubject && opensSection(chunk, unit)) ? 1 : 0;
      const silent = unit.kind === 'code' && !SHOWN_AS_CODE.has(analysis.kind) ? 1 : 0;
      const words = unit.kind === 'code' ? Math.max(own, lean) : own + 0.4 * lean;
      const score =
        words +
        0.4 * above +
        0.65 * rank +
        0.25 * pairs +
        0.2 * fitsKind(unit, analysis.kind) +
        opens +
        0.3 * defines -
        0.5 * silent;
      before = unit.tokens;
      return { ...unit, score, own, pairs };
    });
  });
}
