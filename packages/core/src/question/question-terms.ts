import type { Evidence } from '../types/answer.ts';
import { contentTokens, tokenize } from '../text/tokenize.ts';
import { NUMBERED } from '../text/word-tokens.ts';
import { isVerbNoun } from '../text/particle-verbs.ts';
import { analyseQuestion, type QuestionAnalysis } from './analyse-question.ts';
import { formTokens } from './form-words.ts';
import { questionTokens } from './question-tokens.ts';
import { NO_TOPICS, setOf } from './word-class.ts';

/** A question's tokens and weights, as used by the extractive answerer. */
export interface QuestionTerms {
  /** Inverse document frequency (idf) of each distinct content token, over the whole index; half of it for words that are no topic. */
  readonly weights: ReadonlyMap<string, number>;
  /** The content tokens of words that can be a topic. */
  readonly topics: ReadonlySet<string>;
  /** Sum of the weights. */
  readonly total: number;
  /** Sum of the idf of all these tokens. */
  readonly idfTotal: number;
  /** All tokens of the question, including those that only ask for a form of answer, and those of headings that ask the same. */
  readonly asked: ReadonlySet<string>;
  /** All content tokens in order, with repeats. */
  readonly sequence: readonly string[];
  /** True if the question has only numbers besides its form words. */
  readonly isVague: boolean;
  /** The token's idf, also of a word that is no topic. */
  idfOf(token: string): number;
  /** True if no passage of the index has the token. */
  isUnknown(token: string): boolean;
}

/** Scripts without spaces are split into pairs of characters; some pairs cross a word border. */
const PAIR =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{2}$/u;
const ENOUGH_PAIRS = 2;
const NUMBER = /^[\p{N}.,]+$/u;
/** "Does it support Hugo?" asks about Hugo, and pages that answer may say it in other words. */
const NO_TOPIC = 0.5;
/** "What hardware do I need?" is answered below "Hardware requirements", and not where "we need" stands beside "hardware". */
const NEEDS =
  /\b(?:what|which|how (?:much|many))\b[^.?!]*\b(?:do|does|will|would|should) (?:i|we|you|it|one) need\b(?! to)/iu;
const NEED: ReadonlySet<string> = contentTokens('need');
const [REQUIRED = ''] = tokenize('required');
/** Words of grammar that no language of code has, and that pages rarely use. */
const IDLE =
  setOf(`anybody anyone anything everybody everyone everything nobody somebody someone something although though perhaps maybe
really quite sometimes usually`);
/** Words in scripts without spaces have two or three pairs of characters. */
const PART_OF_WORD = 0.5;

