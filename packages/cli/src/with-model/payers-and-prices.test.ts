import type { CapName } from '@ibid/core/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { billOf, PRICES } from './money-fixture.ts';
import { MODEL, openModelEngine, type ModelEngine } from './model-engine-fixture.ts';
import { PUMP_PAGES, PUMP_QUESTION, wordingModel } from './pump-pages-fixture.ts';
import { serveModel, type ServedModel } from './served-model-fixture.ts';

/** Enough for one call at a time, and then not for another one. */
const ONE_CALL = 3_000;
const SITE_KEYS = ['site-a', 'site-b'];

type Ask = (served: ServedModel) => Promise<string>;

const faultOf = async (response: Response): Promise<string> => {
  const { model } = (await response.json()) as { model: { fault: string | null } };
  return model.fault ?? 'whole';
};
const byHeader =
  (header: string) =>
  (value: string): Ask =>
  async (served) =>
    faultOf(await served.post('/api/ask', { query: PUMP_QUESTION }, { [header]: value }));

/** One payer for each name, whose later questions go on its account. */
const PAYERS: Readonly<Record<Exclude<CapName, 'perDay'>, (name: string) => Ask>> = {
  perClient: byHeader('x-forwarded-for'),
  perSiteKey: byHeader('x-ibid-site-key'),
  perSession() {
    let session: string | undefined;
    return async (served) => {
      const asked = { query_text: PUMP_QUESTION, score_threshold: 0, session_id: session };
      const reply = (await (await served.post('/api/agent/query', asked)).json()) as {
        conversation_id: string;
        warnings: readonly string[];
      };
      session = reply.conversation_id;
      return reply.warnings.some((warning) => warning.startsWith('model_over_budget')) ? 'over-budget' : 'whole';
    };
  },
};
const NAMES: Readonly<Record<keyof typeof PAYERS, readonly [string, string]>> = {
  perClient: ['203.0.113.1', '203.0.113.2'],
  perSiteKey: ['site-a', 'site-b'],
  perSession: ['', ''],
};

test.each(Object.keys(PAYERS) as (keyof typeof PAYERS)[])('a cap %s stops its own payer alone', async (cap) => {
  await using place = await openModelEngine({
    pages: PUMP_PAGES,
    answer: wordingModel,
    caps: { [cap]: { tokens: ONE_CALL } },
    deadlines: { firstTokenMs: 20_000, idleMs: 20_000, totalMs: 60_000 },
  });
  await using served = await serveModel(place.engine, { siteKeys: SITE_KEYS, trustedProxies: 1 });
  const [one, other] = NAMES[cap].map((name) => PAYERS[cap](name)) as [Ask, Ask];
  expect([await one(served), await one(served), await other(served), await one(served), await other(served)]).toEqual([
    'whole',
    'over-budget',
    'whole',
    'over-budget',
    'over-budget',
  ]);
  expect(place.service.requests).toHaveLength(2);
});

describe('what answers cost', () => {
  let place: ModelEngine;
  let served: ServedModel;
  let told: readonly { readonly cost: number; readonly currency: string; readonly calls: number }[];

  beforeAll(async () => {
    let calls = 0;
    place = await openModelEngine({
      pages: PUMP_PAGES,
      // One that searches first, and one that stops in the middle and says what it cost.
      answer: (call) => {
        calls += 1;
        if (calls === 1) return { kind: 'tool', name: 'search_docs', arguments: '{"query_text":"oil"}' };
        return calls === 4 ? { kind: 'fault', fault: 'finish-length' } : wordingModel(call);
      },
      prices: PRICES,
      deadlines: { firstTokenMs: 20_000, idleMs: 20_000, totalMs: 60_000 },
    });
    served = await serveModel(place.engine);
    const replies: { model: (typeof told)[number] }[] = [];
    for (let question = 0; question < 3; question += 1) {
      replies.push(
        (await (await served.post('/api/ask', { query: PUMP_QUESTION })).json()) as (typeof replies)[number],
      );
    }
    told = replies.map(({ model }) => model);
  });
  afterAll(async () => {
    await served[Symbol.asyncDispose]();
    await place[Symbol.asyncDispose]();
  });

  test('is told with each answer, call by call, as the service bills it', () => {
    expect(told.map(({ calls }) => calls)).toEqual([2, 1, 1]);
    let from = 0;
    const expected = told.map(({ calls }) => {
      const { microCost } = billOf({ requests: place.service.requests.slice(from, (from += calls)) });
      return { cost: microCost / 1_000_000, currency: 'USD' };
    });
    expect(told.map(({ cost, currency }) => ({ cost, currency }))).toEqual(expected);
  });

  test('adds up to the metrics and to the ledger', async () => {
    const { tokens, microCost } = billOf(place.service);
    expect(await served.metric('ibid_model_cost_total', `model="${MODEL}",currency="USD"`)).toBeCloseTo(
      microCost / 1_000_000,
      9,
    );
    expect(await served.metric('ibid_model_tokens_total')).toBe(tokens);
    expect(await served.metric('ibid_model_calls_total', 'result="stopped"')).toBe(1);
    expect((await place.budget.totals())[0]).toMatchObject({ settled: { tokens, microCost }, reserved: { tokens: 0 } });
  });
});
