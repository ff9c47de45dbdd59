import { IbidError } from '../types/ibid-error.ts';
import type { Booking } from '../types/ledger.ts';
import type { Charge, TokenUsage } from '../types/spending.ts';

/** In the currency, for a million tokens; at most six decimals. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  /** Of input tokens that the service had in its cache; default `input`. */
  readonly cachedInput?: number;
}

export interface PriceTable {
  /** ISO 4217, such as `USD`. */
  readonly currency: string;
  /** By the name under which the service knows the model. */
  readonly models: Readonly<Record<string, ModelPrice>>;
}

/** In millionths of the currency for a million tokens, so that sums are exact. */
export interface ExactPrice {
  readonly input: number;
  readonly output: number;
  readonly cachedInput: number;
}

/** The price of a model; `undefined` for one that has none. Throws `INVALID_CONFIG` on a table that cannot be used. */
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
  // Reservations are made at the price of what is not cached, as the most that it can be.
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

/** The amount in millionths, exactly. Throws `INVALID_CONFIG`, naming `what`, when it is negative, too large or finer than that. */
export function toMicro(what: string, amount: number): number {
  const micro = Math.round(amount * MILLION);
  // Dividing gives the very number that the amount was written as, unless it had more decimals.
  if (amount >= 0 && Number.isSafeInteger(micro) && micro / MILLION === amount) return micro;
  throw new IbidError(
    'INVALID_CONFIG',
    `${what} is ${amount}; give a number from 0 with at most six decimals, below nine thousand million`,
  );
}

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
  const million = BigInt(MILLION);
  return Math.min(Number((exact + million - 1n) / million), Number.MAX_SAFE_INTEGER);
}

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
