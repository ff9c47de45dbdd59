import { contentTokens } from '../text/tokenize.ts';
import { coverage, type QuestionTerms } from '../question/question-terms.ts';
import type { ScoredUnit } from './score-units.ts';

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
