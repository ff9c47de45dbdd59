import type { Answer } from '@ibid/core';
import { asSentence } from './as-sentence.ts';
import { warningSentence } from './warning-sentence.ts';

/** Warnings whose answers say the same in their message. */
const SAID_ALREADY = /^(?:contradiction|scope_empty|model_\w+): /u;

/** All that a reader must be told beside the answer, in sentences without codes; `null` when there is nothing. */
export function readerMessage(answer: Pick<Answer, 'message' | 'warnings'>, notes: readonly string[]): string | null {
  const warnings = [...notes, ...answer.warnings]
    .filter((warning) => answer.message === '' || !SAID_ALREADY.test(warning))
    .map(warningSentence);
  const sentences = [asSentence(answer.message), ...warnings].filter((text) => text !== '');
  return sentences.length === 0 ? null : [...new Set(sentences)].join(' ');
}
