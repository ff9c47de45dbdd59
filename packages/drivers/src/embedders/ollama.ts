import { field, hostedEmbedder, servicePlace, type HostedOptions, type HostedSource } from './hosted.ts';
import { checkedDimensions, checkedName, readingPrefixes } from './space.ts';

export interface OllamaEmbedderOptions extends HostedOptions {
  /** How long the model stays loaded after a request, in Ollama's format: `30m`, `24h`, `-1` for ever. Default `30m`. */
  readonly keepAlive?: string;
  /** Prefix that the model expects before passages; known for common models. */
  readonly documentPrefix?: string;
  readonly queryPrefix?: string;
}

/** Dimensions of the models that `ollama pull <name>` loads without a tag. */
const DIMENSIONS: Readonly<Record<string, number>> = {
  'nomic-embed-text': 768,
  'mxbai-embed-large': 1024,
  'all-minilm': 384,
  'bge-m3': 1024,
  embeddinggemma: 768,
  'snowflake-arctic-embed2': 1024,
};

/** Ollama's `POST /api/embed`, with truncation off. */
export async function ollamaEmbedder(options: OllamaEmbedderOptions = {}): Promise<HostedSource> {
  const place = servicePlace('ollama', 'http://127.0.0.1:11434', options, false);
  const model = checkedName((options.model ?? 'nomic-embed-text').replace(/:latest$/u, ''), 'model');
  const asked = checkedDimensions(options.dimensions);
  const { keepAlive = '30m' } = options;
  const usual = DIMENSIONS[model];
  return hostedEmbedder(options, {
    name: 'ollama',
    label: 'Ollama',
    model,
    place: { ...place, isOwn: place.isOwn || new URL(place.baseUrl).host === 'localhost:11434' },
    path: '/api/embed',
    advice: { missing: `Fetch it with \`ollama pull ${model}\`, or correct \`model\` of the embedder.` },
    dimensions: asked ?? usual,
    // A batch of full passages takes a small machine some seconds; more would come near the deadline.
    maxBatch: 16,
    prefixes: readingPrefixes(model, options),
    body: (input: readonly string[]) => ({
      model,
      input,
      truncate: false,
      keep_alive: /^-?\d+$/u.test(keepAlive) ? Number(keepAlive) : keepAlive,
      dimensions: asked === usual ? undefined : asked,
    }),
    read: (reply: unknown) => ({ vectors: field(reply, 'embeddings'), model: field(reply, 'model') }),
  });
}
