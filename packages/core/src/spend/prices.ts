import { IbidError } from '../types/ibid-error.ts';
import { toMicro } from './to-micro.ts';

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
