import type * as OpenAICompatible from '@ai-sdk/openai-compatible';
import type {
  LanguageModelV3FunctionTool,
  LanguageModelV3Message,
  LanguageModelV3Prompt,
  LanguageModelV3StreamPart,
} from '@ai-sdk/provider';
import { serviceFetch } from '../services/service-fetch.ts';
import type { ModelQuirks } from './presets.ts';
import type { ResolvedModel } from './resolve-model.ts';

export type ModelMessage = Exclude<LanguageModelV3Message, { readonly role: 'system' }>;
export type ModelTool = LanguageModelV3FunctionTool;

/** Content of a request to a model. */
export interface ModelRequest {
  readonly instructions: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
}

export interface StreamSettings {
  /** 0 to 1; left out for models that do not accept one. */
  readonly temperature: number;
  /** Maximum output tokens. */
  readonly maxTokens: number;
  /** Request parameters to leave out because the service has refused them. */
  readonly leftOut: ReadonlySet<string>;
  readonly signal: AbortSignal;
}

const LIMITS = ['max_tokens', 'max_completion_tokens'] as const;

type Client = typeof OpenAICompatible;
let client: Promise<Client> | undefined;

/** Loads the client library once; otherwise the first call would spend its time on it. */
export async function loadClient(): Promise<Client> {
  return (client ??= import('@ai-sdk/openai-compatible'));
}

/** Sends one request without retries; equal requests have equal bytes. Errors of the service are `ServiceError`s, possibly wrapped. */
export async function modelStream(
  model: ResolvedModel,
  { instructions, messages, tools }: ModelRequest,
  { temperature, maxTokens, leftOut, signal }: StreamSettings,
): Promise<ReadableStream<LanguageModelV3StreamPart>> {
  const { createOpenAICompatible } = await loadClient();
  const provider = createOpenAICompatible({
    name: model.provider,
    baseURL: model.baseUrl,
    fetch: serviceFetch(model),
    includeUsage: model.quirks.asksForUsage,
    transformRequestBody: (body) => shaped(body, model.quirks, leftOut),
  });
  const system: LanguageModelV3Prompt = instructions === '' ? [] : [{ role: 'system', content: instructions }];
  const { stream } = await provider.chatModel(model.model).doStream({
    prompt: [...system, ...messages],
    ...(tools.length === 0 ? {} : { tools: [...tools] }),
    maxOutputTokens: maxTokens,
    ...(model.quirks.temperature ? { temperature } : {}),
    abortSignal: signal,
  });
  return stream;
}

/** Keeps the parameters that the service accepts, under the names that it uses. */
function shaped(
  { max_tokens: most, ...body }: Readonly<Record<string, unknown>>,
  quirks: ModelQuirks,
  leftOut: ReadonlySet<string>,
): Record<string, unknown> {
  const limit = [quirks.limit, ...LIMITS].find((name) => !leftOut.has(name));
  const all = {
    ...body,
    ...(limit === undefined ? {} : { [limit]: most }),
    ...(quirks.parallelToolCalls && body['tools'] !== undefined ? { parallel_tool_calls: false } : {}),
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => !leftOut.has(name)));
}
