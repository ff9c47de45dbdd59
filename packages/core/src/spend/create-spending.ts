import type { Booking, LedgerAccount, LedgerDriver, LedgerTotals } from '../types/ledger.ts';
import type { Charge, Reservation, ReservationRequest, Spending, TokenUsage } from '../types/spending.ts';
import { priceCall, type PricedCall, type PriceTable, readPrices } from './prices.ts';
import type { CallOptions, Payer } from '../types/call-options.ts';
import { IbidError } from '../types/ibid-error.ts';
import { guardedCall } from '../store/guarded-call.ts';
import { readCaps, type CapName, type ExactCap, type SpendingCaps } from './caps.ts';
import { sha256Hex } from '../hash/sha256-hex.ts';

export interface SpendingOptions {
  /** The caller closes its database, after every reservation is settled. */
  readonly driver: LedgerDriver;
  readonly caps: SpendingCaps;
  /** `undefined` = no prices; then only caps in tokens are possible. */
  readonly prices: PriceTable | undefined;
  /** All models that will be called. */
  readonly models: readonly string[];
  /** Returns a new UUID each time. */
  readonly newId: () => string;
  /** Returns the UTC day, such as `2026-11-22`. */
  readonly today: () => string;
  /** Called when a cap refuses a call, for metrics. Must not throw. */
  readonly onRefused?: (refusal: { readonly cap: CapName; readonly model: string }) => void;
  /** Called when a background write fails: the reservation then stays booked, or old totals stay stored. Must not throw. */
  readonly onTrouble?: (error: IbidError) => void;
}

/** Days to keep daily totals, and sessions without bookings. */
const KEEP_DAYS = 35;
const NOTHING: Booking = { tokens: 0, microCost: 0 };

export interface AccountTotals extends LedgerTotals, ExactCap {
  readonly cap: CapName;
}

/** `Spending` with totals for the owner. */
export interface Budget extends Spending {
  /**
   * Returns the totals of a day (default today), followed by those of the payer's accounts that have a cap; sessions over their whole life.
   * A day that is no longer kept has only zeros.
   */
  totals(
    of?: { readonly payer?: Payer; readonly day?: string },
    options?: CallOptions,
  ): Promise<readonly AccountTotals[]>;
}

/**
 * Limits spending on model calls. Before a call, the worst case is booked on all accounts of its payer or on none; afterwards it is
 * replaced by the actual use. Money is counted in whole millionths of the currency, rounded up. Throws `INVALID_CONFIG` on invalid caps and
 * prices, and on a cap in money with a model that has no price.
 *
 * A call is booked on the day on which it begins, even if it runs past midnight. If the clock is set back, that day's totals are used again.
 */
