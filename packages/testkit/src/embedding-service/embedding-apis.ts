/** Formats of embedding services: requests, replies and refusals. */

/** A client's request, independent of the API. */
export interface EmbeddingOrder {
  readonly model: string;
  readonly texts: readonly string[];
  /** Purpose declared by the client; `undefined` if the API has no such field. */
  readonly purpose?: 'document' | 'query' | undefined;
  readonly dimensions?: number | undefined;
  readonly encoding?: 'float' | 'base64' | undefined;
  /** True if a text above the model's limit is refused; otherwise it is cut silently. */
  readonly refusesLong: boolean;
}

/** One vector of a reply; `null` for a value that is not a number. */
export interface EmbeddingEntry {
  readonly index: number;
  readonly vector: readonly (number | null)[];
}

export interface EmbeddingApi {
  readonly name: 'cohere' | 'openai' | 'gemini' | 'ollama';
  readonly path: RegExp;
  /** Status of a refused key; `undefined` if no key is needed. */
  readonly badKey: number | undefined;
  readonly mostTexts: number;
  /** Maximum length of a text, unless the model has its own. */
  readonly tokens: number;
  /** `undefined` for a request that the service does not understand. */
  order(body: Fields, path: string): EmbeddingOrder | undefined;
  unknownModel(model: string): string;
  tooLong(limit: number): string;
  write(entries: readonly EmbeddingEntry[], model: string, order: EmbeddingOrder): unknown;
  refusal(status: number, message: string): unknown;
}

type Fields = Readonly<Record<string, unknown>>;

const PURPOSES: Readonly<Record<string, 'document' | 'query'>> = {
  search_document: 'document',
  search_query: 'query',
  RETRIEVAL_DOCUMENT: 'document',
  RETRIEVAL_QUERY: 'query',
};

const APIS: readonly EmbeddingApi[] = [
  {
    name: 'cohere',
    path: /^\/v2\/embed$/u,
    badKey: 401,
    mostTexts: 96,
    tokens: 512,
    order({ model, texts, input_type: type, embedding_types: types, truncate, output_dimension: dimensions }) {
      const [purpose, given] = [PURPOSES[String(type)], textsOf(texts)];
      if (purpose === undefined || given === undefined || !Array.isArray(types) || types[0] !== 'float')
        return undefined;
      return ordered(model, given, { purpose, dimensions, refusesLong: truncate === 'NONE' });
    },
    unknownModel: (model) => `model '${model}' not found, make sure the correct model ID was used`,
    tooLong: (limit) =>
      `invalid request: all elements in texts must have less than ${limit} tokens, text at index 0 is too long`,
    write: (entries) => ({ embeddings: { float: entries.map(({ vector }) => vector) } }),
    refusal: (_, message) => ({ message }),
  },
  {
    name: 'openai',
    path: /^\/v1\/embeddings$/u,
    badKey: 401,
    mostTexts: 2048,
    tokens: 8192,
    order({ model, input, encoding_format: encoding = 'float', dimensions }) {
      const texts = textsOf(input);
      if (texts === undefined || texts.includes('') || (encoding !== 'float' && encoding !== 'base64'))
        return undefined;
      return ordered(model, texts, { dimensions, encoding, refusesLong: true });
    },
    unknownModel: (model) => `The model \`${model}\` does not exist or you do not have access to it.`,
    tooLong: (limit) => `Invalid 'input[0]': maximum input length is ${limit} tokens.`,
    write: (entries, model, { encoding }) => ({
      data: entries.map(({ index, vector }) => ({
        index,
        embedding: encoding === 'base64' ? base64Of(vector) : vector,
      })),
      model,
    }),
    refusal: (_, message) => ({ error: { message, type: 'invalid_request_error', param: null, code: null } }),
  },
  {
    name: 'gemini',
    path: /^\/v1beta\/models\/[^/:]+:batchEmbedContents$/u,
    badKey: 400,
    mostTexts: 100,
    tokens: 2048,
    // Texts above the limit are cut silently, as by Google.
    order({ requests }, path) {
      const model = path.replace(/^.*models\/|:.*$/gu, '');
      if (!Array.isArray(requests)) return undefined;
      const texts = requests.map((request: Fields) => {
        const { parts } = request['content'] as { readonly parts: readonly { readonly text: string }[] };
        return request['model'] === `models/${model}` ? parts[0]?.text : undefined;
      });
      const [{ taskType, outputDimensionality: dimensions }] = requests as [Fields];
      const purpose = PURPOSES[String(taskType)];
      return texts.every(Boolean)
        ? ordered(model, texts as string[], { purpose, dimensions, refusesLong: false })
        : undefined;
    },
    unknownModel: (model) => `models/${model} is not found for API version v1beta.`,
    tooLong: () => 'not said by this service',
    write: (entries) => ({ embeddings: entries.map(({ vector }) => ({ values: vector })) }),
    refusal: (code, message) => ({ error: { code, message, status: 'INVALID_ARGUMENT' } }),
  },
  {
    name: 'ollama',
    path: /^\/api\/embed$/u,
    badKey: undefined,
    mostTexts: Infinity,
    tokens: 2048,
    order({ model, input, truncate, dimensions }) {
      const texts = textsOf(input);
      const name = typeof model === 'string' ? model.replace(/:latest$/u, '') : model;
      return texts && ordered(name, texts, { dimensions, refusesLong: truncate === false });
    },
    unknownModel: (model) => `model "${model}" not found, try pulling it first`,
    tooLong: () => 'the input length exceeds the context length',
    write: (entries, model) => ({ model, embeddings: entries.map(({ vector }) => vector) }),
    refusal: (_, error) => ({ error }),
  },
];

function ordered(
  model: unknown,
  texts: readonly string[],
  { dimensions, ...rest }: Omit<EmbeddingOrder, 'model' | 'texts' | 'dimensions'> & { readonly dimensions: unknown },
): EmbeddingOrder | undefined {
  if (typeof model !== 'string') return undefined;
  return { model, texts, dimensions: typeof dimensions === 'number' ? dimensions : undefined, ...rest };
}

/** `undefined` unless it is a list of at least one string. */
function textsOf(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return value.every((item) => typeof item === 'string') ? value : undefined;
}

function base64Of(vector: readonly (number | null)[]): string {
  return Buffer.from(Float32Array.from(vector, (value) => value ?? Number.NaN).buffer).toString('base64');
}

/** API to which a path belongs. */
export function apiOf(path: string): EmbeddingApi | undefined {
  return APIS.find((api) => api.path.test(path));
}
