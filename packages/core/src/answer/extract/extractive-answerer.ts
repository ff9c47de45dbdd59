/**
 * Answers without a model: chooses sentences, steps, code and table rows from the passages and gives them verbatim. It is the
 * default and what stands in when a model fails (R16). Nothing it says can differ from the pages, and text in pages or
 * questions cannot instruct it, because it follows no instructions.
 */
import type { Answerer, Brief, DraftEvent, DraftReason, Passage } from '../../spec/answer.ts';
import { analyseQuestion } from '../analyse-question.ts';
import { chooseUnits } from './choose-units.ts';
import { confidence } from './confidence.ts';
import { findContradiction } from './contradiction.ts';
import { questionTerms } from './question-terms.ts';
import { scoreUnits, type ScoredUnit } from './score-units.ts';
import { selectionConfidence } from './selection-confidence.ts';
import { settledDraft } from './settled-draft.ts';
import { trimUnit } from './trim-unit.ts';

const ANSWERS_FROM = 0.5;

function end(
  outcome: 'answered' | 'insufficient' | 'refused',
  reason: DraftReason,
  sure: number,
  warnings: readonly string[] = [],
): DraftEvent {
  return { type: 'draft-end', outcome, reason, confidence: sure, warnings };
}

function propose(unit: ScoredUnit, passage: Passage, text: string, side: number): DraftEvent {
  const { kind, language } = unit;
  return { type: 'statement-proposed', kind, text, evidence: [{ label: passage.label, quote: text }], side, language };
}

/** The header line above a run of rows, when it stands in what may be cited of the chunk. */
function headerOf(unit: ScoredUnit, shown: ReadonlySet<string>, passage: Passage): string | undefined {
  if (unit.header === '' || shown.has(unit.header)) return undefined;
  const { text } = passage.chunk;
  const citable = passage.window === undefined ? text : text.slice(passage.window.start, passage.window.end);
  return citable.includes(unit.header) ? unit.header : undefined;
}

async function* draft({
  question,
  passages,
  evidence,
}: Pick<Brief, 'question' | 'passages' | 'evidence'>): AsyncGenerator<DraftEvent> {
  const settled = settledDraft({ question, passages, evidence });
  if (settled !== undefined) return yield settled;
  const selected = question.selection !== undefined;
  const analysis = analyseQuestion(question.text);
  const terms = questionTerms(question.text, analysis.kind, evidence);
  const units = scoreUnits(passages, terms, analysis);
  const sure = selected
    ? selectionConfidence(question.text, terms, units)
    : confidence(terms, passages, units, evidence);
  if (sure < ANSWERS_FROM) {
    return yield selected ? end('refused', 'not-in-selection', sure) : end('insufficient', 'not-in-pages', sure);
  }

  const chosen = chooseUnits(units, analysis, terms, passages);
  const quarrel = findContradiction(chosen, units, passages);
  const shown = new Set<string>();
  const sideOf = (unit: ScoredUnit): number => (quarrel === undefined ? 0 : quarrel.indexOf(unit) + 1);
  const missing = (quarrel ?? []).filter((unit) => !chosen.includes(unit));
  const warnings: string[] = [];
  for (const unit of [...chosen, ...missing]) {
    const passage = passages[unit.passage]!;
    const header = headerOf(unit, shown, passage);
    if (header !== undefined) {
      shown.add(header);
      yield propose(unit, passage, header, sideOf(unit));
    }
    const text = trimUnit(unit, (word) => terms.weights.has(word));
    if (text !== unit.text) warnings.push('code_cut: long code is shown in part; the page has all of it');
    yield propose(unit, passage, text, sideOf(unit));
  }
  if (quarrel !== undefined) warnings.push('contradiction: two sections say different things');
  yield end('answered', quarrel === undefined ? 'answered' : 'contradiction', sure, [...new Set(warnings)]);
}

export function extractiveAnswerer(): Answerer {
  return {
    id: 'extractive@1',
    draft,
  };
}
