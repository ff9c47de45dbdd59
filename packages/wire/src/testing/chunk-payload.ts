import type { Chunk } from '@ibid/core/types';

/** Payload stored with a passage's vector in a collection of contract C4. */
export interface ChunkPayload {
  readonly text: string;
  readonly url: string;
  readonly title: string;
  readonly section_heading: string;
  /** Counts within the section, from 0. The id uses another number, which counts across sections of the same name. */
  readonly chunk_index: number;
  readonly chunk_id: string;
}

/** Converts a passage to the payload of contract C4. */
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
