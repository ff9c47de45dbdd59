import type { EmbedderSource } from '@ibid/core';

export const EMBEDDER_NAMES = ['builtin', 'hash'] as const;
export type EmbedderName = (typeof EMBEDDER_NAMES)[number];

export async function openEmbedderSource(name: EmbedderName): Promise<EmbedderSource> {
  if (name === 'hash') return (await import('@ibid/drivers/embedders/hash')).hashEmbedder();
  return (await import('@ibid/drivers/embedders/builtin')).builtinEmbedder();
}

/** The embedder that made an index, from the id of its space. */
export function embedderOf(spaceId: string): EmbedderName {
  return spaceId.startsWith('builtin/hash@') ? 'hash' : 'builtin';
}
