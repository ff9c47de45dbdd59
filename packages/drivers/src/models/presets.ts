/** What one service, or one family of its models, takes and leaves out of what is common to all. */
export interface ModelQuirks {
  /** What the limit of output tokens is called. */
  readonly limit: 'max_tokens' | 'max_completion_tokens';
  /** Whether a stream has to be asked for its token counts, and may be: some send them unasked and refuse the question. */
  readonly asksForUsage: boolean;
  /** Whether a temperature may be given. */
  readonly temperature: boolean;
  /** Whether `parallel_tool_calls` may be given. */
  readonly parallelToolCalls: boolean;
  /** Whether tools may be given at all. */
  readonly tools: boolean;
}

export interface ModelProvider {
  /** For messages. */
  readonly title: string;
  /** `undefined` = the owner has to say. */
  readonly baseUrl: string | undefined;
  /** Environment variable that by custom holds the key. Its name alone: no driver reads the environment. */
  readonly keyVariable: string;
  readonly needsKey: boolean;
  readonly defaultModel: string | undefined;
  /** Names of models that mean this service when no service is named. */
  readonly models: RegExp | undefined;
  /** Whether it has the Responses API beside Chat Completions. */
  readonly responses: boolean;
  readonly quirks: ModelQuirks;
  /** First match counts. */
  readonly exceptions: readonly { readonly models: RegExp; readonly quirks: Partial<ModelQuirks> }[];
}

const COMMON: ModelQuirks = {
  limit: 'max_tokens',
  asksForUsage: true,
  temperature: true,
  parallelToolCalls: false,
  tools: true,
};

/** OpenAI's models that think before they speak refuse a temperature. */
const THINKING: Partial<ModelQuirks> = { temperature: false, parallelToolCalls: false };

export type ModelProviderName = 'openai' | 'gemini' | 'ollama' | 'vllm' | 'openrouter' | 'groq' | 'mistral' | 'custom';

/** Services that speak as OpenAI does, by the names that configurations use. */
export const MODEL_PROVIDERS: Readonly<Record<ModelProviderName, ModelProvider>> = {
  openai: {
    title: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    keyVariable: 'OPENAI_API_KEY',
    needsKey: true,
    defaultModel: 'gpt-4.1-mini',
    models: /^(?:gpt-|chatgpt-|o\d)/u,
    responses: true,
    quirks: { ...COMMON, limit: 'max_completion_tokens', parallelToolCalls: true },
    exceptions: [{ models: /^(?:o\d|gpt-5)/u, quirks: THINKING }],
  },
  gemini: {
    title: 'Google Gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai/',
    keyVariable: 'GEMINI_API_KEY',
    needsKey: true,
    defaultModel: 'gemini-2.0-flash',
    models: /^(?:models\/)?gemini-/u,
    responses: false,
    quirks: COMMON,
    exceptions: [],
  },
  ollama: {
    title: 'Ollama',
    baseUrl: 'http://127.0.0.1:11434/v1',
    keyVariable: 'OLLAMA_API_KEY',
    needsKey: false,
    defaultModel: undefined,
    models: undefined,
    responses: true,
    quirks: COMMON,
    exceptions: [],
  },
  vllm: {
    title: 'vLLM',
    baseUrl: 'http://127.0.0.1:8000/v1',
    keyVariable: 'VLLM_API_KEY',
    needsKey: false,
    defaultModel: undefined,
    models: undefined,
    responses: true,
    quirks: { ...COMMON, parallelToolCalls: true },
    exceptions: [],
  },
  openrouter: {
    title: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    keyVariable: 'OPENROUTER_API_KEY',
    needsKey: true,
    defaultModel: undefined,
    models: undefined,
    responses: true,
    quirks: { ...COMMON, parallelToolCalls: true },
    exceptions: [{ models: /^openai\/(?:o\d|gpt-5)/u, quirks: THINKING }],
  },
  groq: {
    title: 'Groq',
    baseUrl: 'https://api.groq.com/openai/v1',
    keyVariable: 'GROQ_API_KEY',
    needsKey: true,
    defaultModel: 'llama-3.3-70b-versatile',
    models: undefined,
    responses: true,
    quirks: { ...COMMON, limit: 'max_completion_tokens', parallelToolCalls: true },
    exceptions: [],
  },
  mistral: {
    title: 'Mistral',
    baseUrl: 'https://api.mistral.ai/v1',
    keyVariable: 'MISTRAL_API_KEY',
    needsKey: true,
    defaultModel: 'mistral-small-latest',
    models: /^(?:mistral|ministral|magistral|codestral)-/u,
    responses: false,
    // It refuses fields that it does not know, `stream_options` among them, and counts tokens unasked.
    quirks: { ...COMMON, asksForUsage: false, parallelToolCalls: true },
    exceptions: [],
  },
  custom: {
    title: 'The model service',
    baseUrl: undefined,
    keyVariable: 'IBID_MODEL_API_KEY',
    needsKey: false,
    defaultModel: undefined,
    models: undefined,
    responses: true,
    quirks: COMMON,
    exceptions: [],
  },
};
