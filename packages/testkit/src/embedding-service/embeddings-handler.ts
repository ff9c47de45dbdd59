import { SERVED_EMBEDDING_MODELS, type ServedEmbeddingModel } from './embedding-models.ts';
import { embeddingReply } from './embedding-reply.ts';
import { OPENAI_API } from './openai-api.ts';

export interface EmbeddingsHandlerOptions {
  /** @default 'test-key' */
  readonly apiKey?: string;
  readonly models?: Readonly<Record<string, ServedEmbeddingModel>>;
}

/** `POST /v1/embeddings` of `openEmbeddingService` alone, to be served beside other paths of the same service. */
export function embeddingsHandler(options: EmbeddingsHandlerOptions = {}): (request: Request) => Promise<Response> {
  const { apiKey = 'test-key', models = SERVED_EMBEDDING_MODELS } = options;
  return async (request) => {
    const call = { path: '/v1/embeddings', headers: request.headers, text: await request.text() };
    const rules = { apiKey, models, fault: undefined, retryAfterMs: 0 };
    const { status, headers, body } = embeddingReply(OPENAI_API, call, rules);
    return new Response(body, { status, headers });
  };
}
