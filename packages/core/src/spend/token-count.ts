/** More than any call of any model; a larger number is a mistake, and sums stay exact for nine million such calls. */
const MOST_TOKENS = 1_000_000_000;

/** Whether it can be the number of tokens of one call: whole, from 0 to a thousand million. */
export function isTokenCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0 && value <= MOST_TOKENS;
}
