import { seededRandom } from '@ibid/testkit';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { playSpending, request } from './spending-fixture.ts';

test('a service that counts half as much again as it was allowed passes the cap by one call at most, once it is known', async () => {
  const cap = 100_000;
  const play = await playSpending({ caps: { perDay: { tokens: cap } } });
  const { spending } = play;
  const next = seededRandom(5);
  let counted = 0;
  for (let refused = 0; refused < 50;) {
    const asked = 10 + 2 * Math.floor(next() * 400);
    const reservation = await spending.reserve(request(asked));
    if (reservation === undefined) refused++;
    else counted += (await reservation.settle({ inputTokens: asked * 1.5, outputTokens: 0 })).inputTokens;
  }
  // Only the first call was reserved too low, and the cap had enough left for it.
  expect(counted).toBeLessThanOrEqual(cap);
  expect(counted).toBeGreaterThan(cap * 0.95);
});

test('no cap of any payer is ever passed, and every sum is that of what was charged, in any history', async () => {
  const few = fc.constantFrom('1', '2');
  const step = fc.record({
    input: fc.integer({ min: 1, max: 60 }),
    output: fc.nat(60),
    payer: fc.record({ client: few, siteKey: few, session: few }, { requiredKeys: [] }),
    /** Share of the reservation. */
    used: fc.option(fc.double({ min: 0.1, max: 1, noNaN: true }), { nil: undefined }),
    settlesAfter: fc.nat(4),
  });
  const caps = {
    perDay: { tokens: 900, cost: 0.0002 },
    perSiteKey: { tokens: 600 },
    perClient: { cost: 0.0001 },
    perSession: { tokens: 300 },
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const { spending } = await playSpending({ caps });
      const open: { readonly at: number; settle(): Promise<unknown> }[] = [];
      let charged = 0;
      for (const [i, { input, output, payer, used, settlesAfter }] of steps.entries()) {
        const reservation = await spending.reserve(request(input, output, { payer }));
        const share = (tokens: number): number => Math.ceil(tokens * used!);
        const usage = used === undefined ? undefined : { inputTokens: share(input), outputTokens: share(output) };
        if (reservation !== undefined) {
          open.push({
            at: i + settlesAfter,
            async settle() {
              const charge = await reservation.settle(usage);
              charged += charge.inputTokens + charge.outputTokens;
            },
          });
        }
        for (const one of open) if (one.at === i) await one.settle();
        for (const { maxTokens, maxMicroCost, settled, reserved } of await spending.totals({ payer })) {
          expect(settled.tokens + reserved.tokens).toBeLessThanOrEqual(maxTokens ?? Number.MAX_SAFE_INTEGER);
          expect(settled.microCost + reserved.microCost).toBeLessThanOrEqual(maxMicroCost ?? Number.MAX_SAFE_INTEGER);
        }
      }
      for (const one of open) if (one.at >= steps.length) await one.settle();
      const [day] = await spending.totals();
      expect([day?.settled.tokens, day?.reserved.tokens]).toEqual([charged, 0]);
    }),
  );
});
