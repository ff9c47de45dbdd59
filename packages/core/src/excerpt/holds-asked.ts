import type { QuestionAnalysis } from '../question/analyse-question.ts';
import type { QuestionTerms } from '../question/question-terms.ts';
import { tokenize } from '../text/tokenize.ts';
import type { ComposedExcerpt } from './compose.ts';
import { fitsKind } from './fits-kind.ts';
import { answeringUnits } from './shown-units.ts';

/** Bounded, so that a question made of such words takes linear time. */
const ASKS_FOR_DATE =
  /\bwhen (?:will|was)\b.{0,200}\b(?:released?|launched?|published?|introduced|come out)\b|\bwhen is\b.{0,200}\bcoming out\b|\brelease date\b|\b(?:what|which) year\b/iu;
const DATE =
  /\b(?:1\d{3}|20\d\d)s?\b|\b(?:january|february|march|april|june|july|august|september|october|november|december|spring|summer|autumn|winter|century|weeks?|months?|quarter)\b/iu;
const NUMBER = /\d+(?:\.\d+)*/gu;
const ASKS_FOR_PRICE = /\b(?:costs?|prices?|pricing)\b/iu;
const PRICE =
  /[$€£¥] ?\d|\d ?[$€£¥]|\b(?:cost(?:s|ly)?|prices?|priced|pricing|(?:is|are|for) free|free of charge|open source|fees?|paid|pay|billed|billing|dollars?|euros?|usd|eur|expensive|cheap(?:er|est)?|overhead)\b/iu;
/** Asks for the reason of a decision. Pages often state decisions without it. */
const ASKS_FOR_REASON =
  /\bwhy (?:was|were|did|has|have)\b.{0,200}\b(?:chose|chosen|choose|pick(?:ed)?|given priority|g[ai]ve up|replaced?|dropped|renamed|named|deprecated|abandon(?:ed)?)\b/iu;
/** "Gazebo or Unity for training images?" */
const CHOOSES = / or .{0,200}(?: for |\bwhich\b)/iu;

/**
 * Returns false if the excerpts lack what the question asks for: a date, a price, the reason of a decision, or, for a choice of two things,
 * any page that has one of them.
 */
export function holdsAsked(
  { text, kind, compared }: QuestionAnalysis,
  terms: QuestionTerms,
  excerpts: readonly ComposedExcerpt[],
): boolean {
  const shown = excerpts
    .flatMap(({ chunk, units }) => [chunk.title, chunk.heading, ...units.map((unit) => unit.text)])
    .join('\n');
  // "When is version 4.0 coming out?" needs that version, too.
  const isDated = (): boolean =>
    DATE.test(shown) && (text.match(NUMBER) ?? []).every((number) => shown.includes(number));
  return !(
    (ASKS_FOR_DATE.test(text) && !isDated()) ||
    (ASKS_FOR_PRICE.test(text) && !PRICE.test(shown)) ||
    (ASKS_FOR_REASON.test(text) && !excerpts.some(hasReason)) ||
    (kind === 'open' && CHOOSES.test(text) && compared.some((side) => isUnknown(side, text, terms)))
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
