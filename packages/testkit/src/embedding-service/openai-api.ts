import type { EmbeddingApi } from './embedding-order.ts';
import { bearerOf, fieldsOf, textsOf } from './request-fields.ts';

/** `POST /v1/embeddings`. */
export const OPENAI_API: EmbeddingApi = {
  name: 'openai',
  keyOf: bearerOf,
  needsKey: true,
  badKey: { status: 401, message: 'Incorrect API key provided: *****. You can find your API key in the settings.' },
  mostTexts: 2048,
  defaultTokens: 8192,
  order(_, body) {
    const { model, input, encoding_format: encoding = 'float', dimensions } = fieldsOf(body);
    if (typeof model !== 'string') return { status: 400, message: 'you must provide a model parameter' };
    const texts = typeof input === 'string' ? [input] : textsOf(input);
    if (texts === undefined || texts.includes('')) return { status: 400, message: "'$.input' is invalid." };
    if (encoding !== 'float' && encoding !== 'base64') {
      return { status: 400, message: `Invalid value for 'encoding_format' = ${JSON.stringify(encoding)}.` };
    }
    return {
      model,
      texts,
      purpose: undefined,
      dimensions: typeof dimensions === 'number' ? dimensions : undefined,
      encoding,
      refusesLong: true,
    };
  },
  unknownModel: (model) => ({
    status: 404,
    message: `The model \`${model}\` does not exist or you do not have access to it.`,
  }),
  tooLong: (limit) => ({ status: 400, message: `Invalid 'input[0]': maximum input length is ${limit} tokens.` }),
  write: ({ model, entries, missingBytes }, { texts, encoding }) => ({
    object: 'list',
    data: entries.map(({ index, vector }) => ({
      object: 'embedding',
      index,
      embedding: encoding === 'base64' ? base64Of(vector, missingBytes) : vector,
    })),
    model,
    usage: { prompt_tokens: texts.length, total_tokens: texts.length },
  }),
  writeRefusal: ({ message }) => ({ error: { message, type: 'invalid_request_error', param: null, code: null } }),
};

function base64Of(vector: readonly (number | null)[], missingBytes: number): string {
  const bytes = Buffer.alloc(4 * vector.length);
  vector.forEach((value, at) => bytes.writeFloatLE(value ?? Number.NaN, 4 * at));
  return bytes.subarray(0, bytes.length - missingBytes).toString('base64');
}
