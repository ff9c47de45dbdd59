import type { LanguageModelV3ToolCall } from '@ai-sdk/provider';
import type { ModelCall, Payer } from '@ibid/core/types';
import type { ModelDeadlines } from './call-model.ts';

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
