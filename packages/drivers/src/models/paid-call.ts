import type { LanguageModelV3ToolCall, LanguageModelV3Usage } from '@ai-sdk/provider';
import { inSpan } from '@ibid/core';
import type { ModelCall, ModelFault, Payer, Reservation, TokenUsage } from '@ibid/core/types';
import { argumentsOf } from '../services/json.ts';
import { ServiceError } from '../services/service-error.ts';
import {
  answerStopped,
  callModel,
  type CallOutcome,
  type ModelDeadlines,
  type ModelReply,
  type ModelRequest,
} from './call-model.ts';
import type { ResolvedModel } from './resolve-model.ts';

/** Options and allowances of one answer; the allowances shrink while it is made. */
export interface ModelRunOptions extends ModelDeadlines {
  readonly purpose: ModelCall['purpose'];
  readonly payer: Payer;
  readonly signal: AbortSignal;
  /** 0 to 1; left out for models that do not accept one. */
  readonly temperature: number;
  /** Maximum output tokens per call. */
  readonly maxTokens: number;
  /** Calls of all models together, including failed ones; the last one gets no tools. */
  callsLeft: number;
  /** Failed calls that may be followed by another one. */
  repeatsLeft: number;
  /** Tool calls that are carried out. */
  searchesLeft: number;
  /** Length of all text together, in UTF-16 units. */
  charactersLeft: number;
  /** Instructions that replace those of a request for a model without tools. */
  readonly plainInstructions?: string | undefined;
  /** Called with text as it arrives. A call that has passed on text is never repeated. */
  readonly onText: (text: string) => void;
  /** Called for tool calls that are not carried out, with the reason. */
  readonly onRefusedTools?: ((calls: readonly LanguageModelV3ToolCall[], why: string) => void) | undefined;
  /** Called for each call after its payment. */
  readonly onCall: (call: ModelCall) => void;
}

/** An answer in the making. */
export interface ModelRun extends ModelRunOptions {
  /** Index of the model in use. */
  at: number;
  /** Invalid tool calls that are reported to the model before the run is given up. */
  mistakesLeft: number;
  /** Deadline of the answer, by the clock of the models. */
  readonly endBy: number;
  /** Ids of tool calls so far, because some services reuse ids. */
  readonly toolCallIds: Set<string>;
}

export interface CountedInput {
  /** Tokens counted with Ibid's own tokenizer. */
  readonly counted: number;
  /** Maximum tokens that any service can count. */
  readonly worst: number;
}

/** A call that may be made: its maximum cost is reserved. */
export interface ReservedCall {
  readonly model: ResolvedModel;
  readonly request: ModelRequest;
  readonly leftOut: ReadonlySet<string>;
  readonly input: CountedInput;
  readonly reservation: Reservation;
}

export interface PaidCallLimits extends Pick<ModelDeadlines, 'firstTokenMs' | 'totalMs'> {
  /** Counts o200k tokens. */
  readonly countTokens: (text: string) => number;
}

export type PaidOutcome =
  | { readonly reply: ModelReply; readonly failure: undefined }
  | { readonly reply: undefined; readonly failure: ServiceError; readonly hasSpoken: boolean };

/** Makes one call and pays for it, whatever its outcome: its reservation is settled before this ends. Rejects only with `ABORTED`. */
export async function paidCall(
  { model, request, leftOut, input, reservation }: ReservedCall,
  run: ModelRun,
  { countTokens, ...deadlines }: PaidCallLimits,
): Promise<PaidOutcome> {
  let used: TokenUsage | 'not-called' | undefined;
  let fault: ModelFault | undefined = 'stopped';
  run.callsLeft--;
  try {
    if (run.signal.aborted) {
      used = 'not-called';
      throw answerStopped();
    }
    const outcome = await callInSpan(model, request, {
      ...run,
      ...deadlines,
      leftOut,
      maxCharacters: run.charactersLeft,
      onText(text) {
        run.charactersLeft -= text.length;
        run.onText(text);
      },
    });
    const { text, reply } = outcome;
    const written = countTokens(text + (reply?.calls ?? []).map((call) => call.toolName + call.input).join(''));
    used = believedUsage(outcome.usage, {
      counted: { input: input.counted, output: written },
      reserved: { input: input.worst, output: run.maxTokens },
    });
    // A service that ignored the limit has written more than was reserved.
    if (used === undefined && written > run.maxTokens) used = { inputTokens: input.worst, outputTokens: written };
    const checked = reply === undefined ? outcome.failure : checkToolCalls(model, reply, request, run);
    if (!(checked instanceof ServiceError)) {
      fault = undefined;
      return { reply: checked, failure: undefined };
    }
    const hasSpoken = text !== '';
    fault = checked.fault;
    if (checked.isFree && !hasSpoken) used = 'not-called';
    return { reply: undefined, failure: checked, hasSpoken };
  } finally {
    const charge = await reservation.settle(used);
    run.onCall({ model: model.model, purpose: run.purpose, ...charge, fault });
  }
}

