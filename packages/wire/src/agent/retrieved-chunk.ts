import type { KeptPassage, Passage, Warning } from '@ibid/core/types';
import { z } from 'zod';
import type { WireContext } from '../dialect.ts';
import { asSentence, pageOrMarker, tokensOf } from '../shared/replies.ts';

/** One passage, also as stored in a session. */
export interface RetrievedChunk {
  readonly chunk_id: string;
  /** 0 to 1; 1 for a passage of a selection, because the reader chose it. */
  readonly similarity_score: number;
  /** Verbatim text of the whole chunk, even if a selection covers only part of it. */
  readonly content_text: string;
  readonly source_file: string;
  readonly module_name: string;
  readonly section_heading: string;
  /** Position in the page, from 0. */
  readonly chunk_index: number;
  readonly total_chunks: number;
  /** At least 1. */
  readonly token_count: number;
  /** ISO 8601 UTC. */
  readonly retrieved_at: string;
  readonly url: string;
  /** Id in the page; `''` = top of the page. */
  readonly anchor: string;
}

export const retrievedChunkSchema: z.ZodType<RetrievedChunk> = z.strictObject({
  chunk_id: z.string(),
  similarity_score: z.number().min(0).max(1).meta({
    description: 'Of query and chunk; 1 for a passage of a selection, which the reader chose',
  }),
  content_text: z.string().meta({ description: 'Verbatim and whole, also where a selection is a part of it' }),
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

/** Converts a passage to the form shown in a reply and stored in a session: the whole chunk, even if a selection covers only part of it. */
export function keptPassage(passage: Passage, context: Pick<WireContext, 'receivedAt' | 'countTokens'>): KeptPassage {
  const { chunk, similarity } = passage;
  return {
    chunkId: chunk.id,
    url: chunk.url,
    anchor: chunk.anchor,
    similarity,
    text: chunk.text,
    sourceFile: chunk.sourceFile,
    module: chunk.module,
    heading: chunk.heading,
    indexInPage: chunk.indexInPage,
    chunksInPage: chunk.chunksInPage,
    tokens: tokensOf(passage, context.countTokens),
    retrievedAt: context.receivedAt,
  };
}

/** Encodes a passage of this run or of an earlier turn. */
export function retrievedChunk(kept: KeptPassage): RetrievedChunk {
  return {
    chunk_id: kept.chunkId,
    similarity_score: kept.similarity,
    content_text: kept.text,
    source_file: kept.sourceFile,
    module_name: kept.module,
    section_heading: kept.heading,
    chunk_index: kept.indexInPage,
    total_chunks: kept.chunksInPage,
    token_count: kept.tokens,
    retrieved_at: kept.retrievedAt,
    url: pageOrMarker(kept.url),
    anchor: kept.anchor,
  };
}

/** Returns a sentence about a model failure despite which there is a reply. An exhausted budget is not a failure. */
export function modelTrouble(warnings: readonly Warning[]): string | null {
  const failed = warnings.find(({ code }) => code.startsWith('model_') && code !== 'model_over_budget');
  return failed === undefined ? null : asSentence(failed.text);
}

/**
 * Describes the result of a finished retrieval. `success`: it worked, even without matches; false if nothing was found because a part
 * failed. `trouble`: a sentence about that part. If the embedder fails, the words of the question are still searched for.
 */
export function retrievalResult(
  passages: readonly Pick<Passage, 'label'>[],
  warnings: readonly Warning[],
): { readonly success: boolean; readonly trouble: string | null } {
  const failed = warnings.find(({ code }) => code === 'vector_leg_missing');
  if (failed === undefined) return { success: true, trouble: null };
  // The embedder is irrelevant if the requested page or section does not exist.
  const isElsewhere = warnings.some(({ code }) => code === 'scope_empty');
  return { success: passages.length > 0 || isElsewhere, trouble: asSentence(failed.text) };
}
