import { IbidError } from '@ibid/core';
import type { HostedOptions } from './http/hosted-options.ts';
import { field, unusable, type HostedService } from './http/hosted-service.ts';
import { hostedSource, type HostedSource } from './http/hosted-source.ts';
import { readingPrefixes } from './http/reading-prefixes.ts';
import { requireModel } from './http/require-model.ts';
import { bearer, below, servicePlace } from './http/service-place.ts';
import { checkedDimensions, checkedName } from './http/space-id.ts';

export interface OpenaiEmbedderOptions extends HostedOptions {
  /** How vectors travel; base64 is a third of the size. Default: `base64` from OpenAI, `float` from others, not all of which know more. */
  readonly encoding?: 'base64' | 'float';
  /** What the model wants to read before passages; known for common models. `''` where the service puts it there itself. */
  readonly documentPrefix?: string;
  readonly queryPrefix?: string;
}

const OWN = 'https://api.openai.com/v1';
const MODEL = 'text-embedding-3-small';
/** Largest batch at OpenAI by R25; other servers of this API take as few as 32. */
const MAX_BATCH = { own: 96, other: 32 } as const;

const DIMENSIONS: Readonly<Record<string, number>> = {
  'text-embedding-3-small': 1536,
  'text-embedding-3-large': 3072,
  'text-embedding-ada-002': 1536,
};

/** `POST …/embeddings` as OpenAI defined it, of OpenAI or of any other server that speaks it. `baseUrl` ends before `/embeddings`. */
export async function openaiEmbedder(options: OpenaiEmbedderOptions = {}): Promise<HostedSource> {
  const { base, isOwn, key, keyName } = servicePlace({ name: 'openai', own: OWN, needsKey: true }, options);
  if (!isOwn && options.model === undefined) {
    throw new IbidError(
      'INVALID_CONFIG',
      'The embedder `openai` with a `baseUrl` of its own needs a `model`. Name one.',
    );
  }
  const model = checkedName(options.model ?? MODEL, 'model');
  const asked = checkedDimensions(options.dimensions);
  const usual = isOwn ? DIMENSIONS[model] : undefined;
  const encoding = options.encoding ?? (isOwn ? 'base64' : 'float');
  const service: HostedService = {
    label: isOwn ? 'OpenAI' : 'The embedding service',
    model,
    url: below(base, '/embeddings'),
    headers: bearer(key),
    keyName,
    advice: {
      missing: 'Correct `model` and `baseUrl` of the embedder.',
      tooLong: 'Name a model that reads more, or split the passage.',
    },
    body: (input) => ({
      model,
      input,
      encoding_format: encoding,
      // Servers refuse the field for models that have one length only.
      ...(asked === undefined || asked === usual ? {} : { dimensions: asked }),
    }),
    read(reply, count) {
      const data = field(reply, 'data');
      if (!Array.isArray(data)) throw unusable(service, 'answered without vectors');
      requireModel(service, field(reply, 'model'));
      return inOrder(data, count, service);
    },
  };
  const most = isOwn ? MAX_BATCH.own : MAX_BATCH.other;
  const dimensions = asked ?? usual;
  const prefixes = readingPrefixes(isOwn ? '' : model, options);
  return hostedSource({ name: 'openai', service, options, isOwn, dimensions, maxBatch: most, prefixes });
}

/** By their `index`, which must be 0 to count − 1, each once. An encoder that leaves zeros out leaves out the first one's. */
function inOrder(data: readonly unknown[], count: number, service: HostedService): readonly unknown[] {
  const vectors: unknown[] = Array.from({ length: count });
  const seen = new Set<unknown>();
  for (const item of data) {
    const index = field(item, 'index') ?? 0;
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= count || seen.has(index)) {
      throw unusable(service, 'answered with vectors whose numbering does not fit the texts');
    }
    seen.add(index);
    vectors[index] = field(item, 'embedding');
  }
  if (seen.size !== count) throw unusable(service, `answered with ${seen.size} vectors for ${count} texts`);
  return vectors;
}