/** Tokens that only words of the list have. As typed, because "generator" has the stem of "general". */
function tokensOnlyOf(text: string, list: ReadonlySet<string>): ReadonlySet<string> {
  const typed = text.toLowerCase().match(/[\p{L}\p{M}\p{N}'’]+/gu) ?? [];
  const tokens = new Set(typed.filter((word) => list.has(word)).flatMap(tokenize));
  return tokens.difference(new Set(typed.filter((word) => !list.has(word)).flatMap(tokenize)));
}

/**
 * Returns the content tokens of the question without those that only ask for a form of answer ("difference", "example", "how many"), unless
 * nothing else is left. If enough pairs of characters are in the index, pairs that no passage has are dropped as well: they cross a word border.
 */
export function questionTerms(
  text: string,
  { kind, subject }: Pick<QuestionAnalysis, 'kind' | 'subject'>,
  evidence: Pick<Evidence, 'idf' | 'unknownIdf'>,
): QuestionTerms {
  const all = questionTokens(text);
  const weight = (token: string): number => evidence.idf.get(token) ?? evidence.unknownIdf;
  const isUnknown = (token: string): boolean => weight(token) >= evidence.unknownIdf - 1e-9;
  // The subject of a definition is always content, even if it is a form word ("What does define do?").
  const isNeed = NEEDS.test(text);
  const form = formTokens(kind)
    .union(isNeed ? NEED : new Set())
    .difference(contentTokens(subject));
  const lower = text.toLowerCase();
  // "Mock up" and "port 80" are no words that the pages lack, even if they have no "mockup" and no "port80".
  const isApart = (token: string): boolean =>
    isVerbNoun(token) ? !lower.includes(token.slice(0, -1)) : NUMBERED.test(token) && !lower.includes(token);
  const idle = tokensOnlyOf(text, IDLE);
  const content = all.filter((token) => !form.has(token) && !(isUnknown(token) && (isApart(token) || idle.has(token))));
  const kept = content.length > 0 ? content : all;
  const pairsKnown = new Set(kept.filter((token) => PAIR.test(token) && !isUnknown(token))).size;
  const sequence = pairsKnown < ENOUGH_PAIRS ? kept : kept.filter((token) => !PAIR.test(token) || !isUnknown(token));
  const noTopics = tokensOnlyOf(text, NO_TOPICS);
  const share = (token: string): number => (PAIR.test(token) ? PART_OF_WORD : noTopics.has(token) ? NO_TOPIC : 1);
  const weights = new Map(sequence.map((token) => [token, weight(token) * share(token)]));
  let total = 0;
  for (const value of weights.values()) total += value;
  let idfTotal = 0;
  for (const token of weights.keys()) idfTotal += weight(token);
  // Numbers alone appear on pages about very different things.
  const isVague = all.length > 0 && content.every((token) => NUMBER.test(token));
  return {
    weights,
    topics: new Set(weights.keys()).difference(noTopics),
    total,
    idfTotal,
    idfOf: weight,
    asked: new Set(isNeed ? [...all, REQUIRED] : all),
    sequence,
    isVague,
    isUnknown,
  };
}

/** Reads a question against what the index knows of its words. */
export function readQuestion(
  text: string,
  evidence: Pick<Evidence, 'idf' | 'unknownIdf'>,
): { readonly analysis: QuestionAnalysis; readonly terms: QuestionTerms } {
  const analysis = analyseQuestion(text);
  return { analysis, terms: questionTerms(text, analysis, evidence) };
}

/** Number of words that tokens stand for: pairs of characters are parts of words. */
export function countWords(tokens: Iterable<string>): number {
  return [...tokens].reduce((count, token) => count + (PAIR.test(token) ? PART_OF_WORD : 1), 0);
}

/** Share of the question's weight on tokens that `has` accepts, 0 to 1. */
export function coverage(terms: QuestionTerms, has: (token: string) => boolean): number {
  if (terms.total === 0) return 0;
  let covered = 0;
  for (const [token, weight] of terms.weights) if (has(token)) covered += weight;
  return covered / terms.total;
}

/**
 * For each set, the share of the question's weight on tokens that are in it and in no earlier set. The sum is at most 1; the first value
 * equals `coverage` of the first set.
 */
export function shares(terms: QuestionTerms, sets: readonly ReadonlySet<string>[]): readonly number[] {
  const covered = sets.map(() => 0);
  if (terms.total === 0) return covered;
  for (const [token, weight] of terms.weights) {
    const first = sets.findIndex((tokens) => tokens.has(token));
    if (first >= 0) covered[first]! += weight;
  }
  return covered.map((weight) => weight / terms.total);
}

/** Share of the neighbouring pairs in `asked` that are also neighbours in `tokens`, 0 to 1; 0 if there are no pairs. */
export function pairShare(asked: readonly string[], tokens: readonly string[]): number {
  if (asked.length < 2) return 0;
  const wanted = new Set(asked);
  const pairs = new Set<string>();
  for (let i = 0; i + 1 < tokens.length; i++) {
    // A space is a safe separator: no token contains one.
    if (wanted.has(tokens[i]!) && wanted.has(tokens[i + 1]!)) pairs.add(`${tokens[i]!} ${tokens[i + 1]!}`);
  }
  let found = 0;
  for (let i = 0; i + 1 < asked.length; i++) if (pairs.has(`${asked[i]!} ${asked[i + 1]!}`)) found++;
  return found / (asked.length - 1);
}

/** A shorter question may be in code by chance. */
const FEWEST_WORDS = 3;

/** True if code contains the question itself, such as `ibid ask "How do I change the port?"`. Such code does not answer it. */
export function holdsQuestion(code: string, question: string): boolean {
  const asked = plain(question);
  return asked.split(' ').length >= FEWEST_WORDS && plain(code).includes(asked);
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}
