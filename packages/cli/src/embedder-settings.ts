export const EMBEDDER_NAMES = ['builtin', 'hash', 'cohere', 'openai', 'gemini', 'ollama', 'local'] as const;
export type EmbedderName = (typeof EMBEDDER_NAMES)[number];

/** `embedder` of a configuration file: a name, or a name with settings. Keys stand in the environment only. */
export type EmbedderSettings = EmbedderName | EmbedderConfig;

export type EmbedderConfig =
  | { readonly name: 'builtin' | 'hash' }
  | ({ readonly name: 'cohere' | 'gemini' } & HostedSettings)
  | ({
      readonly name: 'openai';
      /** How vectors travel; `base64` from OpenAI itself, `float` from others unless given. */
      readonly encoding?: 'base64' | 'float';
    } & HostedSettings &
      PrefixSettings)
  | ({
      readonly name: 'ollama';
      /** How long the model stays loaded, such as `30m`. */
      readonly keepAlive?: string;
    } & HostedSettings &
      PrefixSettings)
  | ({ readonly name: 'local' } & LocalSettings & PrefixSettings);

interface HostedSettings {
  /** As the service knows it; each service has a usual one. */
  readonly model?: string;
  /** Numbers in a vector, where the model offers several. */
  readonly dimensions?: number;
  /** Address of the service, where it is not the provider's own. */
  readonly baseUrl?: string;
  /** Stands for the address in the identity of the index, so that the same model can move. */
  readonly service?: string;
  /** Most texts of one request, 1 to 96. */
  readonly maxBatch?: number;
  /** Milliseconds for one question; 5,000 unless given. */
  readonly questionTimeout?: number;
  /** Milliseconds for one request while indexing; 60,000 unless given. */
  readonly documentTimeout?: number;
}

interface PrefixSettings {
  /** What the model wants to read before a passage or a question; known for common models. */
  readonly documentPrefix?: string;
  readonly queryPrefix?: string;
}

interface LocalSettings {
  /** One that `ibid models` knows, or `owner/name` on the Hugging Face hub; `all-MiniLM-L6-v2` unless given. With `folder`, any name. */
  readonly model?: string;
  /** Where the model's own files lie, for one that is not in the cache of models. */
  readonly folder?: string;
  /** How the vectors of a text's tokens become one; known for common models. */
  readonly pooling?: 'mean' | 'cls';
  /** Which of the files in `folder`: `fp32`, `q8` and so on; `q8` unless given. */
  readonly precision?: string;
}
