/** Formats of the requests and replies of embedding services. */

/** A client's request, independent of the API. */
export interface EmbeddingOrder {
  readonly model: string;
  readonly texts: readonly string[];
  /** Purpose declared by the client; `undefined` if the API has no such field. */
  readonly purpose?: 'document' | 'query' | undefined;
  /** Length of the vectors that the client asks for. */
  readonly dimensions: number | undefined;
  readonly encoding?: 'float' | 'base64';
  /** True if the client asks for long texts to be cut. */
  readonly cutsLong?: boolean;
}

/** One vector of a reply; `null` for a value that is not a number. */
export interface EmbeddingEntry {
  readonly index: number;
  readonly vector: readonly (number | null)[];
}

export interface EmbeddingApi {
  readonly name: 'cohere' | 'openai' | 'gemini' | 'ollama';
  readonly path: RegExp;
  readonly needsKey: boolean;
  readonly mostTexts: number;
  /** Maximum length of a text. */
  readonly tokens: number;
  /** `undefined` for a request that the service does not understand. */
  order(body: Fields, path: string): EmbeddingOrder | undefined;
  write(entries: readonly EmbeddingEntry[], order: EmbeddingOrder): unknown;
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
    needsKey: true,
    mostTexts: 96,
    tokens: 512,
    order({ model, texts, input_type: type, embedding_types: types, truncate, output_dimension: dimensions }) {
      const purpose = PURPOSES[String(type)];
      if (purpose === undefined || !Array.isArray(types) || types[0] !== 'float') return undefined;
      return ordered(model, texts, dimensions, { purpose, cutsLong: truncate !== 'NONE' });
    },
    write: (entries) => ({ embeddings: { float: entries.map(({ vector }) => vector) } }),
  },
  {
    name: 'openai',
    path: /^\/v1\/embeddings$/u,
    needsKey: true,
    mostTexts: 2048,
    tokens: 8192,
    order({ model, input, encoding_format: encoding = 'float', dimensions }) {
      if (encoding !== 'float' && encoding !== 'base64') return undefined;
      return ordered(model, input, dimensions, { encoding });
    },
    write: (entries, { model, encoding }) => ({
      data: entries.map(({ index, vector }) => ({
        index,
        embedding: encoding === 'base64' ? base64Of(vector) : vector,
      })),
      model,
    }),
  },
  {
    name: 'gemini',
    path: /^\/v1beta\/models\/[^/:]+:batchEmbedContents$/u,
    needsKey: true,
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
      return ordered(model, texts, dimensions, { purpose: PURPOSES[String(taskType)], cutsLong: true });
    },
    write: (entries) => ({ embeddings: entries.map(({ vector }) => ({ values: vector })) }),
  },
  {
    name: 'ollama',
    path: /^\/api\/embed$/u,
    needsKey: false,
    mostTexts: Infinity,
    tokens: 2048,
    order: ({ model, input, truncate, dimensions }) =>
      ordered(String(model).replace(/:latest$/u, ''), input, dimensions, { cutsLong: truncate !== false }),
    write: (entries, { model }) => ({ model, embeddings: entries.map(({ vector }) => vector) }),
  },
];

/** `undefined` unless there is a model, and at least one text of which none is empty. */
function ordered(
  model: unknown,
  texts: unknown,
  dimensions: unknown,
  rest: Omit<EmbeddingOrder, 'model' | 'texts' | 'dimensions'>,
): EmbeddingOrder | undefined {
  if (typeof model !== 'string' || !Array.isArray(texts) || texts.length === 0) return undefined;
  if (!texts.every((text) => typeof text === 'string' && text !== '')) return undefined;
  return {
    model,
    texts: texts as readonly string[],
    dimensions: typeof dimensions === 'number' ? dimensions : undefined,
    ...rest,
  };
}

function base64Of(vector: readonly (number | null)[]): string {
  return Buffer.from(Float32Array.from(vector, (value) => value ?? Number.NaN).buffer).toString('base64');
}

/** API to which a path belongs. */
export function apiOf(path: string): EmbeddingApi | undefined {
  return APIS.find((api) => api.path.test(path));
}
