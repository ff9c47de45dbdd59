import { sha256Hex } from '../hash/sha256-hex.ts';

/** Name of a document's text in an `EmbeddingCache`. The purpose is part of it: models may read questions and documents differently. */
export function cacheKey(text: string): string {
  return sha256Hex(`document\n${text}`);
}
