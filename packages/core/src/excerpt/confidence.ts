/**
 * Estimates how likely it is that the passages answer the question: a logistic function of raw measures of the index and the best
 * passages. Fused scores cannot be used, because even the best passage of a hopeless query is scaled to 1. Fitted on questions over six
 * documentation sites, each asked of its own and of other sites' pages, and, with less weight, of four other collections; then rounded.
 *
 *     z = 2.0 · share of the question's idf weight in the best of the first three passages, title and headings included
 *       − 1.0 · share of it on words that the index does not have
 *       + 3.6 · best BM25F score / its upper bound
 *       + 1.4 · cosine of the question to the best hit's page
 *       + 2.1 · similarity of the best passage
 *       + 2.3 · share of the question's neighbouring pairs found in one unit
 *       + 3.0 · question words in the best unit, counted up to 5, / 5
 *       + 1.25 · ln(1 + question words) − border
 *
 * Pairs of characters count half (`countWords`). A heading of the best passage that has all words of the question counts as a unit.
 * Encoders and word-only search use the same weights: separate fits, tested with one site left out, are no better. Over eighteen sites, the
 * border of 6.9 refuses 12 % of the answerable questions, and 74 % of those that are near the subject of the pages but not answered there;
 * the border of 7.5 for words only refuses 15 % and 74 %.
 */
import type { Evidence, Passage } from '../types/answer.ts';
import { holds } from '../chunk/read-chunk.ts';
import { contentTokens, tokenize } from '../text/tokenize.ts';
import { countWords, coverage, pairShare, type QuestionTerms } from '../question/question-terms.ts';
import { BM25F } from '../retrieve/bm25f.ts';
import { sideOf } from './compose.ts';
import type { ScoredUnit } from './score-units.ts';

/** Maximum score of a term divided by its idf. */
const BM25F_CEILING = BM25F.k1 + 1;
/** Number of best passages that must say what is asked. */
export const JUDGED_PASSAGES = 3;
const MAX_WORDS = 5;
const BORDER = 6.9;
/** Border if no similarity was measured. */
const BORDER_OF_WORDS = 7.5;
/** Default for a missing cosine: between the averages of a site's own and foreign questions (0.72 and 0.50). */
const USUAL_PAGE = 0.57;
/** Default of a similarity that is not known. */
export const USUAL_SIMILARITY = 0.6;
/** Minimum confidence for a passage chosen by its title, whose words may differ from the question's. */
const ANSWERS_SITE = 0.7;

/** Returns 0 to 1; from 0.5 the question is answered. */
export function answerConfidence(
  terms: QuestionTerms,
  passages: readonly Passage[],
  units: readonly ScoredUnit[],
  evidence: Evidence,
  compared: readonly string[] = [],
): number {
  const best = units.toSorted((a, b) => b.score - a.score)[0];
  if (best === undefined || evidence.answersSite === false) return 0;
  const ofSite = evidence.answersSite === true ? ANSWERS_SITE : 0;
  // "What is this?" has no content words to cover.
  if (terms.total === 0) return ofSite;
  const unknown = coverage(terms, terms.isUnknown);
  // Sections that are called as the things compared answer together.
  const sides = Map.groupBy(passages.slice(0, JUDGED_PASSAGES), ({ chunk }) => sideOf(chunk, compared));
  const areAll = compared.length > 0 && compared.every((_, side) => sides.has(side));
  const named = areAll ? compared.map((_, side) => sides.get(side)![0]!) : passages.slice(0, 1);
  const heading = named.flatMap(({ chunk }) => tokenize(chunk.heading));
  const names = new Set(heading);
  const isNamed = [...terms.weights.keys()].every((token) => names.has(token));
  const covered = coveredBy(terms, passages);
  const words = isNamed
    ? countWords(terms.weights.keys())
    : countWords([...terms.weights.keys()].filter((token) => best.tokens.has(token)));
  const inHeading = isNamed ? pairShare(terms.sequence, heading) : 0;
  // One word has no neighbour; a heading of that name and a definition are as good.
  const isSubject =
    terms.sequence.length === 1 &&
    ((isNamed && names.size === 1) || units.some((unit) => unit.passage < JUDGED_PASSAGES && unit.defines));
  const pairs = isSubject ? 1 : Math.max(...units.map((unit) => unit.pairs), inHeading);
  const z =
    2 * covered -
    unknown +
    3.6 * (evidence.text / (terms.idfTotal * BM25F_CEILING)) +
    1.4 * (evidence.page ?? USUAL_PAGE) +
    2.1 * (evidence.page === undefined ? USUAL_SIMILARITY : passages[0]!.similarity) +
    2.3 * pairs +
    3 * (Math.min(words, MAX_WORDS) / MAX_WORDS) +
    1.25 * Math.log(1 + countWords(terms.weights.keys())) -
    (evidence.likeness === undefined ? BORDER_OF_WORDS : BORDER);
  return Math.max(1 / (1 + Math.exp(-z)), ofSite);
}

/** Greatest share of the question's weight that one of the first passages holds, title and headings included; 0 to 1. */
export function coveredBy(terms: QuestionTerms, passages: readonly Passage[]): number {
  const shares = passages.slice(0, JUDGED_PASSAGES).map(({ chunk }) => coverage(terms, (token) => holds(chunk, token)));
  return Math.max(0, ...shares);
}

/** Matches questions about the selection as a whole: "Explain this", "what does it mean?", "summarise the passage". */
const ABOUT_THE_WHOLE =
  /^(?:(?:please|can you|could you)\s+)*(?:explain|summari[sz]e|describe|simplify|clarify|rephrase)\b|\bwhat (?:does|do|is|are) (?:this|that|it|these)\b|\b(?:this|the) (?:passage|selection|paragraph|text|section|part)\b|^(?:why|how)\s*\?*$|\bmeans?\s*\?*$/iu;
/** Words such questions consist of. Any other content word is a subject that the selection must contain. */
const WHOLE_WORDS =
  /\b(?:please|can|could|you|explain\w*|summar\w+|describ\w+|simplif\w+|clarif\w+|rephras\w+|mean\w*|passage|selection|selected|paragraph|text|section|part|code|snippet|command|example|table|figure|diagram|lines?|words?|sentences?|phrase|terms?|details?|short\w*|brief\w*|simpl\w+|plain\w*|english|main|key|points?|idea|about|happen\w*|going|tell|say\w*|do|doing|like|five|i'?m|more|here|me|us|again|exactly|really|actually)\b/giu;
/** Share of the question's weight that a selection must contain to reach 0.5. */
const MIN_SHARE = 0.34;

/**
 * Confidence that a selection answers a question, 0 to 1; 0.5 is the border. Only words count: the reader chose the passage, so its rank
 * is irrelevant, and no other passage may be used.
 */
export function selectionConfidence(question: string, terms: QuestionTerms, units: readonly ScoredUnit[]): number {
  if (units.length === 0) return 0;
  if (terms.total === 0 || isAboutTheWhole(question.trim())) return 0.75;
  const held = coverage(terms, (token) => units.some((unit) => unit.tokens.has(token)));
  return Math.min(1, (0.5 * held) / MIN_SHARE);
}

function isAboutTheWhole(question: string): boolean {
  return ABOUT_THE_WHOLE.test(question) && contentTokens(question.replace(WHOLE_WORDS, ' ')).size === 0;
}
