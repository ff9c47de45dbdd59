import type { Answer } from '@ibid/core';

/** Warnings whose answers say the same in their message. */
const SAID_ALREADY = /^(?:contradiction|scope_empty): /u;

/** All that a reader must be told beside the answer, in sentences without codes; `null` when there is nothing. */
export function readerMessage(answer: Pick<Answer, 'message' | 'warnings'>, notes: readonly string[]): string | null {
  const warnings = [...notes, ...answer.warnings]
    .filter((warning) => answer.message === '' || !SAID_ALREADY.test(warning))
    .map((warning) => warning.replace(/^[\w-]+: /u, ''));
  const sentences = [answer.message, ...warnings].filter((text) => text.trim() !== '').map(asSentence);
  return sentences.length === 0 ? null : [...new Set(sentences)].join(' ');
}

function asSentence(text: string): string {
  const clean = text.trim();
  return clean.charAt(0).toUpperCase() + clean.slice(1) + (/[.!?…]$/u.test(clean) ? '' : '.');
}
