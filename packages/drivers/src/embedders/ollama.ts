import type { HostedOptions } from './http/hosted-options.ts';
import { field, unusable, type HostedService } from './http/hosted-service.ts';
import { hostedSource, type HostedSource } from './http/hosted-source.ts';
import { readingPrefixes } from './http/reading-prefixes.ts';
import { requireModel } from './http/require-model.ts';
import { bearer, below, servicePlace } from './http/service-place.ts';
import { checkedDimensions, checkedName } from './http/space-id.ts';

export interface OllamaEmbedderOptions extends HostedOptions {
  /** How long the model stays loaded after a request, as Ollama writes it: `30m`, `24h`, `-1` for ever. Default `30m`. */
  readonly keepAlive?: string;
  /** What the model wants to read before passages; known for common models. */
  readonly documentPrefix?: string;
  readonly queryPrefix?: string;
}

const OWN = 'http://127.0.0.1:11434';
const MODEL = 'nomic-embed-text';
/** A batch of full passages takes a small machine some seconds; more would near the deadline. */
const MAX_BATCH = 16;

/** Of what `ollama pull <name>` brings without a tag. */
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
  const { base, isOwn, key, keyName } = servicePlace({ name: 'ollama', own: OWN, needsKey: false }, options);
  const model = checkedName((options.model ?? MODEL).replace(/:latest$/u, ''), 'model');
  const asked = checkedDimensions(options.dimensions);
  const keepAlive = options.keepAlive ?? '30m';
  const usual = DIMENSIONS[model];
  const service: HostedService = {
    label: 'Ollama',
    model,
    url: below(base, '/api/embed'),
    headers: bearer(key),
    keyName,
    advice: {
      missing: `Fetch it with \`ollama pull ${model}\`, or correct \`model\` of the embedder.`,
      tooLong: 'Name a model that reads more, or split the passage.',
    },
    body: (input) => ({
      model,
      input,
      truncate: false,
      keep_alive: /^-?\d+$/u.test(keepAlive) ? Number(keepAlive) : keepAlive,
      ...(asked === undefined || asked === usual ? {} : { dimensions: asked }),
    }),
    read(reply) {
      const embeddings = field(reply, 'embeddings');
      if (!Array.isArray(embeddings)) throw unusable(service, 'answered without vectors');
      requireModel(service, field(reply, 'model'));
      return embeddings;
    },
  };
  return hostedSource({
    name: 'ollama',
    service,
    options,
    isOwn: isOwn || base.host === 'localhost:11434',
    dimensions: asked ?? usual,
    maxBatch: MAX_BATCH,
    prefixes: readingPrefixes(model, options),
  });
}
