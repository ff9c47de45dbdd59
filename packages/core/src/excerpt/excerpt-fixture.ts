import { openTestEngine } from '../answer/engine-fixture.ts';
import { analyseQuestion } from '../question/analyse-question.ts';
import { questionTerms, type QuestionTerms } from '../question/question-terms.ts';
import type { Passage } from '../types/answer.ts';
import { scoreUnits, type ScoredUnit } from './score-units.ts';

/** Passages of Markdown pages, created by the real parser and chunker; earlier ones rank higher. */
export async function passagesOf(...pages: readonly string[]): Promise<Passage[]> {
  const { engine } = await openTestEngine(Object.fromEntries(pages.map((page, at) => [`/p${at}`, page])));
  const found = await Promise.all(pages.map((_, at) => engine.page(`/p${at}`)));
  const chunks = found.flatMap((page) => page?.content ?? []);
  return chunks.map((chunk, at) => ({ label: `p${at + 1}`, chunk, score: chunks.length - at, similarity: 0.9 }));
}

/** Question terms that all have the same weight. */
export function termsOf(question: string): QuestionTerms {
  return questionTerms(question, analyseQuestion(question), { idf: new Map(), unknownIdf: 2 });
}

export function scored(passages: readonly Passage[], question: string): ScoredUnit[] {
  return scoreUnits(passages, termsOf(question), analyseQuestion(question));
}

/** Returns this many sentences that are unrelated to any question. */
export function filler(count: number): string {
  return Array.from({ length: count }, (_, at) => `Grey stones of kind ${at} lie on many other shores.`).join(' ');
}
