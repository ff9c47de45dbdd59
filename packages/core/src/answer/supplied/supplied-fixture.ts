import type { Passage, SuppliedChunk, SuppliedContext } from '../../types/answer.ts';

/** A passage as an asker gives it back who kept all that retrieval said of it. */
export function suppliedChunk({ chunk, similarity, score }: Passage): SuppliedChunk {
  const { id, url, anchor, title, heading, text } = chunk;
  return { id, url, anchor, title, heading, text, similarity, score };
}

/** A bundle in good order, but for `parts`. */
export function suppliedContext(
  chunks: readonly SuppliedChunk[],
  parts: Partial<SuppliedContext> = {},
): SuppliedContext {
  return { status: 'success', selectionOnly: false, chunks, ...parts };
}

/** A passage that no index has. */
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