export function createSpending(options: SpendingOptions): Budget {
  const { driver, models, newId, today, onRefused, onTrouble } = options;
  const caps = readCaps(options.caps);
  const prices = readPrices(options.prices);
  const capInMoney = [...caps].find(([, { maxMicroCost }]) => maxMicroCost !== undefined)?.[0];
  const needPrice = (model: string): void => {
    if (capInMoney === undefined || prices(model) !== undefined) return;
    throw new IbidError(
      'INVALID_CONFIG',
      `The model \`${model}\` has no price, so the cap \`${capInMoney}.cost\` cannot be kept; ` +
        'give its price, 0 for a free one, or cap tokens instead',
    );
  };
  for (const model of models) needPrice(model);

  const scale = usageScale();
  const guarded = guardedCall(driver.name, () => undefined);
  const inBackground = (operation: string, action: () => Promise<unknown>): Promise<unknown> =>
    guarded(operation, undefined, action).catch((error: IbidError) => onTrouble?.(error));
  let lastDay: string | undefined;

  const currentDay = (): string => {
    const day = today();
    if (!isDay(day)) throw new IbidError('INVALID_CONFIG', `\`today\` gave \`${day}\`; give a day such as 2026-11-22`);
    if (day !== lastDay) {
      lastDay = day;
      void inBackground('deleteBefore', () => driver.deleteBefore(dayBefore(day, KEEP_DAYS)));
    }
    return day;
  };

  /** Returns the cap that refused, or `undefined` when the call is booked. */
  const book = async (
    id: string,
    { payer }: ReservationRequest,
    most: Booking,
    call: CallOptions | undefined,
  ): Promise<CapName | undefined> => {
    const day = currentDay();
    const accounts = payerAccounts(payer, day, caps);
    let booking: Promise<string | undefined> | undefined;
    try {
      const reservation = { id, day, accounts: accounts.map(({ account }) => account), most };
      const refusedBy = await guarded('reserve', call, () => (booking = driver.reserve(reservation)));
      if (refusedBy === undefined) return undefined;
      return accounts.find(({ account }) => account.key === refusedBy)?.name ?? 'perDay';
    } catch (error) {
      // The driver may still book it, or may have booked it already, but no model will be called. Cancel the booking.
      void inBackground('settle', async () => {
        const refusedBy = await booking?.catch(() => undefined);
        if (refusedBy === undefined) await driver.settle(id, NOTHING);
      });
      throw error;
    }
  };

  return {
    async reserve(request, call): Promise<Reservation | undefined> {
      checkRequest(request);
      needPrice(request.model);
      const { model } = request;
      const held = scale.apply(model, request);
      const most = priceCall(prices(model), held);
      const id = newId();
      const refused = await book(id, request, most.booking, call);
      if (refused !== undefined) {
        onRefused?.({ cap: refused, model });
        return undefined;
      }
      return settlement({
        most,
        priceOf: (usage) => priceCall(prices(model), usage),
        learn: (usage) => scale.learn(model, request, usage),
        write: (used) => inBackground('settle', () => driver.settle(id, used)),
      });
    },

    async totals({ payer = {}, day } = {}, call) {
      if (day !== undefined && !isDay(day)) {
        throw new IbidError('INVALID_REQUEST', `\`${day}\` is no day; give one such as 2026-11-22`);
      }
      return Promise.all(
        payerAccounts(payer, day ?? currentDay(), caps).map(async ({ name, account }): Promise<AccountTotals> => {
          const { maxTokens, maxMicroCost } = account;
          const totals = await guarded('read', call, () => driver.read(account));
          return { cap: name, maxTokens, maxMicroCost, ...totals };
        }),
      );
    },
  };
}

const DAY_MS = 86_400_000;

