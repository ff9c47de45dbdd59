import { IbidError } from '../types/ibid-error.ts';
import type { ReservationRequest } from '../types/spending.ts';
import { isTokenCount } from './token-count.ts';

/** Throws `INVALID_REQUEST` on limits that no call has. */
export function checkRequest({ inputTokens, outputTokens }: ReservationRequest): void {
  if (isTokenCount(inputTokens) && inputTokens > 0 && isTokenCount(outputTokens)) return;
  throw new IbidError(
    'INVALID_REQUEST',
    `reserve: ${inputTokens} tokens of input and ${outputTokens} of output; give whole numbers, with at least 1 of input`,
  );
}
