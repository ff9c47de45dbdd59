import type { TokenUsage } from '@ibid/core';
import type { ReportedUsage } from './model-reply.ts';

export interface UsageBounds {
  /** Tokens of what was sent and of what came back, by a measure of our own. */
  readonly counted: { readonly input: number; readonly output: number };
  readonly reserved: { readonly input: number; readonly output: number };
}

/** Tokenizers differ by a half at most; a service that counts below a quarter does not count. */
const LEAST = 0.25;
/** A bound of any tokenizer was reserved, so that far more was not used either. */
const MOST = 16;

/** What a service reports, where it can be true; `undefined` else, so that all that was reserved is charged. */
export function believedUsage(
  reported: ReportedUsage | undefined,
  { counted, reserved }: UsageBounds,
): TokenUsage | undefined {
  const { inputTokens, outputTokens, cachedInputTokens } = reported ?? {};
  if (!isBetween(inputTokens, counted.input * LEAST, reserved.input * MOST)) return undefined;
  if (!isBetween(outputTokens, counted.output * LEAST, reserved.output * MOST)) return undefined;
  const cached = isBetween(cachedInputTokens, 0, inputTokens) ? { cachedInputTokens } : {};
  return { inputTokens, outputTokens, ...cached };
}

function isBetween(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= Math.floor(least) && value <= most;
}
