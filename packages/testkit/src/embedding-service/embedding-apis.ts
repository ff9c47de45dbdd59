/** The vocabularies of embedding services: how requests, replies and refusals are written. */

/** What a client asks for, whichever API it speaks. */
export interface EmbeddingOrder {
  readonly model: string;
  readonly texts: readonly string[];
  /** As the client declares it; `undefined` where the API has no such field. */
  readonly purpose: 'document' | 'query' | undefined;
  readonly dimensions: number | undefined;
  readonly encoding: 'float' | 'base64';
  /** Whether a text above the model's limit is refused; else its end is left out without a word. */
  readonly refusesLong: boolean;
}

/** What goes back, before it is written as JSON: one entry for each vector, in the order of writing. */
export interface EmbeddingResult {
  readonly model: string;
  readonly entries: readonly { readonly index: number; readonly vector: readonly (number | null)[] }[];
}

/** A refusal in the words of the real service. */
export interface EmbeddingRefusal {
  readonly status: number;
  readonly message: string;
}

/** One vocabulary: how requests, replies and refusals are written. */
export interface EmbeddingApi {
  readonly name: 'cohere' | 'openai' | 'gemini' | 'ollama';
  /** The key that came along; `undefined` for none. */
  keyOf(headers: Headers): string | undefined;
  readonly needsKey: boolean;
  readonly badKey: EmbeddingRefusal;
  readonly mostTexts: number;
  readonly defaultTokens: number;
  order(path: string, body: unknown): EmbeddingOrder | EmbeddingRefusal;
  unknownModel(model: string): EmbeddingRefusal;
  tooLong(limit: number): EmbeddingRefusal;
  write(result: EmbeddingResult, order: EmbeddingOrder): unknown;
  writeRefusal(refusal: EmbeddingRefusal): unknown;
}

export function isRefusal(value: EmbeddingOrder | EmbeddingRefusal): value is EmbeddingRefusal {
  return 'status' in value;
}

const PURPOSES: Readonly<Record<string, 'document' | 'query'>> = {
  search_document: 'document',
  search_query: 'query',
  RETRIEVAL_DOCUMENT: 'document',
  RETRIEVAL_QUERY: 'query',
};

/** `POST /v2/embed`. */
const COHERE_API: EmbeddingApi = {
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

/** `POST /v1/embeddings`. */
const OPENAI_API: EmbeddingApi = {
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
  write: ({ model, entries }, { texts, encoding }) => ({
    object: 'list',
    data: entries.map(({ index, vector }) => ({
      object: 'embedding',
      index,
      embedding: encoding === 'base64' ? base64Of(vector) : vector,
    })),
    model,
    usage: { prompt_tokens: texts.length, total_tokens: texts.length },
  }),
  writeRefusal: ({ message }) => ({ error: { message, type: 'invalid_request_error', param: null, code: null } }),
};

function base64Of(vector: readonly (number | null)[]): string {
  const bytes = Buffer.alloc(4 * vector.length);
  vector.forEach((value, at) => bytes.writeFloatLE(value ?? Number.NaN, 4 * at));
  return bytes.toString('base64');
}

const GEMINI_PATH = /^\/v1beta\/models\/([^/:]+):batchEmbedContents$/u;

/** `POST /v1beta/models/…:batchEmbedContents`. Texts above the limit lose their end without a word, as at Google. */
const GEMINI_API: EmbeddingApi = {
  name: 'gemini',
  keyOf: (headers) => headers.get('x-goog-api-key') ?? undefined,
  needsKey: true,
  badKey: { status: 400, message: 'API key not valid. Please pass a valid API key.' },
  mostTexts: 100,
  defaultTokens: 2048,
  order(path, body) {
    const model = GEMINI_PATH.exec(path)?.[1] ?? '';
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

/** `POST /api/embed`. */
const OLLAMA_API: EmbeddingApi = {
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

/** The fields of whatever was parsed; none of what is no object. */
function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** `undefined` unless it is a list of texts with at least one. */
function textsOf(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return value.every((item) => typeof item === 'string') ? value : undefined;
}

function bearerOf(headers: Headers): string | undefined {
  return /^Bearer (.+)$/u.exec(headers.get('authorization') ?? '')?.[1];
}

/** The vocabulary that a path belongs to. */
export function apiOf(path: string): EmbeddingApi | undefined {
  if (path === '/v2/embed') return COHERE_API;
  if (path === '/v1/embeddings') return OPENAI_API;
  if (path === '/api/embed') return OLLAMA_API;
  return path.startsWith('/v1beta/models/') ? GEMINI_API : undefined;
}
