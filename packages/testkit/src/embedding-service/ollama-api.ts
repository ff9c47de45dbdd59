import type { EmbeddingApi } from './embedding-order.ts';
import { fieldsOf, textsOf } from './request-fields.ts';

/** `POST /api/embed`. */
export const OLLAMA_API: EmbeddingApi = {
  name: 'ollama',
  keyOf: () => undefined,
  needsKey: false,
  badKey: { status: 401, message: 'unauthorized' },
  mostTexts: Number.POSITIVE_INFINITY,
  defaultTokens: 2048,
  order(_, body) {
    const { model, input, truncate = true, dimensions } = fieldsOf(body);
    if (typeof model !== 'string') return { status: 400, message: 'model is required' };
    const texts = typeof input === 'string' ? [input] : textsOf(input);
    if (texts === undefined) return { status: 400, message: 'invalid input type' };
    return {
      model: model.replace(/:latest$/u, ''),
      texts,
      purpose: undefined,
      dimensions: typeof dimensions === 'number' ? dimensions : undefined,
      encoding: 'float',
      refusesLong: truncate === false,
    };
  },
  unknownModel: (model) => ({ status: 404, message: `model "${model}" not found, try pulling it first` }),
  tooLong: () => ({ status: 400, message: 'the input length exceeds the context length' }),
  write: ({ model, entries }, { texts }) => ({
    model,
    embeddings: entries.map(({ vector }) => vector),
    total_duration: 14_143_917,
    load_duration: 1_019_500,
    prompt_eval_count: texts.length,
  }),
  writeRefusal: ({ message }) => ({ error: message }),
};
