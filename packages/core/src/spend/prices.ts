import { IbidError } from '../types/ibid-error.ts';
import type { Booking } from '../types/ledger.ts';
import type { Charge, TokenUsage } from '../types/spending.ts';

/** Prices per million tokens, in the currency of the table; at most six decimals. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  /** Price of input tokens that the service read from its cache; default `input`. */
  readonly cachedInput?: number;
}

export interface PriceTable {
  /** ISO 4217, such as `USD`. */
  readonly currency: string;
  /** Keyed by the service's name of the model. */
  readonly models: Readonly<Record<string, ModelPrice>>;
}

/** Prices per million tokens in millionths of the currency, so that sums are exact. */
export interface ExactPrice {
  readonly input: number;
  readonly output: number;
  readonly cachedInput: number;
}

/** Returns a lookup of prices by model, `undefined` for a model without one. Throws `INVALID_CONFIG` on an invalid table. */
export function readPrices(table: PriceTable | undefined): (model: string) => ExactPrice | undefined {
  if (table === undefined) return () => undefined;
  if (!/^[A-Z]{3}$/u.test(table.currency)) {
    throw new IbidError(
      'INVALID_CONFIG',
      `The currency of the prices is \`${table.currency}\`; give its three letters, such as \`USD\``,
    );
  }
  const prices = new Map(Object.entries(table.models).map(([model, price]) => [model, exactPrice(model, price)]));
  return (model) => prices.get(model);
}

function exactPrice(model: string, { input, output, cachedInput = input }: ModelPrice): ExactPrice {
  // Reservations use the price of uncached input, which must be the highest possible.
  if (cachedInput > input) {
    throw new IbidError(
      'INVALID_CONFIG',
      `The price of cached input of \`${model}\` is ${cachedInput} and that of other input ${input}; it cannot be higher`,
    );
  }
  return {
    input: toMicro(`The price of input of \`${model}\``, input),
    output: toMicro(`The price of output of \`${model}\``, output),
    cachedInput: toMicro(`The price of cached input of \`${model}\``, cachedInput),
  };
}

const MILLION = 1_000_000;

/** Converts an amount to whole millionths, exactly. Throws `INVALID_CONFIG`, naming `what`, if it is negative, too large or has more decimals. */
export function toMicro(what: string, amount: number): number {
  const micro = Math.round(amount * MILLION);
  // The division restores the original number exactly, unless it had more than six decimals.
  if (amount >= 0 && Number.isSafeInteger(micro) && micro / MILLION === amount) return micro;
  throw new IbidError(
    'INVALID_CONFIG',
    `${what} is ${amount}; give a number from 0 with at most six decimals, below nine thousand million`,
  );
}

/**
 * Cost in millionths of the currency, rounded up once for the whole call. `cached` tokens are part of `input`. Limited to
 * `Number.MAX_SAFE_INTEGER`, which is above any cap.
 */
export function microCost(
  price: ExactPrice,
  tokens: { readonly input: number; readonly output: number; readonly cached: number },
): number {
  const exact =
    BigInt(tokens.input - tokens.cached) * BigInt(price.input) +
    BigInt(tokens.cached) * BigInt(price.cachedInput) +
    BigInt(tokens.output) * BigInt(price.output);
  const million = BigInt(MILLION);
  return Math.min(Number((exact + million - 1n) / million), Number.MAX_SAFE_INTEGER);
}

/** A call's cost, as returned to the caller (`charge`) and as written to the ledger (`booking`). */
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
