import type { QuestionAnalysis } from '../question/analyse-question.ts';
import type { QuestionTerms } from '../question/question-terms.ts';
import { tokenize } from '../text/tokenize.ts';
import type { ComposedExcerpt } from './compose.ts';
import { fitsKind } from './fits-kind.ts';
import { answeringUnits } from './lit-units.ts';

const ASKS_FOR_DATE =
  /\bwhen (?:will|was|did|does|is|are)\b.*\b(?:releas|com(?:e|es|ing) out|publish|launch|ship|introduc)|\brelease date|\b(?:what|which) year/iu;
const DATE = /\b(?:[1-9]\d\d|1\d{3}|20\d\d)s?\b|centur/iu;
const NUMBER = /\d+(?:\.\d+)*/gu;
const ASKS_FOR_PRICE = /\b(?:costs?|pric(?:es?|ing))\b/iu;
const PRICE =
  /[$€£¥]\d|\b(?:cost(?:s|ly)?|pric(?:es?|ed|ing)|(?:is|are|for) free|fees?|paid|pay|bill(?:ed|ing)|expensive|cheap(?:er|est)?)\b/iu;
/** Asks for the reason of a decision. Pages often state decisions without it. */
const ASKS_FOR_REASON =
  /\bwhy (?:was|were|did|has|have)\b.*\b(?:cho|pick|gave|give|replac|drop|remov|(?:re)?nam|deprecat|call|chang|decid|switch|abandon)/iu;

/**
 * Returns false if the excerpts lack what the question asks for: a date, a price, the reason of a decision, or any page that has one of the
 * things compared.
 */
export function holdsAsked(
  { text, compared }: QuestionAnalysis,
  terms: QuestionTerms,
  excerpts: readonly ComposedExcerpt[],
): boolean {
  const shown = excerpts.flatMap(({ units }) => units.map((unit) => unit.text)).join('\n');
  // "When is version 4.0 coming out?" needs that version, too.
  const isDated = (): boolean =>
    DATE.test(shown) && (text.match(NUMBER) ?? []).every((number) => shown.includes(number));
  return !(
    (ASKS_FOR_DATE.test(text) && !isDated()) ||
    (ASKS_FOR_PRICE.test(text) && !PRICE.test(shown)) ||
    (ASKS_FOR_REASON.test(text) && !excerpts.some(hasReason)) ||
    compared.some((side) => isUnknown(side, text, terms))
  );
}

/** True if a sentence next to one that answers gives a reason, or a column of the table does. */
function hasReason({ units }: ComposedExcerpt): boolean {
  const answering = new Set(answeringUnits(units));
  return units.some(
    (unit, at) =>
      (unit.kind === 'header' && /\bwhy\b|reason/iu.test(unit.text)) ||
      (fitsKind(unit, 'why') === 1 && [at - 1, at, at + 1].some((near) => answering.has(units[near]!))),
  );
}

function isUnknown(side: string, question: string, terms: QuestionTerms): boolean {
  // As typed, because `createSlice` has several tokens. A side that is not found byte for byte gives none.
  const at = question.toLowerCase().indexOf(side);
  const tokens = tokenize(question.slice(at, at + side.length));
  return tokens.length > 0 && tokens.every(terms.isUnknown);
}
