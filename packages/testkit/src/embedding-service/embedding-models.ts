/** A model as the service serves it. */
export interface ServedEmbeddingModel {
  readonly dimensions: number;
  /** Whether a shorter vector may be asked for. */
  readonly shortens: boolean;
  /** Tokens, as the service counts them, of the longest text; the API's usual limit unless given. */
  readonly tokens?: number;
}

/** The models of the providers that the drivers know, and a few of local servers. */
export const SERVED_EMBEDDING_MODELS: Readonly<Record<string, ServedEmbeddingModel>> = {
  'embed-english-v3.0': { dimensions: 1024, shortens: false },
  'embed-multilingual-v3.0': { dimensions: 1024, shortens: false },
  'embed-english-light-v3.0': { dimensions: 384, shortens: false },
  'embed-v4.0': { dimensions: 1536, shortens: true, tokens: 128_000 },
  'text-embedding-3-small': { dimensions: 1536, shortens: true },
  'text-embedding-3-large': { dimensions: 3072, shortens: true },
  'text-embedding-ada-002': { dimensions: 1536, shortens: false },
  'gemini-embedding-001': { dimensions: 3072, shortens: true },
  'nomic-embed-text': { dimensions: 768, shortens: false },
  'all-minilm': { dimensions: 384, shortens: false, tokens: 512 },
  'BAAI/bge-small-en-v1.5': { dimensions: 384, shortens: false, tokens: 512 },
  'house-model': { dimensions: 48, shortens: true },
};
