import type { Answer, ChunkStore } from '@ibid/core/types';

export interface CitationTotals {
  readonly answers: number;
  readonly citations: number;
  /** Citations whose chunk is in the store and contains the quote, byte for byte, at the given offsets. */
  readonly verbatim: number;
  /** Answers in which every citation is verbatim and every statement has one. */
  readonly soundAnswers: number;
}

/** Checks every citation against the store itself, independently of the engine. */
export interface CitationAudit {
  /** Ignores answers without statements. */
  add(store: Pick<ChunkStore, 'getChunks'>, answer: Answer): Promise<void>;
  totals(): CitationTotals;
}

export function citationAudit(): CitationAudit {
  const totals = { answers: 0, citations: 0, verbatim: 0, soundAnswers: 0 };
  return {
    async add(store, answer) {
      if (answer.statements.length === 0) return;
      const chunks = await store.getChunks(answer.citations.map(({ chunkId }) => chunkId));
      const numbers = new Set<number>();
      for (const [i, { start, end, quote, index }] of answer.citations.entries()) {
        if (quote !== '' && chunks[i]?.text.slice(start, end) === quote) numbers.add(index);
      }
      totals.answers += 1;
      totals.citations += answer.citations.length;
      totals.verbatim += numbers.size;
      const proved = answer.statements.every(
        ({ citations }) => citations.length > 0 && citations.every((number) => numbers.has(number)),
      );
      if (proved && numbers.size === answer.citations.length) totals.soundAnswers += 1;
    },
    totals: () => ({ ...totals }),
  };
}
