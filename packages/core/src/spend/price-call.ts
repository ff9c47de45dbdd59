import type { Booking } from '../types/ledger.ts';
import type { Charge, TokenUsage } from '../types/spending.ts';
import { microCost } from './micro-cost.ts';
import type { ExactPrice } from './prices.ts';

/** A call as its caller is told of it, and as it is booked. */
export interface PricedCall {
  readonly charge: Charge;
  readonly booking: Booking;
}

export function priceCall(price: ExactPrice | undefined, usage: TokenUsage): PricedCall {
  const { inputTokens, outputTokens, cachedInputTokens: cached = 0 } = usage;
  const cost = price === undefined ? undefined : microCost(price, { input: inputTokens, output: outputTokens, cached });
  return {
    charge: { inputTokens, outputTokens, microCost: cost },
    booking: { tokens: inputTokens + outputTokens, microCost: cost ?? 0 },
  };
}
