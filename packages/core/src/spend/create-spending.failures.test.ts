import { memoryState } from '@ibid/drivers/state/state';
import { describe, expect, test } from 'vitest';
import { IbidError } from '../types/ibid-error.ts';
import type { LedgerAccount, LedgerDriver } from '../types/ledger.ts';
import { type SpendingCaps, DEFAULT_CAPS } from './caps.ts';
import { createSpending, type SpendingOptions } from './create-spending.ts';
import type { PriceTable } from './prices.ts';
import { MODEL, playSpending, request } from './spending-fixture.ts';

function create(own: Partial<SpendingOptions>): void {
  createSpending({
    driver: memoryState().ledger,
    caps: {},
    prices: undefined,
    models: [MODEL],
    newId: () => 'id',
    today: () => '2026-11-22',
    ...own,
  });
}

function prices(models: PriceTable['models'], currency = 'EUR'): PriceTable {
  return { currency, models };
}

/** Makes the booking at once, but delays the driver's reply until `go`. */
function slowly(go: Promise<unknown>): (sound: LedgerDriver) => Partial<LedgerDriver> {
  return (sound) => ({
    reserve: async (reservation) => {
      const refusedBy = await sound.reserve(reservation);
      await go;
      return refusedBy;
    },
  });
}

describe('a configuration is refused by name', () => {
  test.each<readonly [what: string, own: Partial<SpendingOptions>, message: RegExp]>([
    ['money without prices', { caps: { perClient: { cost: 1 } } }, /`gemini-2.0-flash` has no price.*`perClient.cost`/],
    [
      'money without the price of one model',
      { caps: { perDay: { cost: 1 } }, prices: prices({ [MODEL]: { input: 1, output: 1 } }), models: [MODEL, 'other'] },
      /`other` has no price/,
    ],
    [
      'a model named like something that every object has',
      { caps: { perDay: { cost: 1 } }, prices: prices({}), models: ['constructor'] },
      /`constructor` has no price/,
    ],
    ['half a token', { caps: { perDay: { tokens: 0.5 } } }, /`perDay.tokens` is 0.5/],
    ['a cap finer than a millionth', { caps: { perDay: { cost: 0.0000001 } } }, /`perDay.cost` is 1e-7/],
    ['a discount that is none', { prices: prices({ m: { input: 1, output: 1, cachedInput: 2 } }) }, /cached.*`m` is 2/],
    ['a currency in small letters', { prices: prices({}, 'eur') }, /currency of the prices is `eur`/],
    ['a currency by its sign', { prices: prices({}, '€') }, /currency of the prices is `€`/],
  ])('%s', (_, own, message) => {
    expect(() => create(own)).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIG', message: expect.stringMatching(message) }),
    );
  });

  test('while these are fine', () => {
    for (const own of [
      { caps: DEFAULT_CAPS },
      { caps: { perDay: {}, perClient: { tokens: 0 } } satisfies SpendingCaps },
      { caps: { perDay: { cost: 0 } }, prices: prices({ [MODEL]: { input: 0, output: 0 } }) },
      { prices: prices({}) },
    ]) {
      expect(() => create(own)).not.toThrow();
    }
  });
});

test('a model that was not announced is not called without a price under a cap in money', async () => {
  const { spending, tokens } = await playSpending({ caps: { perDay: { cost: 1 } } });
  await expect(spending.reserve(request(10, 0, { model: 'other' }))).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
  expect(await tokens()).toEqual(['perDay 0 + 0']);
});

test('keys of people, sites and sessions never reach the driver', async () => {
  const seen: LedgerAccount[] = [];
  const cap = { tokens: 1000 };
  const { spending } = await playSpending({
    caps: { perDay: cap, perSiteKey: cap, perClient: cap, perSession: cap },
    plant: (sound) => ({
      reserve: (reservation) => {
        seen.push(...reservation.accounts);
        return sound.reserve(reservation);
      },
    }),
  });
  const same = '203.0.113.7';
  await spending.reserve(request(10, 0, { payer: { client: same, siteKey: same, session: same } }));
  expect(seen.map(({ key, day }) => [key.split(':')[0], day])).toEqual([
    ['all', '2026-11-22'],
    ['site-key', '2026-11-22'],
    ['client', '2026-11-22'],
    ['session', ''],
  ]);
  for (const { key } of seen.slice(1)) expect(key).toMatch(/^[a-z-]+:[0-9a-f]{32}$/);
  // The same key on three accounts must give three different hashes.
  expect(new Set(seen.map(({ key }) => key.split(':')[1])).size).toBe(4);
});

