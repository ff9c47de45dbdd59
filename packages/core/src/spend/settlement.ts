import type { Booking } from '../types/ledger.ts';
import type { Charge, Reservation, TokenUsage, ReservationRequest } from '../types/spending.ts';
import type { PricedCall } from './prices.ts';
import { IbidError } from '../types/ibid-error.ts';

/** Larger than any real call, so a higher number is an error. Sums stay exact for nine million such calls. */
const MOST_TOKENS = 1_000_000_000;

/** Returns true for a possible token count of one call: a whole number from 0 to a thousand million. */
function isTokenCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0 && value <= MOST_TOKENS;
}

const NOT_CALLED: TokenUsage = { inputTokens: 0, outputTokens: 0 };

/** Returns a reservation of `most` that is already booked. `write` must never reject. */
export function settlement(options: {
  readonly most: PricedCall;
  readonly priceOf: (usage: TokenUsage) => PricedCall;
  /** Receives the usage that the service reports. */
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

/** Returns the report with counts in a possible range, or `undefined` if it has no usable counts. */
function plausible(reported: TokenUsage | undefined): TokenUsage | undefined {
  if (reported === undefined) return undefined;
  const { inputTokens, outputTokens, cachedInputTokens = 0 } = reported;
  if (!isTokenCount(inputTokens) || inputTokens === 0 || !isTokenCount(outputTokens)) return undefined;
  const cached = isTokenCount(cachedInputTokens) ? Math.min(cachedInputTokens, inputTokens) : 0;
  return { inputTokens, outputTokens, cachedInputTokens: cached };
}

/** Throws `INVALID_REQUEST` on limits that no call can have. */
export function checkRequest({ inputTokens, outputTokens }: ReservationRequest): void {
  if (isTokenCount(inputTokens) && inputTokens > 0 && isTokenCount(outputTokens)) return;
  throw new IbidError(
    'INVALID_REQUEST',
    `reserve: ${inputTokens} tokens of input and ${outputTokens} of output; give whole numbers, with at least 1 of input`,
  );
}
