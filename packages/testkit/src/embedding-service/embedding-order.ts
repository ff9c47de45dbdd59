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
  /** Bytes to leave out at the end of each vector that travels as base64. */
  readonly missingBytes: number;
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
