import type { Booking } from '../types/ledger.ts';
import type { Charge, Reservation, TokenUsage } from '../types/spending.ts';
import type { PricedCall } from './price-call.ts';
import { isTokenCount } from './token-count.ts';

const NOT_CALLED: TokenUsage = { inputTokens: 0, outputTokens: 0 };

/** A booked reservation of `most`. `write` never rejects. */
export function settlement(options: {
  readonly most: PricedCall;
  readonly priceOf: (usage: TokenUsage) => PricedCall;
  /** Gets what the service reports. */
  readonly learn: (usage: TokenUsage) => void;
  readonly write: (used: Booking) => Promise<unknown>;
}): Reservation {
  const { most, priceOf, learn, write } = options;
  let settled: Promise<Charge> | undefined;

  const settle = async (reported: TokenUsage | 'not-called' | undefined): Promise<Charge> => {
    const usage = reported === 'not-called' ? NOT_CALLED : plausible(reported);
    if (usage !== undefined && usage !== NOT_CALLED) learn(usage);
    const { charge, booking } = usage === undefined ? most : priceOf(usage);
    await write(booking);
    return charge;
  };
  return { settle: (usage) => (settled ??= settle(usage)) };
}

/** The report with counts that can be; `undefined` for one that says nothing. */
function plausible(reported: TokenUsage | undefined): TokenUsage | undefined {
  if (reported === undefined) return undefined;
  const { inputTokens, outputTokens, cachedInputTokens = 0 } = reported;
  if (!isTokenCount(inputTokens) || inputTokens === 0 || !isTokenCount(outputTokens)) return undefined;
  const cached = isTokenCount(cachedInputTokens) ? Math.min(cachedInputTokens, inputTokens) : 0;
  return { inputTokens, outputTokens, cachedInputTokens: cached };
}
