import type { EmbeddingResult } from './embedding-order.ts';

/** What services have been seen to do, on the wire. */
export const EMBEDDING_FAULTS = [
  'fewer-vectors',
  'too-many-vectors',
  'empty-list',
  'shuffled',
  'duplicate-index',
  'wrong-dimension',
  'not-a-number',
  'zero-vector',
  'odd-base64',
  'other-model',
  'error-body',
  'html',
  'busy-seconds',
  'busy-date',
  'busy-milliseconds',
  'server-error',
  'hang',
  'cut-body',
  'wrong-length',
] as const;

export type EmbeddingFault = (typeof EMBEDDING_FAULTS)[number];

/** Faults that only some APIs can express; the others number nothing, or name no model. */
export const FAULTS_OF_SOME: Readonly<Partial<Record<EmbeddingFault, readonly string[]>>> = {
  'duplicate-index': ['openai'],
  shuffled: ['openai'],
  'odd-base64': ['openai'],
  'other-model': ['openai', 'ollama'],
};

/** The result with the fault in it; as it is for faults of status, body or socket. */
export function spoilt(result: EmbeddingResult, fault: EmbeddingFault | undefined): EmbeddingResult {
  const { entries } = result;
  const [first] = entries;
  const last = entries.at(-1);
  if (first === undefined || last === undefined) return result;
  const others = entries.slice(0, -1);
  const { vector } = last;
  const withLast = (changed: readonly (number | null)[]): EmbeddingResult => ({
    ...result,
    entries: [...others, { ...last, vector: changed }],
  });
  switch (fault) {
    case 'fewer-vectors':
      return { ...result, entries: others };
    case 'too-many-vectors':
      return { ...result, entries: [...entries, { ...last, index: entries.length }] };
    case 'empty-list':
      return { ...result, entries: [] };
    case 'shuffled':
      return { ...result, entries: entries.toReversed() };
    case 'duplicate-index':
      return { ...result, entries: [...others, { ...last, index: entries.length > 1 ? first.index : 1 }] };
    case 'wrong-dimension':
      return withLast([...vector, 0.5]);
    case 'not-a-number':
      return withLast([null, ...vector.slice(1)]);
    case 'zero-vector':
      return withLast(vector.map(() => 0));
    case 'odd-base64':
      return { ...result, missingBytes: 3 };
    case 'other-model':
      return { ...result, model: 'somebody-elses-model' };
    default:
      return result;
  }
}
