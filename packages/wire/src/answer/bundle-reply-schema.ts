import { z } from 'zod';
import { MODES, type Mode } from './modes.ts';

/** What a retrieval gives, and what an answer takes, byte for byte. */
export interface BundleReply {
  readonly query: string;
  readonly mode: Mode;
  readonly status: 'success' | 'partial' | 'no_matches';
  readonly chunks: readonly BundleReplyChunk[];
  readonly selected_text: string | null;
  readonly total_tokens: number;
  readonly warnings: readonly string[];
  readonly generation: number;
  readonly query_embedding?: readonly number[] | null;
}

export interface BundleReplyChunk {
  readonly chunk_id: string;
  readonly source_url: string;
  readonly anchor: string;
  readonly chapter: string;
  readonly section: string;
  readonly content: string;
  readonly relevance_score: number;
  readonly rank_score: number;
  readonly token_count: number;
}

const chunk = z.strictObject({
  chunk_id: z.string().min(1),
  source_url: z.string().min(1).meta({
    description: '`selected_text` for a selection that stands nowhere here',
  }),
  anchor: z.string().meta({ description: "Id of the section in the page; '' = its top" }),
  chapter: z.string().meta({ description: 'Title of the page' }),
  section: z.string().min(1).meta({ description: 'Heading of the section' }),
  content: z.string().min(1),
  relevance_score: z.number().min(0).max(1).meta({
    description: 'Similarity of query and passage; 1 for a passage of a selection, which the reader chose',
  }),
  rank_score: z.number().min(0).meta({
    description: 'How the retrieval ranked the passages, and an answer ranks them again; 0 for a selection',
  }),
  token_count: z.int().min(1),
});

/** Every bundle fits; the API description is made from it. */
export const bundleReplySchema: z.ZodType<BundleReply> = z.strictObject({
  query: z.string().min(1),
  mode: z.enum(MODES),
  status: z.enum(['success', 'partial', 'no_matches']).meta({
    description: '`partial`: `warnings` says what was left out. A retrieval that failed is a failure, never a bundle.',
  }),
  chunks: z.array(chunk).meta({
    description:
      'Most similar first, while `rank_score` says how they were ranked; those of a selection in the order of their page, whole',
  }),
  selected_text: z.string().nullable(),
  total_tokens: z.int().min(0),
  warnings: z.array(z.string()).meta({ description: '`code: text`' }),
  generation: z.int().min(0).meta({ description: 'Of the index that the passages were taken from' }),
  query_embedding: z.array(z.number()).nullable().optional().meta({ description: 'Only with `debug`' }),
}) as z.ZodType<BundleReply>; // `optional()` also lets a present `undefined` through, which no reply has
