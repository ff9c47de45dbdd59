import type { PriceTable } from '@ibid/core/types';
import { memoryState } from '@ibid/drivers/state/state';
import { seededRandom, type ModelScript, type ModelService } from '@ibid/testkit';
import { expect, test } from 'vitest';
import { MODEL, openModelEngine } from './model-engine.ts';
import { PUMP_PAGES, PUMP_QUESTION, wordedAnswer, wordingModel } from './pump-pages.ts';
import { serveModel, type ServedModel } from './served-model.ts';

const CHEAPER = 'gemini-2.0-flash-lite';
/** The second model costs a tenth. */
const PRICES: PriceTable = {
  currency: 'USD',
  models: { [MODEL]: { input: 2, output: 8 }, [CHEAPER]: { input: 0.2, output: 0.8 } },
};

/** Tokens and millionths as counted by the service itself, whatever it reported. Each call is rounded up. */
function billOf(requests: ModelService['requests']): { readonly tokens: number; readonly microCost: number } {
  let [tokens, microCost] = [0, 0];
  for (const { call, billed } of requests) {
    const { input, output } = PRICES.models[call?.model ?? ''] ?? { input: 0, output: 0 };
    tokens += billed.inputTokens + billed.outputTokens;
    microCost += Math.ceil(billed.inputTokens * input + billed.outputTokens * output);
  }
  return { tokens, microCost };
}

/** A model whose answers take some time and whose usage reports are partly wrong. */
function doubtfulModel(seed: number): ModelScript {
  const random = seededRandom(seed);
  const faults = ['usage-missing', 'usage-zero', 'usage-huge', 'cut-clean', 'finish-length'] as const;
  return (call) => {
    const of = { kind: 'text', text: wordedAnswer(call), everyMs: Math.floor(random() * 3) } as const;
    const fault = faults[Math.floor(random() * 15)];
    return fault === undefined ? of : { kind: 'fault', fault, of };
  };
}

test('sixty questions at once never cost more than the day may, and go from the model to the cheaper one to extracts', async () => {
  // Enough for about thirty calls in progress at once.
  const microCap = 62_500;
  await using place = await openModelEngine({
    pages: PUMP_PAGES,
    answer: doubtfulModel(1),
    cheaper: CHEAPER,
    caps: { perDay: { cost: microCap / 1_000_000 } },
    prices: PRICES,
  });
  const extract = await place.extract(PUMP_QUESTION);
  const answers = await Promise.all(Array.from({ length: 60 }, () => place.ask(PUMP_QUESTION)));
  const [totals] = await place.budget.totals();
  const { microCost } = billOf(place.service.requests);
  expect(microCost).toBeLessThanOrEqual(microCap);
  expect(totals!.settled.microCost).toBeGreaterThanOrEqual(microCost);
  expect(totals!.reserved).toMatchObject({ tokens: 0, microCost: 0 });
  for (const { outcome, message, statements, model } of answers) {
    expect(outcome).toBe('answered');
    if (model?.fault !== 'over-budget') continue;
    expect(statements).toEqual(extract.statements);
    expect(message).not.toBe('');
  }
  const sources = answers.map(({ answerer, model }) => (answerer.startsWith('agent/') ? model!.model : 'extracts'));
  expect(sources).toEqual(expect.arrayContaining([MODEL, CHEAPER, 'extracts']));
});

test('a ledger that cannot be written lets nothing be called', async () => {
  const closed = memoryState();
  await closed[Symbol.asyncDispose]();
  await using place = await openModelEngine({ pages: PUMP_PAGES, answer: wordingModel, ledger: closed.ledger });
  const { statements } = await place.extract(PUMP_QUESTION);
  expect(await place.ask(PUMP_QUESTION)).toMatchObject({ statements, model: { fault: 'unpaid', calls: [] } });
  expect(place.service.requests).toEqual([]);
});

/** Asks once as one payer; returns whether the model answered wholly or why it did not. */
type Ask = (served: ServedModel) => Promise<string>;

const byHeader =
  (header: string) =>
  (value: string): Ask =>
  async (served) => {
    const response = await served.post('/api/ask', { query: PUMP_QUESTION }, { [header]: value });
    const { model } = (await response.json()) as { model: { fault: string | null } };
    return model.fault ?? 'whole';
  };

function inSession(): Ask {
  let session: string | undefined;
  return async (served) => {
    const body = { query_text: PUMP_QUESTION, score_threshold: 0, session_id: session };
    const reply = (await (await served.post('/api/agent/query', body)).json()) as {
      conversation_id: string;
      warnings: readonly string[];
    };
    session = reply.conversation_id;
    return reply.warnings.some((warning) => warning.startsWith('model_over_budget')) ? 'over-budget' : 'whole';
  };
}

test.each([
  ['perClient', byHeader('x-forwarded-for')('203.0.113.1'), byHeader('x-forwarded-for')('203.0.113.2')],
  ['perSiteKey', byHeader('x-ibid-site-key')('site-a'), byHeader('x-ibid-site-key')('site-b')],
  ['perSession', inSession(), inSession()],
] as const)('a cap %s stops its own payer alone', async (cap, one, other) => {
  await using place = await openModelEngine({
    pages: PUMP_PAGES,
    answer: wordingModel,
    // Enough for one call, but not for a second one.
    caps: { [cap]: { tokens: 3_000 } },
  });
  await using served = await serveModel(place.engine, { siteKeys: ['site-a', 'site-b'], trustedProxies: 1 });
  const results = [await one(served), await one(served), await other(served), await one(served), await other(served)];
  expect(results).toEqual(['whole', 'over-budget', 'whole', 'over-budget', 'over-budget']);
  expect(place.service.requests).toHaveLength(2);
});

test('each answer says what it cost as the service bills it, and metrics and ledger hold the sum', async () => {
  let calls = 0;
  await using place = await openModelEngine({
    pages: PUMP_PAGES,
    // A model that searches first, and one that stops in the middle and reports its usage.
    answer: (call) => {
      calls += 1;
      if (calls === 1) return { kind: 'tool', name: 'search_docs', arguments: '{"query_text":"oil"}' };
      return calls === 4 ? { kind: 'fault', fault: 'finish-length' } : wordingModel(call);
    },
    prices: PRICES,
  });
  await using served = await serveModel(place.engine);
  let from = 0;
  for (const made of [2, 1, 1]) {
    const { model } = (await (await served.post('/api/ask', { query: PUMP_QUESTION })).json()) as { model: object };
    const { microCost } = billOf(place.service.requests.slice(from, (from += made)));
    expect(model).toMatchObject({ calls: made, cost: microCost / 1_000_000, currency: 'USD' });
  }
  const { tokens, microCost } = billOf(place.service.requests);
  const cost = await served.metric('ibid_model_cost_total', `model="${MODEL}",currency="USD"`);
  expect(cost).toBeCloseTo(microCost / 1_000_000, 9);
  expect(await served.metric('ibid_model_tokens_total')).toBe(tokens);
  expect(await served.metric('ibid_model_calls_total', 'result="stopped"')).toBe(1);
  expect((await place.budget.totals())[0]).toMatchObject({ settled: { tokens, microCost }, reserved: { tokens: 0 } });
});
