import type { EmbeddingService } from '@ibid/testkit';
import { cohereEmbedder } from '../cohere.ts';
import { geminiEmbedder } from '../gemini.ts';
import type { HostedOptions, HostedSource } from '../hosted.ts';
import { ollamaEmbedder } from '../ollama.ts';
import { openaiEmbedder } from '../openai.ts';

export interface HostedDriver {
  readonly name: string;
  /** API of the service to imitate. */
  readonly api: 'cohere' | 'openai' | 'gemini' | 'ollama';
  open(service: EmbeddingService, options?: HostedOptions): Promise<HostedSource>;
}

/** Every driver behind HTTP, connected to a service on this machine. */
export const HOSTED_DRIVERS: readonly HostedDriver[] = [
  {
    name: 'cohere',
    api: 'cohere',
    open: ({ origin, apiKey }, options) => cohereEmbedder({ baseUrl: origin, apiKey, ...options }),
  },
  {
    name: 'openai',
    api: 'openai',
    open: ({ origin, apiKey }, options) =>
      openaiEmbedder({
        baseUrl: `${origin}/v1`,
        apiKey,
        model: 'text-embedding-3-small',
        dimensions: 256,
        encoding: 'base64',
        ...options,
      }),
  },
  {
    name: 'openai, vectors as lists',
    api: 'openai',
    open: ({ origin, apiKey }, options) =>
      openaiEmbedder({ baseUrl: `${origin}/v1/`, apiKey, model: 'BAAI/bge-small-en-v1.5', ...options }),
  },
  {
    name: 'gemini',
    api: 'gemini',
    open: ({ origin, apiKey }, options) => geminiEmbedder({ baseUrl: origin, apiKey, ...options }),
  },
  { name: 'ollama', api: 'ollama', open: ({ origin }, options) => ollamaEmbedder({ baseUrl: origin, ...options }) },
];
