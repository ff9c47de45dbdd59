import { IbidError } from '@ibid/core';
import type { Charge, Reservation, ReservationRequest, Spending } from '@ibid/core/types';

export type Settled = Parameters<Reservation['settle']>[0];

export interface KeptSpending extends Spending {
  readonly requests: readonly ReservationRequest[];
  /** Settlements in order; `undefined` means the whole reservation. */
  readonly settled: readonly Settled[];
  /** Number of unsettled reservations. */
  open(): number;
}

export interface KeptSpendingOptions {
  /** Maximum tokens of all calls together. */
  readonly cap?: number;
  /** Models whose reservations are refused. */
  readonly refused?: readonly string[];
  readonly isBroken?: boolean;
}

/** Spending in memory that records everything. Settling twice is an error. */
export function keptSpending(options: KeptSpendingOptions = {}): KeptSpending {
  const requests: ReservationRequest[] = [];
  const settled: Settled[] = [];
  let used = 0;
  let open = 0;
  return {
    requests,
    settled,
    open: () => open,
    async reserve(request) {
      await Promise.resolve();
      if (options.isBroken === true) throw new IbidError('STORE_BUSY', 'The ledger is busy.');
      const most = request.inputTokens + request.outputTokens;
      if (options.refused?.includes(request.model) === true || used + most > (options.cap ?? Infinity))
        return undefined;
      requests.push(request);
      used += most;
      open++;
      let isSettled = false;
      return {
        async settle(usage): Promise<Charge> {
          await Promise.resolve();
          if (isSettled) throw new Error('A reservation was settled twice.');
          isSettled = true;
          open--;
          settled.push(usage);
          const charged = usage === 'not-called' ? { inputTokens: 0, outputTokens: 0 } : (usage ?? request);
          const { inputTokens, outputTokens } = charged;
          used += inputTokens + outputTokens - most;
          return { inputTokens, outputTokens, microCost: inputTokens + outputTokens };
        },
      };
    },
  };
}