/** Makes the call in a span that follows OpenTelemetry's conventions for generative models. */
async function callInSpan(...call: Parameters<typeof callModel>): Promise<CallOutcome> {
  const [{ provider, model }] = call;
  const asked = { 'gen_ai.provider.name': PROVIDERS[provider] ?? provider, 'gen_ai.request.model': model };
  return inSpan(`chat ${model}`, { ...CHAT, ...asked }, async (describe) => {
    const outcome = await callModel(...call);
    describe({
      'gen_ai.response.model': outcome.servedModel,
      'gen_ai.usage.input_tokens': outcome.usage?.inputTokens.total,
      'gen_ai.usage.output_tokens': outcome.usage?.outputTokens.total,
      'error.type': outcome.failure?.kind,
    });
    return outcome;
  });
}

const CHAT = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.stream': true };
/** Provider names that differ in those conventions. */
const PROVIDERS: Readonly<Record<string, string>> = { gemini: 'gcp.gemini', mistral: 'mistral_ai', xai: 'x_ai' };

/** Allowance for the markers that a service adds around each message. */
const PER_MESSAGE = 16;

/**
 * Counts the tokens of everything that a call sends: instructions, messages, results and tool descriptions. The tokenizer of a model is often
 * unknown, but none makes more tokens than there are bytes, or more than twice as many as Ibid's.
 */
export function countInput(
  { instructions, messages, tools }: ModelRequest,
  countTokens: (text: string) => number,
): CountedInput {
  const texts = [instructions, ...[...messages, ...tools].map((each) => JSON.stringify(each))];
  const all = texts.join('\n');
  const counted = countTokens(all);
  return { counted, worst: Math.min(Buffer.byteLength(all), 2 * counted) + PER_MESSAGE * (texts.length + 1) };
}

export interface UsageBounds {
  /** Tokens of what was sent and received, counted with Ibid's own tokenizer. */
  readonly counted: { readonly input: number; readonly output: number };
  readonly reserved: { readonly input: number; readonly output: number };
}

/** Tokenizers differ by half at most; a service that reports less than a quarter does not count properly. */
const LEAST = 0.25;
/** Upper limit. The reservation covers any tokenizer, so much higher counts cannot be true. */
const MOST = 16;

/** Returns the reported usage if it is plausible; otherwise `undefined`, so that the whole reservation is charged. */
export function believedUsage(
  reported: LanguageModelV3Usage | undefined,
  { counted, reserved }: UsageBounds,
): TokenUsage | undefined {
  const inputTokens = reported?.inputTokens.total;
  const outputTokens = reported?.outputTokens.total;
  const cached = reported?.inputTokens.cacheRead;
  if (!isBetween(inputTokens, counted.input * LEAST, reserved.input * MOST)) return undefined;
  if (!isBetween(outputTokens, counted.output * LEAST, reserved.output * MOST)) return undefined;
  return { inputTokens, outputTokens, ...(isBetween(cached, 0, inputTokens) ? { cachedInputTokens: cached } : {}) };
}

function isBetween(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= Math.floor(least) && value <= most;
}

/**
 * Returns the reply with the tool calls to carry out: at most as many as are left, each with a unique id. The model is told once about an
 * invalid call (unknown tool, or arguments that are not an object); the next one ends the run, as does any call if no tools were offered.
 */
function checkToolCalls(
  model: ResolvedModel,
  reply: ModelReply,
  { tools }: ModelRequest,
  run: ModelRun,
): ModelReply | ServiceError {
  if (reply.calls.length === 0) return reply;
  const refused = (calls: typeof reply.calls, why: string): void => run.onRefusedTools?.(calls, why);
  if (tools.length === 0) {
    refused(reply.calls, 'No tool was offered.');
    return new ServiceError(model, 'bad-tools', { seen: 'called a tool that was not offered' });
  }
  const calls = reply.calls.slice(0, run.searchesLeft);
  refused(reply.calls.slice(calls.length), 'Too many searches at once.');
  run.searchesLeft -= calls.length;
  const isSound = ({ toolName, input }: LanguageModelV3ToolCall): boolean =>
    tools.some(({ name }) => name === toolName) && argumentsOf(input) !== undefined;
  if (!calls.every(isSound) && run.mistakesLeft-- <= 0) {
    refused(calls, 'The model had been told that such a call cannot be carried out.');
    return new ServiceError(model, 'bad-tools');
  }
  return { ...reply, calls: calls.map((call) => withFreshId(call, run.toolCallIds)) };
}

/** Gives a call a new id if needed: nine letters and digits, which suits services that are strict about ids. */
function withFreshId(call: LanguageModelV3ToolCall, taken: Set<string>): LanguageModelV3ToolCall {
  const given = call.toolCallId;
  const toolCallId = given === '' || taken.has(given) ? `call${String(taken.size).padStart(5, '0')}` : given;
  taken.add(toolCallId);
  return { ...call, toolCallId };
}
