import type * as OpenAICompatible from '@ai-sdk/openai-compatible';
import type {
  LanguageModelV3FunctionTool,
  LanguageModelV3Message,
  LanguageModelV3Prompt,
  LanguageModelV3StreamPart,
  LanguageModelV3ToolCall,
  LanguageModelV3Usage,
} from '@ai-sdk/provider';
import { IbidError } from '@ibid/core';
import { ServiceError, type TroubleKind } from '../services/service-error.ts';
import { connectionError, serviceFetch } from '../services/service-fetch.ts';
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

/** Limits in milliseconds. */
export interface ModelDeadlines {
  /** From the beginning of a call, including retries, to the first token. */
  readonly firstTokenMs: number;
  /** Between tokens. */
  readonly idleMs: number;
  /** For one answer, including all its calls and searches. */
  readonly totalMs: number;
}

export const MODEL_DEADLINES: ModelDeadlines = { firstTokenMs: 15_000, idleMs: 20_000, totalMs: 60_000 };

/** Options of one call; deadlines count from now. */
export interface ModelCallOptions extends StreamSettings, ModelDeadlines {
  /** Maximum text length in UTF-16 units. */
  readonly maxCharacters: number;
  /** Called with each piece of text as it arrives. */
  readonly onText: (text: string) => void;
}

/** A complete reply. */
export interface ModelReply {
  readonly text: string;
  readonly calls: readonly LanguageModelV3ToolCall[];
}

export type CallOutcome = {
  /** Text received and passed on, also of a failed call. */
  readonly text: string;
  /** Token counts as reported by the service; not yet verified. */
  readonly usage: LanguageModelV3Usage | undefined;
  /** Name of the model that answered, as reported by the service. */
  readonly servedModel: string | undefined;
} & (
  | { readonly reply: ModelReply; readonly failure: undefined }
  | { readonly reply: undefined; readonly failure: ServiceError }
);

/**
 * Makes one call, enforces its deadlines and checks how it ended. A reply counts as complete only if the service said so. Rejects only with
 * `ABORTED`, when the reader has left.
 */
export async function callModel(
  model: ResolvedModel,
  request: ModelRequest,
  options: ModelCallOptions,
): Promise<CallOutcome> {
  await loadClient();
  const { signal, firstTokenMs, idleMs, totalMs, maxCharacters, onText } = options;
  const late = new AbortController();
  const expire = (seen: string): void => late.abort(new ServiceError(model, 'late', { seen }));
  let timer = setTimeout(expire, firstTokenMs, 'said nothing in time');
  const total = setTimeout(expire, totalMs, 'did not come to an end in time');
  const either = AbortSignal.any([signal, late.signal]);
  const calls: LanguageModelV3ToolCall[] = [];
  let text = '';
  let finish: Extract<LanguageModelV3StreamPart, { readonly type: 'finish' }> | undefined;
  let servedModel: string | undefined;
  let thrown: unknown;
  try {
    either.throwIfAborted();
    for await (const part of await modelStream(model, request, { ...options, signal: either })) {
      if (part.type === 'error' && finish === undefined) thrown ??= streamError(model, part.error);
      if (part.type === 'response-metadata') servedModel = part.modelId;
      if (part.type === 'finish') finish = part;
      if (part.type === 'tool-call') calls.push(part);
      if (part.type.endsWith('-delta')) {
        clearTimeout(timer);
        timer = setTimeout(expire, idleMs, 'fell silent');
      }
      if (part.type !== 'text-delta') continue;
      if (text.length + part.delta.length > maxCharacters) throw new ServiceError(model, 'endless');
      text += part.delta;
      onText(part.delta);
    }
  } catch (error) {
    thrown ??= error;
  } finally {
    clearTimeout(timer);
    clearTimeout(total);
    // Stop reading the rest of the stream.
    late.abort();
  }
  if (signal.aborted) throw answerStopped();
  const usage = finish?.usage;
  const failure = late.signal.reason instanceof ServiceError ? late.signal.reason : judged();
  return failure === undefined
    ? { text, usage, servedModel, reply: { text, calls }, failure }
    : { text, usage, servedModel, reply: undefined, failure };

  function judged(): ServiceError | undefined {
    if (thrown !== undefined) return connectionError(model, thrown);
    const kind = finish === undefined ? 'cut' : endKind(finish.finishReason, text.trim() !== '', calls.length > 0);
    return kind === undefined ? undefined : new ServiceError(model, kind, { seen: 'gave no whole answer' });
  }
}

/** Error for a reader who has left. */
export function answerStopped(): IbidError {
  return new IbidError('ABORTED', 'The answer was stopped.');
}

/** Converts an error part of a stream. Its message is not passed on. */
function streamError(model: ResolvedModel, error: unknown): ServiceError {
  const name = error instanceof Error ? error.name : '';
  if (name === 'AI_InvalidResponseDataError') return new ServiceError(model, 'cut', { seen: 'gave no whole answer' });
  const isUnreadable = name === 'AI_JSONParseError' || name === 'AI_TypeValidationError';
  return new ServiceError(model, isUnreadable ? 'garbled' : 'down', { seen: 'reports an error in its stream' });
}

function endKind(
  { unified }: Extract<LanguageModelV3StreamPart, { readonly type: 'finish' }>['finishReason'],
  hasText: boolean,
  hasCalls: boolean,
): TroubleKind | undefined {
  if (unified === 'length') return 'limited';
  if (unified === 'content-filter') return 'filtered';
  if (unified !== 'stop' && unified !== 'tool-calls') return 'cut';
  if (!hasText && !hasCalls) return 'empty';
  return unified === 'tool-calls' && !hasCalls ? 'cut' : undefined;
}
