import { describe, expect, test } from 'vitest';
import { playSpending, request } from './spending-fixture.ts';

const EVERYBODY = { client: 'c', siteKey: 's', session: 'e' };

describe('a reservation', () => {
  test('holds the most that a call can use, until it is settled with what it used', async () => {
    const { spending, tokens } = await playSpending();
    const reservation = await spending.reserve(request(1000, 500));
    expect(await tokens()).toEqual(['perDay 0 + 1500']);
    const charge = await reservation!.settle({ inputTokens: 900, outputTokens: 70 });
    // 900 × 0.1 + 70 × 0.4 millionths of a dollar.
    expect(charge).toEqual({ inputTokens: 900, outputTokens: 70, microCost: 118 });
    expect(await tokens()).toEqual(['perDay 970 + 0']);
    const [day] = await spending.totals();
    expect(day).toMatchObject({ settled: { microCost: 118 }, reserved: { microCost: 0 } });
  });

  test('is refused where it would pass a cap, in tokens or in money, and says which', async () => {
    const caps = { perDay: { tokens: 1000 }, perSession: { cost: 0.00006 } };
    const { spending, refusals } = await playSpending({ caps });
    expect(await spending.reserve(request(900, 101))).toBeUndefined();
    expect(await spending.reserve(request(600, 1, { payer: EVERYBODY }))).toBeUndefined();
    expect(await spending.reserve(request(600, 0, { payer: EVERYBODY }))).toBeDefined();
    expect(await spending.reserve(request(400, 0))).toBeDefined();
    expect(await spending.reserve(request(1, 0))).toBeUndefined();
    expect(refusals.map(({ cap }) => cap)).toEqual(['perDay', 'perSession', 'perDay']);
    expect(refusals[0]?.model).toBe('gemini-2.0-flash');
  });

  test('is booked on the day, and on site key, client and session where they have a cap', async () => {
    const cap = { tokens: 1000 };
    const caps = { perDay: cap, perSiteKey: cap, perClient: cap, perSession: cap };
    const { spending, tokens } = await playSpending({ caps });
    await spending.reserve(request(10, 0, { payer: EVERYBODY }));
    await spending.reserve(request(5, 0, { payer: { client: 'c', session: 'another' } }));
    await spending.reserve(request(3, 0, { payer: { client: 'd' } }));
    await spending.reserve(request(2));
    expect(await tokens(EVERYBODY)).toEqual([
      'perDay 0 + 20',
      'perSiteKey 0 + 10',
      'perClient 0 + 15',
      'perSession 0 + 10',
    ]);
    const uncapped = await playSpending({ caps: { perClient: cap } });
    await uncapped.spending.reserve(request(10, 0, { payer: EVERYBODY }));
    expect(await uncapped.tokens(EVERYBODY)).toEqual(['perDay 0 + 10', 'perClient 0 + 10']);
  });

  test('may be for a thousand million tokens, the most that a call can have', async () => {
    const { spending, tokens } = await playSpending();
    const reservation = await spending.reserve(request(1_000_000_000, 1_000_000_000));
    await reservation!.settle({ inputTokens: 1_000_000_000, outputTokens: 7 });
    expect(await tokens()).toEqual(['perDay 1000000007 + 0']);
  });

  test.each([
    [0, 1],
    [1.5, 0],
    [Number.NaN, 0],
    [1, -1],
    [1, 1_000_000_001],
  ])('of %d tokens of input and %d of output is refused as misuse', async (input, output) => {
    const { spending, tokens } = await playSpending();
    await expect(spending.reserve(request(input, output))).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    expect(await tokens()).toEqual(['perDay 0 + 0']);
  });
});

