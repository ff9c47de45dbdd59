/** Differences of one service, or of one family of its models, from the common API. */
export interface ModelQuirks {
  /** Name of the parameter that limits output tokens. */
  readonly limit: 'max_tokens' | 'max_completion_tokens';
  /** True if token counts must be requested for a stream. Some services send them unasked and reject the request for them. */
  readonly asksForUsage: boolean;
  /** True if a temperature may be sent. */
  readonly temperature: boolean;
  /** True if `parallel_tool_calls` may be sent. */
  readonly parallelToolCalls: boolean;
  /** True if tools may be sent. */
  readonly tools: boolean;
}

export interface ModelProvider {
  /** Name for messages. */
  readonly title: string;
  /** `undefined` if the owner must configure it. */
  readonly baseUrl: string | undefined;
  /** Environment variable that usually has the key. Only its name: no driver reads the environment. */
  readonly keyVariable: string;
  /** True for a third-party service that needs a key; others run where the owner installs them. */
  readonly isHosted: boolean;
  /** A model name that the service always points to an existing model; `undefined` if it has none. */
  readonly defaultModel: string | undefined;
  /** Pattern of model names that imply this service when none is named. */
  readonly models: RegExp | undefined;
  readonly quirks: ModelQuirks;
  /** Pattern of reasoning models, which refuse a temperature. */
  readonly thinking: RegExp | undefined;
}

const COMMON: ModelQuirks = {
  limit: 'max_tokens',
  asksForUsage: true,
  temperature: true,
  parallelToolCalls: false,
  tools: true,
};

/** Quirks of reasoning models. */
export const THINKING: Partial<ModelQuirks> = { temperature: false, parallelToolCalls: false };

type Rest = Partial<Pick<ModelProvider, 'defaultModel' | 'models' | 'thinking'>> & {
  readonly quirks?: Partial<ModelQuirks>;
};

function provider(
  title: string,
  baseUrl: string | undefined,
  keyVariable: string,
  isHosted: boolean,
  { defaultModel, models, thinking, quirks }: Rest = {},
): ModelProvider {
  const all = { ...COMMON, ...quirks };
  return { title, baseUrl, keyVariable, isHosted, defaultModel, models, quirks: all, thinking };
}

const hosted = (title: string, baseUrl: string, keyVariable: string, rest?: Rest): ModelProvider =>
  provider(title, baseUrl, keyVariable, true, rest);
const local = (title: string, port: number, keyVariable: string, rest?: Rest): ModelProvider =>
  provider(title, `http://127.0.0.1:${port}/v1`, keyVariable, false, rest);

export type ModelProviderName =
  | 'openai'
  | 'anthropic'
  | 'gemini'
  | 'mistral'
  | 'groq'
  | 'openrouter'
  | 'deepseek'
  | 'xai'
  | 'together'
  | 'ollama'
  | 'lmstudio'
  | 'llamacpp'
  | 'vllm'
  | 'custom';

/** Services with OpenAI's Chat Completions API, by the names used in configurations. */
export const MODEL_PROVIDERS: Readonly<Record<ModelProviderName, ModelProvider>> = {
  openai: hosted('OpenAI', 'https://api.openai.com/v1', 'OPENAI_API_KEY', {
    models: /^(?:gpt-|chatgpt-|o\d)/u,
    quirks: { limit: 'max_completion_tokens', parallelToolCalls: true },
    thinking: /^(?:o\d|gpt-5)/u,
  }),
  anthropic: hosted('Anthropic', 'https://api.anthropic.com/v1', 'ANTHROPIC_API_KEY', { models: /^claude-/u }),
  gemini: hosted('Google Gemini', 'https://generativelanguage.googleapis.com/v1beta/openai', 'GEMINI_API_KEY', {
    defaultModel: 'gemini-flash-latest',
    models: /^(?:models\/)?gemini-/u,
  }),
  mistral: hosted('Mistral', 'https://api.mistral.ai/v1', 'MISTRAL_API_KEY', {
    defaultModel: 'mistral-small-latest',
    models: /^(?:mistral|ministral|magistral|codestral)-/u,
    // It rejects unknown fields, such as `stream_options`, and sends token counts unasked.
    quirks: { asksForUsage: false, parallelToolCalls: true },
  }),
  groq: hosted('Groq', 'https://api.groq.com/openai/v1', 'GROQ_API_KEY', {
    quirks: { limit: 'max_completion_tokens', parallelToolCalls: true },
  }),
  openrouter: hosted('OpenRouter', 'https://openrouter.ai/api/v1', 'OPENROUTER_API_KEY', {
    quirks: { parallelToolCalls: true },
    thinking: /^openai\/(?:o\d|gpt-5)/u,
  }),
  deepseek: hosted('DeepSeek', 'https://api.deepseek.com/v1', 'DEEPSEEK_API_KEY', { models: /^deepseek-/u }),
  xai: hosted('xAI', 'https://api.x.ai/v1', 'XAI_API_KEY', { models: /^grok-/u }),
  together: hosted('Together', 'https://api.together.xyz/v1', 'TOGETHER_API_KEY'),
  ollama: local('Ollama', 11_434, 'OLLAMA_API_KEY'),
  lmstudio: local('LM Studio', 1234, 'LMSTUDIO_API_KEY'),
  llamacpp: local("llama.cpp's server", 8080, 'LLAMACPP_API_KEY'),
  vllm: local('vLLM', 8000, 'VLLM_API_KEY', { quirks: { parallelToolCalls: true } }),
  custom: provider('The model service', undefined, 'IBID_MODEL_API_KEY', false),
};
