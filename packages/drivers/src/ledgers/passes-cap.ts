import type { Booking, LedgerAccount, LedgerTotals } from '@ibid/core/types';

/** Whether an account that holds `totals` would pass a cap with so much more; the largest safe integer caps all sums. */
export function passesCap(
  { maxTokens, maxMicroCost }: LedgerAccount,
  { settled, reserved }: LedgerTotals,
  more: Booking,
): boolean {
  const { MAX_SAFE_INTEGER } = Number;
  return (
    // A sum that is not exact any more is far beyond the cap anyway.
    settled.tokens + reserved.tokens + more.tokens > (maxTokens ?? MAX_SAFE_INTEGER) ||
    settled.microCost + reserved.microCost + more.microCost > (maxMicroCost ?? MAX_SAFE_INTEGER)
  );
}
