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
  /** A service of somebody else, which needs a key; the others run where the owner puts them. */
  readonly isHosted: boolean;
  /** A name that the service itself keeps pointing to a model that exists; `undefined` where it has none. */
  readonly defaultModel: string | undefined;
  /** Names of models that mean this service when no service is named. */
  readonly models: RegExp | undefined;
  readonly quirks: ModelQuirks;
  /** Models that think before they speak refuse a temperature. */
  readonly thinking: RegExp | undefined;
}

const COMMON: ModelQuirks = {
  limit: 'max_tokens',
  asksForUsage: true,
  temperature: true,
  parallelToolCalls: false,
  tools: true,
};

/** What those models leave out. */
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

/** Services with OpenAI's Chat Completions, by the names that configurations use. */
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
    // It refuses fields that it does not know, `stream_options` among them, and counts tokens unasked.
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
