import type { EmbeddingApi } from './embedding-order.ts';
import { bearerOf, fieldsOf, textsOf } from './request-fields.ts';

const PURPOSES: Readonly<Record<string, 'document' | 'query'>> = { search_document: 'document', search_query: 'query' };

/** `POST /v2/embed`. */
export const COHERE_API: EmbeddingApi = {
  name: 'cohere',
  keyOf: bearerOf,
  needsKey: true,
  badKey: { status: 401, message: 'invalid api token' },
  mostTexts: 96,
  defaultTokens: 512,
  order(_, body) {
    const {
      model,
      texts,
      input_type: type,
      embedding_types: types,
      truncate = 'END',
      output_dimension,
    } = fieldsOf(body);
    const purpose = PURPOSES[String(type)];
    if (typeof model !== 'string') return { status: 400, message: 'invalid request: model is required' };
    if (purpose === undefined) {
      return { status: 400, message: 'invalid request: valid input_type must be provided with the provided model' };
    }
    const list = textsOf(texts);
    if (list === undefined) return { status: 400, message: 'invalid request: texts must be a list of strings' };
    if (!Array.isArray(types) || types[0] !== 'float') {
      return { status: 400, message: 'invalid request: valid embedding_types must be provided' };
    }
    const dimensions = typeof output_dimension === 'number' ? output_dimension : undefined;
    return { model, texts: list, purpose, dimensions, encoding: 'float', refusesLong: truncate === 'NONE' };
  },
  unknownModel: (model) => ({
    status: 404,
    message: `model '${model}' not found, make sure the correct model ID was used`,
  }),
  tooLong: (limit) => ({
    status: 400,
    message: `invalid request: all elements in texts must have less than ${limit} tokens, text at index 0 is too long`,
  }),
  write: ({ entries }, { texts }) => ({
    id: '5807ee2e-0cda-445a-9ec8-864c60a06606',
    texts,
    embeddings: { float: entries.map(({ vector }) => vector) },
    meta: { api_version: { version: '2' }, billed_units: { input_tokens: texts.length } },
    response_type: 'embeddings_by_type',
  }),
  writeRefusal: ({ message }) => ({ id: '5807ee2e-0cda-445a-9ec8-864c60a06606', message }),
};
