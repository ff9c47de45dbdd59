import type { LanguageModelV3ToolCall } from '@ai-sdk/provider';
import type { ModelCall, Payer } from '@ibid/core/types';
import type { ModelDeadlines } from './call-model.ts';

export interface ModelRunOptions extends ModelDeadlines {
  readonly purpose: ModelCall['purpose'];
  readonly payer: Payer;
  readonly signal: AbortSignal;
  /** 0 to 1; left out for models that do not accept one. */
  readonly temperature: number;
  /** Maximum output tokens per call. */
  readonly maxTokens: number;
  /** Maximum calls of all models together, including failed ones; the last one gets no tools. */
  readonly maxCalls: number;
  /** Maximum failed calls that may be followed by another one. */
  readonly maxRepeats: number;
  /** Maximum tool calls that are carried out. */
  readonly maxSearches: number;
  /** Maximum length of all text together, in UTF-16 units. */
  readonly maxCharacters: number;
  /** Instructions that replace those of a request for a model without tools. */
  readonly plainInstructions?: string | undefined;
  /** Called with text as it arrives. A call that has passed on text is never repeated. */
  readonly onText: (text: string) => void;
  /** Called for tool calls that are not carried out, with the reason. */
  readonly onRefusedTools?: ((calls: readonly LanguageModelV3ToolCall[], why: string) => void) | undefined;
  /** Called for each call after its payment. */
  readonly onCall: (call: ModelCall) => void;
}

/** Remaining allowances of one answer. */
export interface ModelRun extends ModelRunOptions {
  /** Index of the model in use. */
  at: number;
  callsLeft: number;
  repeatsLeft: number;
  searchesLeft: number;
  charactersLeft: number;
  /** Invalid tool calls that are reported to the model before the run is given up. */
  mistakesLeft: number;
  /** Deadline of the answer, by the clock of the models. */
  readonly endBy: number;
  /** Ids of tool calls so far, because some services reuse ids. */
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
