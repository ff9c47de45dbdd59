import { IbidError } from '../types/ibid-error.ts';

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
