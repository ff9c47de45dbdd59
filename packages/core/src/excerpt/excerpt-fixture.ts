import { chunkPage } from '../chunk/chunk-page.ts';
import { parsePage } from '../parse/parse-page.ts';
import { rawPage } from '../parse/testing/read-page.ts';
import { analyseQuestion } from '../question/analyse-question.ts';
import { questionTerms, type QuestionTerms } from '../question/question-terms.ts';
import type { Passage } from '../types/answer.ts';
import { scoreUnits, type ScoredUnit } from './score-units.ts';

/** Passages of Markdown pages, created by the real parser and chunker; earlier ones rank higher. */
export function passagesOf(...pages: readonly string[]): Passage[] {
  const chunks = pages.flatMap((body, at) => {
    const { page } = parsePage(rawPage('markdown', body, { url: `https://docs.example.org/p${at}` }));
    return chunkPage(page!).chunks;
  });
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
