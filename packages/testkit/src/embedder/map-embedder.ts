import type { Embedder, EmbedderSource } from '@ibid/core/types';

/** The same source, with `wrap` around every embedder it gives. */
export function mapEmbedder(source: EmbedderSource, wrap: (embedder: Embedder) => Embedder): EmbedderSource {
  return source.kind === 'fixed'
    ? { kind: 'fixed', embedder: wrap(source.embedder) }
    : { ...source, open: async (space) => wrap(await source.open(space)) };
}
