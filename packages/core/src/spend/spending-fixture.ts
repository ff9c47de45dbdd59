import { memoryState } from '@ibid/drivers/state/state';
import type { IbidError } from '../types/ibid-error.ts';
import type { LedgerDriver } from '../types/ledger.ts';
import type { ReservationRequest } from '../types/spending.ts';
import type { CapName } from './caps.ts';
import { createSpending, type Budget, type SpendingOptions } from './create-spending.ts';

export const MODEL = 'gemini-2.0-flash';

export interface SpendingPlay {
  readonly spending: Budget;
  readonly refusals: { readonly cap: CapName; readonly model: string }[];
  readonly troubles: IbidError[];
  /** UTC day returned by `today`; set it to change the day. */
  day: string;
  /** Today's totals of a payer's accounts, as `perDay 10 + 5`: settled and reserved tokens. */
  tokens(payer?: ReservationRequest['payer']): Promise<readonly string[]>;
}

/** Opens an in-memory ledger that records refusals and errors. */
export async function playSpending(
  options: Partial<SpendingOptions> & { readonly plant?: (sound: LedgerDriver) => Partial<LedgerDriver> } = {},
): Promise<SpendingPlay> {
  const sound = memoryState().ledger;
  const driver = { ...sound, ...options.plant?.(sound) };
  const [refusals, troubles]: [SpendingPlay['refusals'], IbidError[]] = [[], []];
  let lastId = 0;
  const spending = createSpending({
    driver,
    caps: {},
    prices: { currency: 'USD', models: { [MODEL]: { input: 0.1, output: 0.4, cachedInput: 0.025 } } },
    models: [MODEL],
    newId: () => `id-${++lastId}`,
    today: () => play.day,
    onRefused: (refusal) => refusals.push(refusal),
    onTrouble: (error) => troubles.push(error),
    ...options,
  });
  const play: SpendingPlay = {
    spending,
    refusals,
    troubles,
    day: '2026-11-22',
    async tokens(payer = {}) {
      const totals = await spending.totals({ payer });
      return totals.map(({ cap, settled, reserved }) => `${cap} ${settled.tokens} + ${reserved.tokens}`);
    },
  };
  return play;
}

/** A request with these token limits; no payer unless `own` gives one. */
export function request(
  inputTokens: number,
  outputTokens = 0,
  own: Partial<ReservationRequest> = {},
): ReservationRequest {
  return { payer: {}, model: MODEL, inputTokens, outputTokens, ...own };
}
