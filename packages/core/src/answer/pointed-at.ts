import type { Passage, Question } from '../types/answer.ts';
import type { CallOptions } from '../types/call-options.ts';
import type { Warning } from '../types/retrieval.ts';
import type { StoreDriver } from '../types/store.ts';

/**
 * Returns the whole passages that contain what the reader points at, then the others. Text that is not in the index is not offered,
 * because nobody could open it as a source.
 */
export async function withPointedAt(
  store: Pick<StoreDriver, 'search' | 'getPage'>,
  question: Question,
  hits: readonly Passage[],
  call: CallOptions,
): Promise<{ readonly passages: readonly Passage[]; readonly warnings: readonly Warning[] }> {
  if (question.about === undefined) return { passages: hits, warnings: [] };
  const { selectionPassages } = await import('./selection-passages.ts');
  const { passages, warnings, isLocated } = await selectionPassages(store, question.about, call);
  if (!isLocated) {
    const told = warnings.filter(({ code }) => code !== 'selection_not_located');
    return {
      passages: hits,
      warnings: [
        ...told,
        { code: 'selection_not_located', text: 'the selected text is not in the index, so other pages answer' },
      ],
    };
  }
  const marked = new Map(
    passages.map(({ label, chunk, score, similarity }) => [chunk.id, { label, chunk, score, similarity }]),
  );
  const known = new Map(hits.map((hit) => [hit.chunk.id, hit]));
  const first = [...marked.values()].map((passage) => known.get(passage.chunk.id) ?? passage);
  const all = [...first, ...hits.filter(({ chunk }) => !marked.has(chunk.id))];
  return { passages: all.map((passage, i) => ({ ...passage, label: `p${i + 1}` })), warnings };
}
