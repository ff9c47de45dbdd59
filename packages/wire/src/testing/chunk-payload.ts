import type { Chunk } from '@ibid/core/types';

/** What stands beside a passage's vector in a collection of contract C4. */
export interface ChunkPayload {
  readonly text: string;
  readonly url: string;
  readonly title: string;
  readonly section_heading: string;
  /** Counts within the section, from 0; the id is made from the number that counts over same-named sections. */
  readonly chunk_index: number;
  readonly chunk_id: string;
}

/** A passage as contract C4 keeps it, field by field. */
export function chunkPayload(chunk: Chunk): ChunkPayload {
  return {
    text: chunk.text,
    url: chunk.url,
    title: chunk.title,
    section_heading: chunk.heading,
    chunk_index: chunk.indexInSection,
    chunk_id: chunk.id,
  };
}
