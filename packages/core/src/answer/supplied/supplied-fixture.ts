import type { Passage, SuppliedChunk, SuppliedContext } from '../../types/answer.ts';

/** A passage as a client sends it back with all fields that retrieval returned. */
export function suppliedChunk({ chunk, similarity, score }: Passage): SuppliedChunk {
  const { id, url, anchor, title, heading, text } = chunk;
  return { id, url, anchor, title, heading, text, similarity, score };
}

/** A valid bundle, with `parts` replaced. */
export function suppliedContext(
  chunks: readonly SuppliedChunk[],
  parts: Partial<SuppliedContext> = {},
): SuppliedContext {
  return { status: 'success', selectionOnly: false, chunks, ...parts };
}

export function foreignChunk(text: string, parts: Partial<SuppliedChunk> = {}): SuppliedChunk {
  return {
    id: 'foreign-1',
    url: 'https://elsewhere.example.net/notes',
    anchor: '',
    title: 'Notes',
    heading: 'Notes',
    text,
    similarity: 0.5,
    ...parts,
  };
}
