/**
 * Answers without a model: quotes parts of sections verbatim, in the original order. It is the default, and the fallback if a model
 * fails. Its text always equals that of the pages, and text in pages or questions cannot instruct it, because it follows no instructions.
 */
import type { Answerer, Brief, DraftEvent, Passage, Question } from '../types/answer.ts';
import { contentTokens } from '../text/tokenize.ts';
import { coverage, readQuestion, type QuestionTerms } from '../question/question-terms.ts';
import { composeExcerpts, MAX_UNITS, type ComposedExcerpt } from './compose.ts';
import { answerConfidence, coveredBy, selectionConfidence } from './confidence.ts';
import { findContradiction } from './contradiction.ts';
import { holdsAsked } from './holds-asked.ts';
import { isDefined } from './is-defined.ts';
import { scoreUnits, type ScoredUnit } from './score-units.ts';
import { draftEnd, settledDraft } from './settled-draft.ts';
import { answeringUnits, shownUnits } from './shown-units.ts';

const ANSWERS_FROM = 0.5;
const MOSTLY = 0.5;

async function* draft({
  question,
  passages,
  evidence,
}: Pick<Brief, 'question' | 'passages' | 'evidence'>): AsyncGenerator<DraftEvent> {
  const settled = settledDraft({ question, passages, evidence });
  if (settled !== undefined) return yield settled;
  const selected = question.selection !== undefined;
  const { analysis, terms } = readQuestion(question.text, evidence);
  const units = scoreUnits(passages, terms, analysis);
  const confidence = selected
    ? selectionConfidence(question.text, terms, units)
    : isFollowed(question, terms, passages) && isDefined(analysis, terms, passages, units)
      ? answerConfidence(terms, passages, units, evidence, analysis.compared)
      : 0;
  if (confidence < ANSWERS_FROM) {
    return yield selected
      ? draftEnd('refused', 'not-in-selection', confidence)
      : draftEnd('insufficient', 'not-in-pages', confidence);
  }

  const maxUnits = question.maxCitations ?? MAX_UNITS;
  const { likeness } = evidence;
  const excerpts = composeExcerpts(passages, units, { terms, analysis, maxUnits, likeness });
  if (!selected && !holdsAsked(analysis, terms, excerpts)) return yield draftEnd('insufficient', 'not-in-pages');
  const answering = excerpts.flatMap((excerpt) => answeringUnits(excerpt.units));
  const contradiction = findContradiction(answering, units, passages);
  const missing = (contradiction ?? []).filter((unit) => !excerpts.some((excerpt) => excerpt.units.includes(unit)));
  const count = missing.length + excerpts.reduce((sum, excerpt) => sum + excerpt.units.length, 0);
  // Without space for the other side, only the two are shown: one alone would look like what all pages say.
  const all =
    contradiction !== undefined && missing.length > 0 && count > maxUnits
      ? contradiction.map((unit) => aloneOf(unit, passages))
      : [...excerpts, ...missing.map((unit) => aloneOf(unit, passages))];
  const sideOf = (unit: ScoredUnit): number => (contradiction === undefined ? 0 : contradiction.indexOf(unit) + 1);
  const warnings =
    contradiction === undefined ? [] : [{ code: 'contradiction', text: 'two pages say different things' }];
  let isCut = all.some(({ isNarrowed }) => isNarrowed);
  for (const [excerpt, shown] of shownUnits(all, terms).entries()) {
    isCut ||= shown.length < all[excerpt]!.units.length;
    for (const { unit, text, block, isLit } of shown) {
      const { kind, language, depth, ordinal } = unit;
      isCut ||= text !== unit.text;
      yield {
        type: 'statement-proposed',
        kind,
        text,
        evidence: [{ label: passages[unit.passage]!.label, quote: text, start: unit.start }],
        side: sideOf(unit),
        language,
        place: { excerpt, block, depth, ordinal, lit: isLit },
      };
    }
  }
  if (isCut)
    warnings.push({
      code: 'excerpt_cut',
      text: 'of long code, a long list or table a part is shown; the page has all of it',
    });
  yield draftEnd('answered', contradiction === undefined ? 'answered' : 'contradiction', confidence, warnings);
}

/**
 * False if the passages were found for the words of the conversation alone: after "what is a URDF?", a passage about URDF answers neither
 * "is this free?" nor "does it run on a macbook?". Several words that the index knows may be said otherwise in the passage.
 */
function isFollowed({ ownWords, about }: Question, terms: QuestionTerms, passages: readonly Passage[]): boolean {
  if (ownWords === undefined || about !== undefined) return true;
  const asked = contentTokens(ownWords);
  const weights = new Map([...terms.weights].filter(([token]) => asked.has(token)));
  const own = { ...terms, weights, total: weights.values().reduce((sum, weight) => sum + weight, 0) };
  const isDoubtful = weights.size === 1 || coverage(own, own.isUnknown) >= MOSTLY;
  return !isDoubtful || coveredBy(own, passages) >= MOSTLY;
}

function aloneOf(unit: ScoredUnit, passages: readonly Passage[]): ComposedExcerpt {
  return { chunk: passages[unit.passage]!.chunk, units: [unit], isNarrowed: false };
}

export function extractiveAnswerer(): Answerer {
  return {
    id: 'extractive@2',
    draft,
  };
}