describe('a driver that fails', () => {
  test('lets nothing be called', async () => {
    for (const [thrown, code] of [
      [new IbidError('STORE_BUSY', 'locked'), 'STORE_BUSY'],
      [new IbidError('INDEX_DAMAGED', 'damaged'), 'INDEX_DAMAGED'],
      [new Error('bug'), 'UPSTREAM_FAILED'],
    ] as const) {
      const { spending, refusals } = await playSpending({ plant: () => ({ reserve: () => Promise.reject(thrown) }) });
      await expect(spending.reserve(request(1))).rejects.toMatchObject({ code });
      expect(refusals).toEqual([]);
    }
  });

  test('lets nothing be called either when it throws at once, or refuses under a name of its own', async () => {
    const throwing = await playSpending({
      plant: () => ({
        reserve: () => {
          throw new Error('bug');
        },
      }),
    });
    await expect(throwing.spending.reserve(request(1))).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' });
    const strange = await playSpending({ plant: () => ({ reserve: async () => '' }) });
    expect(await strange.spending.reserve(request(1))).toBeUndefined();
    expect(strange.refusals).toMatchObject([{ cap: 'perDay' }]);
  });

  test('to settle leaves what was reserved, tells the owner, and still says what the call cost', async () => {
    const { spending, tokens, troubles } = await playSpending({
      plant: () => ({ settle: () => Promise.reject(new IbidError('STORE_BUSY', 'locked')) }),
    });
    const reservation = await spending.reserve(request(100));
    expect(await reservation!.settle({ inputTokens: 30, outputTokens: 0 })).toMatchObject({ inputTokens: 30 });
    expect(await tokens()).toEqual(['perDay 0 + 100']);
    expect(troubles).toMatchObject([{ code: 'STORE_BUSY' }]);
  });

  test('to forget old days only tells the owner', async () => {
    const { spending, troubles } = await playSpending({
      plant: () => ({ deleteBefore: () => Promise.reject(new Error('bug')) }),
    });
    expect(await spending.reserve(request(100))).toBeDefined();
    await expect.poll(() => troubles).toMatchObject([{ code: 'UPSTREAM_FAILED' }]);
  });
});

describe('a reader who leaves', () => {
  test('before it is asked for reserves nothing', async () => {
    const { spending, tokens } = await playSpending();
    const leaving = spending.reserve(request(10), { signal: AbortSignal.abort() });
    await expect(leaving).rejects.toMatchObject({ code: 'ABORTED' });
    expect(await tokens()).toEqual(['perDay 0 + 0']);
  });

  test('while the ledger is writing is told so at once, and nothing stays booked', async () => {
    const gate = Promise.withResolvers<void>();
    const { spending, tokens } = await playSpending({ plant: slowly(gate.promise) });
    const controller = new AbortController();
    const leaving = spending.reserve(request(10), { signal: controller.signal });
    controller.abort();
    await expect(leaving).rejects.toMatchObject({ code: 'ABORTED' });
    expect(await tokens()).toEqual(['perDay 0 + 10']);
    gate.resolve();
    await expect.poll(() => tokens()).toEqual(['perDay 0 + 0']);
  });

  test('just when it was booked gives it back as well', async () => {
    const controller = new AbortController();
    const { spending, tokens } = await playSpending({
      plant: (sound) => ({
        reserve: async (reservation) => {
          const refusedBy = await sound.reserve(reservation);
          controller.abort();
          return refusedBy;
        },
      }),
    });
    await expect(spending.reserve(request(10), { signal: controller.signal })).rejects.toMatchObject({
      code: 'ABORTED',
    });
    await expect.poll(() => tokens()).toEqual(['perDay 0 + 0']);
  });

  test('where a cap refused leaves no trace', async () => {
    const gate = Promise.withResolvers<void>();
    const settled: string[] = [];
    const { spending, refusals } = await playSpending({
      caps: { perDay: { tokens: 1 } },
      plant: (sound) => ({
        ...slowly(gate.promise)(sound),
        settle: async (id) => void settled.push(id),
      }),
    });
    const controller = new AbortController();
    const leaving = spending.reserve(request(10), { signal: controller.signal });
    controller.abort();
    await expect(leaving).rejects.toMatchObject({ code: 'ABORTED' });
    gate.resolve();
    await new Promise(setImmediate);
    expect([settled, refusals]).toEqual([[], []]);
  });
});
