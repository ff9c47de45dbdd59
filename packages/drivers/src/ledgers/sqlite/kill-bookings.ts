/** What `kill-writer.ts` books, as a function of the number alone, so that `kill.long.test.ts` knows what must be there. */
import type { LedgerAccount } from '@ibid/core/types';

export const KILL_LANES = 3;
/** Room for two lanes at once, so that the third meets the cap again and again. */
export const KILL_CAP = 320;

/** Shared by all lanes on one day, with a cap. */
export function sharedAccount(day: string): LedgerAccount {
  return { key: 'all', day, maxTokens: KILL_CAP, maxMicroCost: undefined };
}

/** Of one lane alone, for ever, without a cap. */
export function laneAccount(lane: number): LedgerAccount {
  return { key: `session:${lane}`, day: '', maxTokens: undefined, maxMicroCost: undefined };
}

export function reservedTokens(number: number): number {
  return 100 + ((number * 37) % 50);
}

export function usedTokens(number: number): number {
  return number % 5 === 0 ? 1 : 0;
}
