/** Parts of replies that dialects share: citations, lists of passages, and texts for outcomes. */
import { textFragment } from '@ibid/client';
import type { Answer, Citation, Passage, Warning } from '@ibid/core/types';
import type { WireReply } from '../dialect.ts';

/** A reply with status 200. */
export function ok(body: unknown): WireReply {
  return { status: 200, headers: {}, body };
}

/** Outcome names in contracts that have a status field. */
export const ANSWER_STATUSES = ['answered', 'insufficient_context', 'refused'] as const;

export function answerStatus({ outcome }: Pick<Answer, 'outcome'>): (typeof ANSWER_STATUSES)[number] {
  return outcome === 'insufficient' ? 'insufficient_context' : outcome;
}

/** Returns the sentence that explains why there is no answer; never empty. */
export function outcomeMessage({ message }: Pick<Answer, 'message'>): string {
  return message.trim() === '' ? 'These pages do not answer that.' : message;
}

/** Returns the reason for a missing answer as a warning, for dialects without a message field; empty if there is an answer. */
export function reasonWarnings(answer: Pick<Answer, 'outcome' | 'message'>): readonly Warning[] {
  return answer.outcome === 'answered' ? [] : [{ code: answerStatus(answer), text: outcomeMessage(answer) }];
}

/** Warnings that repeat what the answer's message already says. */
const SAID_ALREADY = /^(?:contradiction|scope_empty|model_\w+)$/u;

/** Returns all messages for the reader in addition to the answer, as sentences without codes; `null` if there are none. */
export function readerMessage(answer: Pick<Answer, 'message' | 'warnings'>, notes: readonly Warning[]): string | null {
  const warnings = [...notes, ...answer.warnings]
    .filter(({ code }) => answer.message === '' || !SAID_ALREADY.test(code))
    .map(({ text }) => asSentence(text));
  const sentences = [asSentence(answer.message), ...warnings].filter((text) => text !== '');
  return sentences.length === 0 ? null : [...new Set(sentences)].join(' ');
}

/** Formats warnings as `code: text`, for contracts that use strings. */
export function warningLines(...warnings: readonly (readonly Warning[])[]): string[] {
  return warnings.flat().map(({ code, text }) => `${code}: ${text}`);
}

/** Adds a capital at the start and a full stop at the end; returns `''` for blank text. */
export function asSentence(text: string): string {
  const clean = text.trim();
  if (clean === '') return '';
  return clean.charAt(0).toUpperCase() + clean.slice(1) + (/[.!?…]$/u.test(clean) ? '' : '.');
}

/** A cited passage: its first citation, and all quotes from it in order of first use. */
export type CitedChunk = Citation & { readonly quotes: readonly string[] };

/** Returns each cited passage once, in order of first use. */
export function citedChunks(citations: readonly Citation[]): readonly CitedChunk[] {
  const found = new Map<string, CitedChunk>();
  for (const citation of citations) {
    const { quotes, ...first } = found.get(citation.chunkId) ?? { ...citation, quotes: [] };
    found.set(citation.chunkId, { ...first, quotes: [...quotes, citation.quote] });
  }
  return [...found.values()];
}

/**
 * Sorts passages for a list: by the displayed similarity, highest first, ties by chunk id. Passages of a selection keep their page order.
 * If there are more than `limit`, because a model searched again, the cited ones are kept first, then the most similar.
 */
export function listedPassages(
  passages: readonly Passage[],
  limit?: number,
  citations: readonly Pick<Citation, 'chunkId'>[] = [],
): readonly Passage[] {
  if (passages.some(isSelected)) return passages;
  const listed = passages.toSorted((a, b) => b.similarity - a.similarity || (a.chunk.id < b.chunk.id ? -1 : 1));
  const cited = new Set(citations.map(({ chunkId }) => chunkId));
  const first = listed.toSorted((a, b) => Number(cited.has(b.chunk.id)) - Number(cited.has(a.chunk.id)));
  const kept = new Set(first.slice(0, limit));
  return listed.filter((passage) => kept.has(passage));
}

/** Returns the similarity for a reply; `null` if the embedder did not answer, because none was measured. */
export function measured(similarity: number, warnings: readonly Warning[]): number | null {
  return similarity === 0 && warnings.some(({ code }) => code === 'vector_leg_missing') ? null : similarity;
}

/** Returns true if a passage is the reader's own selection, in the index or not. It has no search rank. */
export function isSelected({ score, similarity, window }: Pick<Passage, 'score' | 'similarity' | 'window'>): boolean {
  return window !== undefined || (score === 0 && similarity === 1);
}

/** Counts the tokens of a passage. A selection outside the index has no count; of one inside, the whole passage counts. */
export function tokensOf(passage: Passage, countTokens: (text: string) => number): number {
  const { chunk, window } = passage;
  return isSelected(passage) && window === undefined ? Math.max(1, countTokens(chunk.text)) : chunk.tokens;
}

/** Returns a placeholder for the required page address of a selection that is on no indexed page. */
export function pageOrMarker(url: string): string {
  return url === '' ? 'selected_text' : url;
}

/** Returns a URL that opens a page at a section or, with `quote`, at the quoted words. */
export function hrefTo(target: { readonly url: string; readonly anchor: string }, quote = ''): string {
  const text = textFragment(quote);
  // `encodeURI` keeps normal ids readable and prevents a hostile one from ending the fragment.
  const hash = encodeURI(target.anchor.toWellFormed()) + (text === '' ? '' : `:~:text=${text}`);
  return hash === '' ? target.url : `${target.url}#${hash}`;
}
