import { IbidError } from '@ibid/core';
import type { HostedOptions } from './http/hosted-options.ts';
import { field, unusable, type HostedService } from './http/hosted-service.ts';
import { hostedSource, type HostedSource } from './http/hosted-source.ts';
import { bearer, below, servicePlace } from './http/service-place.ts';
import { checkedDimensions, checkedName } from './http/space-id.ts';

const OWN = 'https://api.cohere.com';
const MODEL = 'embed-english-v3.0';
/** The API's own limit. */
const MAX_BATCH = 96;

/** The first is the usual one; where there is but one, the model cannot be asked for another. */
const DIMENSIONS: Readonly<Record<string, readonly number[]>> = {
  'embed-english-v3.0': [1024],
  'embed-multilingual-v3.0': [1024],
  'embed-english-light-v3.0': [384],
  'embed-multilingual-light-v3.0': [384],
  'embed-v4.0': [1536, 256, 512, 1024],
};

/**
 * Cohere's `POST /v2/embed`. Questions and passages go in under the input types the model was trained with. Texts above the model's limit
 * (512 tokens for v3) are refused, never cut.
 */
export async function cohereEmbedder(options: HostedOptions = {}): Promise<HostedSource> {
  const model = checkedName(options.model ?? MODEL, 'model');
  const asked = checkedDimensions(options.dimensions);
  const offered = DIMENSIONS[model];
  if (asked !== undefined && offered !== undefined && !offered.includes(asked)) {
    throw new IbidError(
      'INVALID_CONFIG',
      `\`dimensions\` is ${asked}, but \`${model}\` has ${offered.join(', ')}. Name one of them, or none.`,
    );
  }
  const { base, isOwn, key, keyName } = servicePlace({ name: 'cohere', own: OWN, needsKey: true }, options);
  const dimensions = asked ?? offered?.[0];
  // Models of the third generation refuse the field.
  const size = dimensions !== undefined && offered?.length !== 1 ? { output_dimension: dimensions } : {};
  const service: HostedService = {
    label: 'Cohere',
    model,
    url: below(base, '/v2/embed'),
    headers: bearer(key),
    keyName,
    advice: {
      missing: 'Correct `model` of the embedder.',
      tooLong:
        'Name a model that reads more, such as `embed-v4.0`, or for pages that are not in English `embed-multilingual-v3.0`; or split the passage.',
    },
    body: (texts, purpose) => ({
      model,
      texts,
      input_type: purpose === 'query' ? 'search_query' : 'search_document',
      embedding_types: ['float'],
      truncate: 'NONE',
      ...size,
    }),
    read(reply) {
      const vectors = field(field(reply, 'embeddings'), 'float');
      if (!Array.isArray(vectors)) throw unusable(service, 'answered without vectors');
      return vectors;
    },
  };
  return hostedSource({
    name: 'cohere',
    service,
    options,
    isOwn,
    dimensions,
    maxBatch: MAX_BATCH,
    prefixes: { document: '', query: '' },
  });
}
