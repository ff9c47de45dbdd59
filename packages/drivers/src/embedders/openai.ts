import { invalidConfig } from '@ibid/core';
import { field, hostedEmbedder, servicePlace, type HostedOptions, type HostedSource } from './hosted.ts';
import { checkedDimensions, checkedName, readingPrefixes } from './space.ts';

export interface OpenaiEmbedderOptions extends HostedOptions {
  /** Encoding of vectors; base64 is a third of the size. Default: `base64` for OpenAI, `float` for others, which may not support base64. */
  readonly encoding?: 'base64' | 'float';
  /** Prefix that the model expects before passages; known for common models. `''` if the service adds it itself. */
  readonly documentPrefix?: string;
  readonly queryPrefix?: string;
}

const DIMENSIONS: Readonly<Record<string, number>> = {
  'text-embedding-3-small': 1536,
  'text-embedding-3-large': 3072,
  'text-embedding-ada-002': 1536,
};

/** OpenAI's `POST …/embeddings`, of OpenAI or of any compatible server. `baseUrl` ends before `/embeddings`. */
export async function openaiEmbedder(options: OpenaiEmbedderOptions = {}): Promise<HostedSource> {
  const place = servicePlace('openai', 'https://api.openai.com/v1', options);
  const { isOwn } = place;
  if (!isOwn && options.model === undefined) {
    throw invalidConfig('The embedder `openai` with a `baseUrl` of its own needs a `model`. Name one.');
  }
  const model = checkedName(options.model ?? 'text-embedding-3-small', 'model');
  const asked = checkedDimensions(options.dimensions);
  const usual = isOwn ? DIMENSIONS[model] : undefined;
  return hostedEmbedder(options, {
    name: 'openai',
    label: isOwn ? 'OpenAI' : 'The embedding service',
    model,
    place,
    path: '/embeddings',
    advice: { missing: 'Correct `model` and `baseUrl` of the embedder.' },
    dimensions: asked ?? usual,
    // Other servers with this API accept as few as 32.
    maxBatch: isOwn ? 96 : 32,
    prefixes: readingPrefixes(isOwn ? '' : model, options),
    body: (input: readonly string[]) => ({
      model,
      input,
      encoding_format: options.encoding ?? (isOwn ? 'base64' : 'float'),
      // Servers reject the field for models with only one length.
      dimensions: asked === usual ? undefined : asked,
    }),
    read: (reply: unknown, count: number) => {
      const data = field(reply, 'data');
      return { vectors: Array.isArray(data) ? inOrder(data, count) : undefined, model: field(reply, 'model') };
    },
  });
}

/** Orders by `index`, which must be 0 to count − 1, each once. Encoders that omit zeros omit the first one's, hence the default 0. */
function inOrder(data: readonly unknown[], count: number): readonly unknown[] | undefined {
  const vectors = new Map(data.map((item) => [field(item, 'index') ?? 0, field(item, 'embedding')]));
  const isWhole = data.length === count && Array.from({ length: count }, (_, at) => vectors.has(at)).every(Boolean);
  return isWhole ? Array.from({ length: count }, (_, at) => vectors.get(at)) : undefined;
}