/** Returns true for a calendar day such as `2026-11-22`: only that form sorts by time. */
function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00.000Z`);
  return text.length === 10 && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Returns the day `days` earlier; never before `0000-01-01`. */
function dayBefore(day: string, days: number): string {
  const time = Date.parse(`${day}T00:00:00.000Z`) - days * DAY_MS;
  return new Date(Math.max(time, Date.parse('0000-01-01T00:00:00.000Z'))).toISOString().slice(0, 10);
}

interface PayerAccount {
  readonly name: CapName;
  readonly account: LedgerAccount;
}

const NO_CAP: ExactCap = { maxTokens: undefined, maxMicroCost: undefined };

/**
 * Returns the accounts to book a payer's question on: always the whole day, and site key, client and session only if they have a cap, so
 * that no personal data is stored without need. Keys are hashed again: a session id gives the right to read the session, and a client's key
 * might not be hashed yet.
 */
function payerAccounts(payer: Payer, day: string, caps: ReadonlyMap<CapName, ExactCap>): PayerAccount[] {
  const own = (name: CapName, kind: string, key: string | undefined, of: string): PayerAccount[] => {
    const cap = caps.get(name);
    if (cap === undefined || key === undefined) return [];
    const hash = sha256Hex(`ibid ledger ${kind} ${key}`).slice(0, 32);
    return [{ name, account: { key: `${kind}:${hash}`, day: of, ...cap } }];
  };
  return [
    { name: 'perDay', account: { key: 'all', day, ...(caps.get('perDay') ?? NO_CAP) } },
    ...own('perSiteKey', 'site-key', payer.siteKey, day),
    ...own('perClient', 'client', payer.client, day),
    ...own('perSession', 'session', payer.session, ''),
  ];
}

/** Upper bound, so that one absurd report does not block a model for ever. */
const LARGEST = 4;

interface Tokens {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Ratio of used to requested tokens for each model, separately for input and output. */
interface UsageScale {
  /** Returns the tokens to reserve for a call that should use at most `asked`. */
  apply(model: string, asked: Tokens): Tokens;
  /** Remembers the largest ratio of a model, up to 4. */
  learn(model: string, asked: Tokens, used: Tokens): void;
}

/**
 * Corrects reservations for a service that counts more tokens than this project does. Limits are counted with one tokenizer and charged
 * with another, so without this each call could exceed a cap by a little.
 */
export function usageScale(): UsageScale {
  const scales = new Map<string, Tokens>();
  const scaleOf = (model: string): Tokens => scales.get(model) ?? { inputTokens: 1, outputTokens: 1 };
  return {
    apply(model, asked) {
      const scale = scaleOf(model);
      return {
        inputTokens: Math.ceil(asked.inputTokens * scale.inputTokens),
        outputTokens: Math.ceil(asked.outputTokens * scale.outputTokens),
      };
    },
    learn(model, asked, used) {
      const scale = scaleOf(model);
      scales.set(model, {
        inputTokens: larger(scale.inputTokens, asked.inputTokens, used.inputTokens),
        outputTokens: larger(scale.outputTokens, asked.outputTokens, used.outputTokens),
      });
    },
  };
}

function larger(known: number, asked: number, used: number): number {
  return used <= asked ? known : Math.min(LARGEST, Math.max(known, used / asked));
}

/** Larger than any real call, so a higher number is an error. Sums stay exact for nine million such calls. */
const MOST_TOKENS = 1_000_000_000;

/** Returns true for a possible token count of one call: a whole number from 0 to a thousand million. */
function isTokenCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0 && value <= MOST_TOKENS;
}

const NOT_CALLED: TokenUsage = { inputTokens: 0, outputTokens: 0 };

/** Returns a reservation of `most` that is already booked. `write` must never reject. */
function settlement(options: {
  readonly most: PricedCall;
  readonly priceOf: (usage: TokenUsage) => PricedCall;
  /** Receives the usage that the service reports. */
  readonly learn: (usage: TokenUsage) => void;
  readonly write: (used: Booking) => Promise<unknown>;
}): Reservation {
  const { most, priceOf, learn, write } = options;
  let settled: Promise<Charge> | undefined;

  const settle = async (reported: TokenUsage | 'not-called' | undefined): Promise<Charge> => {
    const usage = reported === 'not-called' ? NOT_CALLED : plausible(reported);
    if (usage !== undefined && usage !== NOT_CALLED) learn(usage);
    const { charge, booking } = usage === undefined ? most : priceOf(usage);
    await write(booking);
    return charge;
  };
  return { settle: (usage) => (settled ??= settle(usage)) };
}

/** Returns the report with counts in a possible range, or `undefined` if it has no usable counts. */
function plausible(reported: TokenUsage | undefined): TokenUsage | undefined {
  if (reported === undefined) return undefined;
  const { inputTokens, outputTokens, cachedInputTokens = 0 } = reported;
  if (!isTokenCount(inputTokens) || inputTokens === 0 || !isTokenCount(outputTokens)) return undefined;
  const cached = isTokenCount(cachedInputTokens) ? Math.min(cachedInputTokens, inputTokens) : 0;
  return { inputTokens, outputTokens, cachedInputTokens: cached };
}

/** Throws `INVALID_REQUEST` on limits that no call can have. */
function checkRequest({ inputTokens, outputTokens }: ReservationRequest): void {
  if (isTokenCount(inputTokens) && inputTokens > 0 && isTokenCount(outputTokens)) return;
  throw new IbidError(
    'INVALID_REQUEST',
    `reserve: ${inputTokens} tokens of input and ${outputTokens} of output; give whole numbers, with at least 1 of input`,
  );
}
