import type { ExactPrice } from './prices.ts';

const MILLION = 1_000_000n;

/**
 * What so many tokens cost in millionths of the currency, rounded up once, over the whole call. `cached` are among `input`. Stops at
 * `Number.MAX_SAFE_INTEGER`, which passes any cap.
 */
export function microCost(
  price: ExactPrice,
  tokens: { readonly input: number; readonly output: number; readonly cached: number },
): number {
  const exact =
    BigInt(tokens.input - tokens.cached) * BigInt(price.input) +
    BigInt(tokens.cached) * BigInt(price.cachedInput) +
    BigInt(tokens.output) * BigInt(price.output);
  return Math.min(Number((exact + MILLION - 1n) / MILLION), Number.MAX_SAFE_INTEGER);
}
