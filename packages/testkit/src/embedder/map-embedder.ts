import type { Embedder, EmbedderSource } from '@ibid/core/types';

/** Returns the source with `wrap` applied to each of its embedders. */
export function mapEmbedder(source: EmbedderSource, wrap: (embedder: Embedder) => Embedder): EmbedderSource {
  return source.kind === 'fixed'
    ? { kind: 'fixed', embedder: wrap(source.embedder) }
    : { ...source, open: async (space) => wrap(await source.open(space)) };
}
