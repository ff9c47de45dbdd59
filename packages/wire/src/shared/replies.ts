/** Parts of replies that vocabularies share: what is cited, what is listed, and how an outcome is put into words. */
import type { Answer, Citation, Passage, Warning } from '@ibid/core/types';

/** Outcome of a run, as the contracts with a status call it. */
export const ANSWER_STATUSES = ['answered', 'insufficient_context', 'refused'] as const;
export type AnswerStatus = (typeof ANSWER_STATUSES)[number];

const STATUS: Readonly<Record<Answer['outcome'], AnswerStatus>> = {
  answered: 'answered',
  insufficient: 'insufficient_context',
  refused: 'refused',
};

export function answerStatus({ outcome }: Pick<Answer, 'outcome'>): AnswerStatus {
  return STATUS[outcome];
}

const NOTHING_TO_SAY = 'These pages do not answer that.';

/** The sentence that says why there is no answer; never empty. */
export function outcomeMessage({ message }: Pick<Answer, 'message'>): string {
  return message.trim() === '' ? NOTHING_TO_SAY : message;
}

/** Why there is no answer, as a warning, for vocabularies that have no message; none for an answer. */
export function reasonWarnings(answer: Pick<Answer, 'outcome' | 'message'>): readonly Warning[] {
  return answer.outcome === 'answered' ? [] : [{ code: answerStatus(answer), text: outcomeMessage(answer) }];
}

/** Warnings whose answers say the same in their message. */
const SAID_ALREADY = /^(?:contradiction|scope_empty|model_\w+)$/u;

/** Notes for the reader in addition to the answer, in sentences without codes; `null` if there are none. */
export function readerMessage(answer: Pick<Answer, 'message' | 'warnings'>, notes: readonly Warning[]): string | null {
  const warnings = [...notes, ...answer.warnings]
    .filter(({ code }) => answer.message === '' || !SAID_ALREADY.test(code))
    .map(({ text }) => asSentence(text));
  const sentences = [asSentence(answer.message), ...warnings].filter((text) => text !== '');
  return sentences.length === 0 ? null : [...new Set(sentences)].join(' ');
}

/** Warnings as the contracts that take strings have them: `code: text`. */
export function warningLines(...warnings: readonly (readonly Warning[])[]): string[] {
  return warnings.flat().map(({ code, text }) => `${code}: ${text}`);
}

/** With a capital in front and a stop at the end; `''` for a blank text. */
export function asSentence(text: string): string {
  const clean = text.trim();
  if (clean === '') return '';
  return clean.charAt(0).toUpperCase() + clean.slice(1) + (/[.!?…]$/u.test(clean) ? '' : '.');
}

/** A cited passage: its first citation, and all that is quoted from it, in order of first use. */
export type CitedChunk = Citation & { readonly quotes: readonly string[] };

/** The cited passages, each once, in order of first use. */
export function citedChunks(citations: readonly Citation[]): readonly CitedChunk[] {
  const found = new Map<string, CitedChunk>();
  for (const citation of citations) {
    const { quotes, ...first } = found.get(citation.chunkId) ?? { ...citation, quotes: [] };
    found.set(citation.chunkId, { ...first, quotes: [...quotes, citation.quote] });
  }
  return [...found.values()];
}

/**
 * Passages in the order in which a list shows them: by the number it shows, most similar first, ties by chunk id. Those of
 * a selection, which are all the reader's own choice, stay in the order of their page. Of more than `limit`, as a model's searches add them,
 * the cited ones are kept, then the most similar.
 */
export function listedPassages(
  passages: readonly Passage[],
  limit?: number,
  citations: readonly Pick<Citation, 'chunkId'>[] = [],
): readonly Passage[] {
  if (passages.some(isSelected)) return passages;
  const listed = passages.toSorted((a, b) => b.similarity - a.similarity || (a.chunk.id < b.chunk.id ? -1 : 1));
  const cited = new Set(citations.map(({ chunkId }) => chunkId));
  const first = [
    ...listed.filter(({ chunk }) => cited.has(chunk.id)),
    ...listed.filter(({ chunk }) => !cited.has(chunk.id)),
  ];
  const kept = new Set(first.slice(0, limit));
  return listed.filter((passage) => kept.has(passage));
}

/** A similarity as replies give it: null where the embedder did not answer, so that none was measured. */
export function measured(similarity: number, warnings: readonly Warning[]): number | null {
  return similarity === 0 && warnings.some(({ code }) => code === 'vector_leg_missing') ? null : similarity;
}

/** True if a passage is the reader's selection, in the index or not: no search has ranked it, and nothing fits better. */
export function isSelected({ score, similarity, window }: Pick<Passage, 'score' | 'similarity' | 'window'>): boolean {
  return window !== undefined || (score === 0 && similarity === 1);
}

/** Stands where a page's address is required and there is none: for a selection that no indexed page holds. */
const NO_PAGE = 'selected_text';

export function pageOrMarker(url: string): string {
  return url === '' ? NO_PAGE : url;
}
