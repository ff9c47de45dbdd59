import type { ToolCall } from './session.ts';

/** Why a model's answer is missing or not whole. */
export const MODEL_FAULTS = [
  /** A cap of the ledger would be passed. */
  'over-budget',
  /** The ledger cannot be written, so nothing is called that it could not count. */
  'unpaid',
  /** No connection, a refusal, a fault of the service, or its breaker is open. */
  'unavailable',
  /** Nothing within the time to the first token, between tokens, or in all. */
  'too-slow',
  /** Neither text nor a tool call that can be used, or no end of tool calls. */
  'unusable',
  /** The answer stopped in the middle: cut off, at its token limit, or by the service's filter. */
  'stopped',
] as const;

export type ModelFault = (typeof MODEL_FAULTS)[number];

/** One call of a model. */
export interface ModelCall {
  /** As the service knows it, such as `gemini-2.0-flash`. */
  readonly model: string;
  readonly purpose: 'answer' | 'rewrite';
  /** As charged: what the service reports, or what was reserved where it reports nothing. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** In millionths of the currency; `undefined` where the model has no price. */
  readonly microCost: number | undefined;
  /** `undefined` when it ended well. */
  readonly fault: ModelFault | undefined;
}

/** What models did for one answer. */
export interface ModelUse {
  /** The last one called; `''` where none was. */
  readonly model: string;
  readonly calls: readonly ModelCall[];
  /** The tools that it called, in order, failed calls too. */
  readonly toolCalls: readonly ToolCall[];
  /** Why another answerer spoke, or spoke on; `undefined` when the model's answer is whole. */
  readonly fault: ModelFault | undefined;
  /** Sum over the calls, in millionths of `currency`; `undefined` where one has no price. */
  readonly microCost: number | undefined;
  /** ISO 4217; `''` where no prices are known. */
  readonly currency: string;
}
