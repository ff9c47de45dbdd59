import type { EmbeddingApi } from './embedding-order.ts';
import { fieldsOf } from './request-fields.ts';

const PATH = /^\/v1beta\/models\/([^/:]+):batchEmbedContents$/u;
const PURPOSES: Readonly<Record<string, 'document' | 'query'>> = {
  RETRIEVAL_DOCUMENT: 'document',
  RETRIEVAL_QUERY: 'query',
};

/** `POST /v1beta/models/…:batchEmbedContents`. Texts above the limit lose their end without a word, as at Google. */
export const GEMINI_API: EmbeddingApi = {
  name: 'gemini',
  keyOf: (headers) => headers.get('x-goog-api-key') ?? undefined,
  needsKey: true,
  badKey: { status: 400, message: 'API key not valid. Please pass a valid API key.' },
  mostTexts: 100,
  defaultTokens: 2048,
  order(path, body) {
    const model = PATH.exec(path)?.[1] ?? '';
    const { requests } = fieldsOf(body);
    if (!Array.isArray(requests)) return { status: 400, message: 'BatchEmbedContentsRequest.requests: must be set' };
    const texts: string[] = [];
    let purpose: 'document' | 'query' | undefined;
    let dimensions: number | undefined;
    for (const request of requests as readonly unknown[]) {
      const { model: named, content, taskType, outputDimensionality } = fieldsOf(request);
      const [part] = (fieldsOf(content)['parts'] ?? []) as readonly unknown[];
      const { text } = fieldsOf(part);
      if (named !== `models/${model}`) return { status: 400, message: 'model in request does not match the URL' };
      if (typeof text !== 'string' || text === '') return { status: 400, message: 'content is required' };
      texts.push(text);
      purpose = PURPOSES[String(taskType)];
      if (typeof outputDimensionality === 'number') dimensions = outputDimensionality;
    }
    return { model, texts, purpose, dimensions, encoding: 'float', refusesLong: false };
  },
  unknownModel: (model) => ({
    status: 404,
    message: `models/${model} is not found for API version v1beta, or is not supported for embedContent.`,
  }),
  tooLong: () => ({ status: 400, message: 'not said by this service' }),
  write: ({ entries }) => ({ embeddings: entries.map(({ vector }) => ({ values: vector })) }),
  writeRefusal: ({ status, message }) => ({ error: { code: status, message, status: 'INVALID_ARGUMENT' } }),
};