describe('settling', () => {
  test('counts all that was reserved where the service does not say what was used', async () => {
    const { spending, tokens } = await playSpending();
    const reservation = await spending.reserve(request(1000, 500));
    expect(await reservation!.settle(undefined)).toEqual({ inputTokens: 1000, outputTokens: 500, microCost: 300 });
    expect(await tokens()).toEqual(['perDay 1500 + 0']);
  });

  test.each([
    { inputTokens: 0, outputTokens: 0 },
    { inputTokens: Number.NaN, outputTokens: 1 },
    { inputTokens: 10, outputTokens: -5 },
    { inputTokens: 10, outputTokens: 1e12 },
  ])('takes %j for no report', async (usage) => {
    const { spending, tokens } = await playSpending();
    const reservation = await spending.reserve(request(1000, 500));
    expect(await reservation!.settle(usage)).toMatchObject({ inputTokens: 1000, outputTokens: 500 });
    expect(await tokens()).toEqual(['perDay 1500 + 0']);
  });

  test('charges nothing for a call that was not made', async () => {
    const { spending, tokens } = await playSpending({ caps: { perDay: { tokens: 1500 } } });
    const reservation = await spending.reserve(request(1000, 500));
    expect(await reservation!.settle('not-called')).toEqual({ inputTokens: 0, outputTokens: 0, microCost: 0 });
    expect(await tokens()).toEqual(['perDay 0 + 0']);
    expect(await spending.reserve(request(1000, 500))).toBeDefined();
  });

  test('charges what goes beyond the reservation, and asks for more from then on', async () => {
    const { spending, tokens } = await playSpending({ caps: { perDay: { tokens: 1000 } } });
    const first = await spending.reserve(request(100, 100));
    expect(await first!.settle({ inputTokens: 150, outputTokens: 100 })).toMatchObject({ inputTokens: 150 });
    expect(await tokens()).toEqual(['perDay 250 + 0']);
    const second = await spending.reserve(request(100, 100));
    expect(await tokens()).toEqual(['perDay 250 + 250']);
    expect(await second!.settle(undefined)).toMatchObject({ inputTokens: 150, outputTokens: 100 });
    await spending.reserve(request(100, 100, { model: 'another' }));
    expect(await tokens()).toEqual(['perDay 500 + 200']);
  });

  test('counts cached input as tokens, at its own price, and no more of it than there was input', async () => {
    const { spending, tokens } = await playSpending();
    const charges: (number | undefined)[] = [];
    for (const cachedInputTokens of [400, 5000, -1]) {
      const reservation = await spending.reserve(request(1000));
      const charge = await reservation!.settle({ inputTokens: 1000, outputTokens: 0, cachedInputTokens });
      charges.push(charge.microCost);
    }
    expect(charges).toEqual([70, 25, 100]);
    expect(await tokens()).toEqual(['perDay 3000 + 0']);
  });

  test('happens once: repeating it gives the first charge', async () => {
    const { spending, tokens } = await playSpending();
    const reservation = (await spending.reserve(request(100)))!;
    const charges = await Promise.all([
      reservation.settle({ inputTokens: 40, outputTokens: 0 }),
      reservation.settle({ inputTokens: 90, outputTokens: 0 }),
      reservation.settle(undefined),
    ]);
    expect(charges.map(({ inputTokens }) => inputTokens)).toEqual([40, 40, 40]);
    expect(await reservation.settle('not-called')).toMatchObject({ inputTokens: 40 });
    expect(await tokens()).toEqual(['perDay 40 + 0']);
  });

  test('gives no cost for a model without a price', async () => {
    const { spending } = await playSpending({ prices: undefined });
    const reservation = await spending.reserve(request(100));
    expect(await reservation!.settle(undefined)).toEqual({ inputTokens: 100, outputTokens: 0, microCost: undefined });
  });
});

describe('days', () => {
  test('begin anew with the clock, except for sessions', async () => {
    const cap = { tokens: 100 };
    const play = await playSpending({ caps: { perDay: cap, perClient: cap, perSession: cap } });
    await play.spending.reserve(request(60, 0, { payer: EVERYBODY }));
    play.day = '2026-11-23';
    expect(await play.tokens(EVERYBODY)).toEqual(['perDay 0 + 0', 'perClient 0 + 0', 'perSession 0 + 60']);
    expect(await play.spending.reserve(request(60, 0, { payer: EVERYBODY }))).toBeUndefined();
    expect(play.refusals).toMatchObject([{ cap: 'perSession' }]);
  });

  test('keep the calls that began on them, however late these end', async () => {
    const play = await playSpending();
    const reservation = await play.spending.reserve(request(100));
    play.day = '2026-11-23';
    await play.spending.reserve(request(7));
    await reservation!.settle({ inputTokens: 30, outputTokens: 0 });
    expect(await play.tokens()).toEqual(['perDay 0 + 7']);
    expect(await play.spending.totals({ day: '2026-11-22' })).toMatchObject([
      { settled: { tokens: 30 }, reserved: { tokens: 0 } },
    ]);
  });

  test('are forgotten after 35 of them', async () => {
    for (const [day, left] of [
      ['2026-12-27', 10],
      ['2026-12-28', 0],
    ] as const) {
      const play = await playSpending();
      await play.spending.reserve(request(10));
      play.day = day;
      await play.spending.reserve(request(1));
      const [old] = await play.spending.totals({ day: '2026-11-22' });
      expect([day, old?.reserved.tokens]).toEqual([day, left]);
    }
  });

  test('are swept once each, with the first call of the next', async () => {
    const swept: string[] = [];
    const play = await playSpending({
      plant: (sound) => ({
        deleteBefore: (day) => {
          swept.push(day);
          return sound.deleteBefore(day);
        },
      }),
    });
    for (const day of ['2026-11-22', '2026-11-22', '2026-11-23', '2026-11-23']) {
      play.day = day;
      await play.spending.reserve(request(1));
    }
    expect(swept).toEqual(['2026-10-18', '2026-10-19']);
  });

  test.each(['', '2026-11', '2026-11-31', '22.11.2026', '2026-11-22T00:00:00Z'])(
    'must be days: nothing is called on `%s`',
    async (day) => {
      const play = await playSpending();
      play.day = day;
      await expect(play.spending.reserve(request(1))).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
      await expect(play.spending.totals({ day })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    },
  );
});
