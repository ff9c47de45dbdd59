import type { LanguageModelV3ToolCall } from '@ai-sdk/provider';
import type { ModelCall, Payer } from '@ibid/core/types';
import type { ModelDeadlines } from './call-model.ts';

export interface ModelRunOptions extends ModelDeadlines {
  readonly purpose: ModelCall['purpose'];
  readonly payer: Payer;
  readonly signal: AbortSignal;
  /** 0 to 1; left out for models that take none. */
  readonly temperature: number;
  /** Of each call's output. */
  readonly maxTokens: number;
  /** Calls of all models together, failed ones included; the last one gets no tools. */
  readonly maxCalls: number;
  /** Failed calls that another one may follow. */
  readonly maxRepeats: number;
  /** Tool calls that are carried out. */
  readonly maxSearches: number;
  /** Of all text, in UTF-16 units. */
  readonly maxCharacters: number;
  /** Instead of a request's own, for a model that takes no tools. */
  readonly plainInstructions?: string | undefined;
  /** Gets the text as it comes. A call that passed on text is never repeated. */
  readonly onText: (text: string) => void;
  /** Is told of tool calls that are not carried out, and why. */
  readonly onRefusedTools?: ((calls: readonly LanguageModelV3ToolCall[], why: string) => void) | undefined;
  /** Is told of each call, when it is paid. */
  readonly onCall: (call: ModelCall) => void;
}

/** What is left of one answer's allowances. */
export interface ModelRun extends ModelRunOptions {
  /** Of the models, the one in use. */
  at: number;
  callsLeft: number;
  repeatsLeft: number;
  searchesLeft: number;
  charactersLeft: number;
  /** Broken tool calls that the model is told of; then it is given up. */
  mistakesLeft: number;
  /** When the answer has to be there, by the clock of the models. */
  readonly endBy: number;
  /** Ids of tool calls so far: some services give the same ones again. */
  readonly toolCallIds: Set<string>;
}

export function modelRun(options: ModelRunOptions, now: number): ModelRun {
  return {
    ...options,
    at: 0,
    callsLeft: options.maxCalls,
    repeatsLeft: options.maxRepeats,
    searchesLeft: options.maxSearches,
    charactersLeft: options.maxCharacters,
    mistakesLeft: 1,
    endBy: now + options.totalMs,
    toolCallIds: new Set(),
  };
}
