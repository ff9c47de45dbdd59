import { invalidConfig } from '@ibid/core';
import { field, hostedEmbedder, servicePlace, type HostedOptions, type HostedSource } from './hosted.ts';
import { checkedDimensions, checkedName } from './space.ts';

/** Dimensions by model, the default first; a model with only one cannot be asked for another. */
const DIMENSIONS: Readonly<Record<string, readonly number[]>> = {
  'embed-english-v3.0': [1024],
  'embed-multilingual-v3.0': [1024],
  'embed-english-light-v3.0': [384],
  'embed-multilingual-light-v3.0': [384],
  'embed-v4.0': [1536, 256, 512, 1024],
};

/**
 * Cohere's `POST /v2/embed`. Questions and passages are sent with the input types that the model was trained with. Texts above the model's
 * limit (512 tokens for v3) are refused, never cut.
 */
export async function cohereEmbedder(options: HostedOptions = {}): Promise<HostedSource> {
  const model = checkedName(options.model ?? 'embed-english-v3.0', 'model');
  const asked = checkedDimensions(options.dimensions);
  const offered = DIMENSIONS[model];
  if (asked !== undefined && offered !== undefined && !offered.includes(asked)) {
    throw invalidConfig(
      `\`dimensions\` is ${asked}, but \`${model}\` has ${offered.join(', ')}. Name one of them, or none.`,
    );
  }
  const dimensions = asked ?? offered?.[0];
  return hostedEmbedder(options, {
    name: 'cohere',
    label: 'Cohere',
    model,
    place: servicePlace('cohere', 'https://api.cohere.com', options),
    path: '/v2/embed',
    advice: {
      tooLong:
        'No text is ever cut silently. Name a model that reads more, such as `embed-v4.0`, or for pages that are not in English `embed-multilingual-v3.0`; or split the passage.',
    },
    dimensions,
    maxBatch: 96,
    body: (texts: readonly string[], purpose: 'document' | 'query') => ({
      model,
      texts,
      input_type: purpose === 'query' ? 'search_query' : 'search_document',
      embedding_types: ['float'],
      truncate: 'NONE',
      // Models of the third generation reject the field.
      output_dimension: offered?.length === 1 ? undefined : dimensions,
    }),
    read: (reply: unknown) => ({ vectors: field(field(reply, 'embeddings'), 'float') }),
  });
}
