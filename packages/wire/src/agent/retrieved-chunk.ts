import type { KeptPassage, Passage, Warning } from '@ibid/core/types';
import { z } from 'zod';
import type { WireContext } from '../dialect.ts';
import { count, instant, ratio, replyOf } from '../shared/fields.ts';
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

const text = z.string();

const chunkReply = replyOf<KeptPassage>()({
  chunk_id: [text, ({ chunkId }) => chunkId],
  similarity_score: [
    ratio.describe('Of query and chunk; 1 for a passage of a selection, which the reader chose'),
    ({ similarity }) => similarity,
  ],
  content_text: [text.describe('Verbatim and whole, also where a selection is a part of it'), (kept) => kept.text],
  source_file: [text, ({ sourceFile }) => sourceFile],
  module_name: [text, ({ module }) => module],
  section_heading: [text, ({ heading }) => heading],
  chunk_index: [count.describe('Place in the page, from 0'), ({ indexInPage }) => indexInPage],
  total_chunks: [z.int().min(1), ({ chunksInPage }) => chunksInPage],
  token_count: [z.int().min(1), ({ tokens }) => tokens],
  retrieved_at: [instant, ({ retrievedAt }) => retrievedAt],
  url: [text, ({ url }) => pageOrMarker(url)],
  anchor: [text.describe("Id in the page; '' = its top"), ({ anchor }) => anchor],
});

export const retrievedChunkSchema: z.ZodType<RetrievedChunk> = chunkReply.schema;

/** Encodes a passage of this run or of an earlier turn. */
export const retrievedChunk: (kept: KeptPassage) => RetrievedChunk = chunkReply.encode;

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
