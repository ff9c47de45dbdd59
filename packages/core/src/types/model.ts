import type { Turn } from './answer.ts';
import type { AskOptions } from './call-options.ts';
import type { ToolCall } from './session.ts';

/** Reasons why a model's answer is missing or incomplete. */
export const MODEL_FAULTS = [
  /** The call would exceed a cap of the ledger. */
  'over-budget',
  /** The ledger cannot be written, so a call could not be counted and is not made. */
  'unpaid',
  /** No connection, a refusal, an error of the service, or an open circuit breaker. */
  'unavailable',
  /** A time limit passed: to the first token, between tokens, or in total. */
  'too-slow',
  /** No text or valid tool call, or endless tool calls. */
  'unusable',
  /** The answer was cut off: by the connection, its token limit, or the service's filter. */
  'stopped',
] as const;

export type ModelFault = (typeof MODEL_FAULTS)[number];

/** One call to a model. */
export interface ModelCall {
  /** Name used by the service, such as `gemini-2.0-flash`. */
  readonly model: string;
  readonly purpose: 'answer' | 'rewrite';
  /** Tokens charged: as reported by the service, or as reserved if it reports nothing. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** In millionths of the currency; `undefined` if the model has no price. */
  readonly microCost: number | undefined;
  /** `undefined` if the call succeeded. */
  readonly fault: ModelFault | undefined;
}

/** Model calls and costs of one answer. */
export interface ModelUse {
  /** Last model called; `''` if none was. */
  readonly model: string;
  readonly calls: readonly ModelCall[];
  /** Tools the model called, in order, including failed calls. */
  readonly toolCalls: readonly ToolCall[];
  /** Reason why another answerer replaced or continued the answer; `undefined` if the model's answer is complete. */
  readonly fault: ModelFault | undefined;
  /** Sum over the calls, in millionths of `currency`; `undefined` if a call has no price. */
  readonly microCost: number | undefined;
  /** ISO 4217; `''` if no prices are known. */
  readonly currency: string;
}

/** Rewrites a question that refers to earlier turns as one that can be understood alone. */
export interface QuestionRewriter {
  /**
   * `question` is `undefined` if the model failed or returned nothing usable; the caller continues without it. `calls` must be reported
   * in both cases. Rejects only with `ABORTED`.
   */
  rewrite(
    asked: { readonly text: string; readonly history: readonly Turn[] },
    options?: AskOptions,
  ): Promise<{ readonly question: string | undefined; readonly calls: readonly ModelCall[] }>;
}
