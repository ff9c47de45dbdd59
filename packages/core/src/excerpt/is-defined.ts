import { holds, readChunk } from '../chunk/read-chunk.ts';
import { asksForCertainThing, type QuestionAnalysis } from '../question/analyse-question.ts';
import { defines } from '../question/defines.ts';
import type { QuestionTerms } from '../question/question-terms.ts';
import { contentTokens } from '../text/tokenize.ts';
import type { Passage } from '../types/answer.ts';
import { JUDGED_PASSAGES } from './confidence.ts';
import type { ScoredUnit } from './score-units.ts';

/** Idf of a word in about every fifth passage. */
const RARE = 1.5;
/** Least number of words in a cell of a table that explains the first one of its row. */
const EXPLAINS = 3;
/** Asks what a name from code does, which a passage about it need not say: "What does sniStrict do?" */
const DOES_NAME = /\bdo(?:es)? (?=\S*(?:\p{Ll}\p{Lu}|[_$@/(]|--))/u;
const QUALIFIES = /\s(?:in|of|for|from|with|on|to|and|or)\s.*$/u;

/**
 * False if a question asks what something is, and the first passages only mention it: none has all of its rare words, or no title or heading has
 * the word, no sentence begins with it or introduces it, and no row of a table explains it.
 */
export function isDefined(
  { kind, subject, text }: QuestionAnalysis,
  terms: QuestionTerms,
  passages: readonly Passage[],
  units: readonly ScoredUnit[],
): boolean {
  if (kind !== 'definition' || asksForCertainThing(text) || DOES_NAME.test(text)) return true;
  const named = [...contentTokens(subject.replace(QUALIFIES, ''))].filter((token) => !terms.isUnknown(token));
  // Pages may call a "ROS 2 node" a node.
  const head = named.at(-1);
  if (head === undefined) return true;
  const first = passages.slice(0, JUDGED_PASSAGES).map(({ chunk }) => chunk);
  // "Const generics" are neither constants nor generics, but a "Zephyr node" is a node: all pages may be about Zephyr.
  const rare = named.filter((token) => terms.idfOf(token) >= RARE);
  if (!first.some((chunk) => rare.every((token) => holds(chunk, token)))) return false;
  const isNamed = first.some((chunk) => readChunk(chunk).path.has(head));
  return isNamed || units.some((unit) => unit.passage < JUDGED_PASSAGES && isAbout(unit, subject, head, named.length));
}

function isAbout({ kind, text, tokens }: ScoredUnit, subject: string, head: string, length: number): boolean {
  if (kind === 'row') {
    const [first = '', ...cells] = text.split(' | ');
    return contentTokens(first).has(head) && cells.some((cell) => cell.split(' ').length >= EXPLAINS);
  }
  if (kind === 'code' || kind === 'header') return false;
  const isFirst = [...tokens].slice(0, length).includes(head);
  // "Quality of service (QoS) says …"
  return isFirst || defines(text, subject) || text.toLowerCase().includes(`(${subject})`);
}
