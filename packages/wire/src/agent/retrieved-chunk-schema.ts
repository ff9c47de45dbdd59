import { z } from 'zod';
import type { RetrievedChunk } from './reply.ts';

export const retrievedChunkSchema: z.ZodType<RetrievedChunk> = z.strictObject({
  chunk_id: z.string(),
  similarity_score: z.number().min(0).max(1).meta({
    description: 'Of query and chunk; 1 for a passage of a selection, which the reader chose',
  }),
  content_text: z.string().meta({ description: 'Verbatim; of a passage that was selected in part, that part alone' }),
  source_file: z.string(),
  module_name: z.string(),
  section_heading: z.string(),
  chunk_index: z.int().min(0).meta({ description: 'Place in the page, from 0' }),
  total_chunks: z.int().min(1),
  token_count: z.int().min(1),
  retrieved_at: z.string().meta({ format: 'date-time' }),
  url: z.string(),
  anchor: z.string().meta({ description: "Id in the page; '' = its top" }),
});
