import type { Answer, CapName, PriceTable, Spending, SpendingCaps } from '@ibid/core/types';
import { memoryState } from '@ibid/drivers/state/state';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seededRandom, type ModelScript, type ModelService } from '@ibid/testkit';
import { MODEL, openModelEngine, type ModelEngine, type ModelEngineOptions } from './model-engine.ts';
import { PUMP_PAGES, PUMP_QUESTION, wordedAnswer, wordingModel } from './pump-pages.ts';

import { serveModel, type ServedModel } from './served-model.ts';

const CHEAPER = 'gemini-2.0-flash-lite';
/** The second model costs a tenth. */
const PRICES: PriceTable = {
  currency: 'USD',
  models: { [MODEL]: { input: 2, output: 8 }, [CHEAPER]: { input: 0.2, output: 0.8 } },
};

/** A model whose answers take some time and whose usage reports are partly wrong. */
function doubtfulModel(seed: number): ModelScript {
  const random = seededRandom(seed);
  return (call) => {
    const of = { kind: 'text', text: wordedAnswer(call), everyMs: Math.floor(random() * 3) } as const;
    const roll = random();
    if (roll < 0.1) return { kind: 'fault', fault: 'usage-missing', of };
    if (roll < 0.2) return { kind: 'fault', fault: 'usage-zero', of };
    if (roll < 0.25) return { kind: 'fault', fault: 'usage-huge', of };
    if (roll < 0.3) return { kind: 'fault', fault: 'cut-clean', of };
    if (roll < 0.35) return { kind: 'fault', fault: 'finish-length', of };
    return of;
  };
}

interface Bill {
  readonly tokens: number;
  /** Millionths; each call is rounded up. */
  readonly microCost: number;
}

/** Usage counted by the service itself, whatever it reported. */
function billOf({ requests }: Pick<ModelService, 'requests'>): Bill {
  const bills = requests.map(({ call, billed: { inputTokens, outputTokens } }) => {
    const { input, output } = PRICES.models[call?.model ?? ''] ?? { input: 0, output: 0 };
    return { tokens: inputTokens + outputTokens, microCost: Math.ceil(inputTokens * input + outputTokens * output) };
  });
  return {
    tokens: bills.reduce((sum, { tokens }) => sum + tokens, 0),
    microCost: bills.reduce((sum, { microCost }) => sum + microCost, 0),
  };
}

const QUESTIONS = 60;
/** Milliseconds over which the questions are spread. */
const SPREAD_MS = 100;
const AFTERWARDS_AT_ONCE = 6;
/** Enough for about thirty calls in progress at once. */
const CAPS = { tokens: { perDay: { tokens: 40_000 } }, cost: { perDay: { cost: 0.0625 } } } satisfies Record<
  string,
  SpendingCaps
>;

/** More than is reserved for one call; the cost is that of the cheaper model. */
const ONE_CALL = { tokens: 3_000, microCost: 1_500 };
const NOTHING = { inputTokens: 0, outputTokens: 0, microCost: 0 };
const GENEROUS: Spending = {
  reserve: async () => Promise.resolve({ settle: async () => Promise.resolve(NOTHING) }),
};

interface Rush {
  readonly findings: readonly string[];
  readonly bill: Bill;
  /** Sources of the answers. */
  readonly by: ReadonlySet<string>;
}

async function rush(seed: number, caps: SpendingCaps, plant: Pick<ModelEngineOptions, 'spending'> = {}): Promise<Rush> {
  await using place = await openModelEngine({
    pages: PUMP_PAGES,
    answer: doubtfulModel(seed),
    cheaper: CHEAPER,
    caps,
    prices: PRICES,
    deadlines: { firstTokenMs: 20_000, idleMs: 20_000, totalMs: 60_000 },
    ...plant,
  });
  const random = seededRandom(seed);
  const extract = await place.extract(PUMP_QUESTION);
  const answers = await Promise.all(
    Array.from({ length: QUESTIONS }, async () => {
      await wait(random() * SPREAD_MS);
      return place.ask(PUMP_QUESTION).catch((error: unknown) => String(error));
    }),
  );
  // Spend what finished calls had reserved but not used, until no further call can be paid for.
  const askOn = async (): Promise<void> => {
    let answer: Answer;
    do answers.push((answer = await place.ask(PUMP_QUESTION)));
    while (answer.model?.fault !== 'over-budget');
  };
  if (plant.spending === undefined) await Promise.all(Array.from({ length: AFTERWARDS_AT_ONCE }, askOn));
  const [totals] = await place.budget.totals();
  const { settled, reserved } = totals!;
  const bill = billOf(place.service);
  const { tokens = Infinity, cost = Infinity } = caps.perDay ?? {};
  const found = answers.flatMap((answer) => answerFindings(answer, extract));
  if (bill.tokens > tokens || bill.microCost > cost * 1_000_000)
    found.push(`the service bills ${bill.tokens}, ${bill.microCost}`);
  if (reserved.tokens !== 0 || reserved.microCost !== 0) found.push('money stays reserved');
  if (settled.tokens < bill.tokens || settled.microCost < bill.microCost)
    found.push('less was written down than billed');
  const left = { tokens: tokens - settled.tokens, microCost: cost * 1_000_000 - settled.microCost };
  if (left.tokens > ONE_CALL.tokens && left.microCost > ONE_CALL.microCost)
    found.push('there was money for another call');
  const by = answers.flatMap((answer) => (typeof answer === 'string' ? [] : [giverOf(answer)]));
  return { findings: [...new Set(found)], bill, by: new Set(by) };
}

function answerFindings(answer: Answer | string, extract: Answer): readonly string[] {
  if (typeof answer === 'string') return [answer];
  const isEmpty = answer.outcome !== 'answered' || answer.statements.length === 0;
  if (answer.model?.fault !== 'over-budget') return isEmpty ? ['an empty answer'] : [];
  const isSame = JSON.stringify(answer.statements) === JSON.stringify(extract.statements);
  return isSame && answer.message !== '' ? [] : ['without money the answer is not the one without a model'];
}

/** Answers by a model that replaced a failed one are counted separately. */
function giverOf({ model, answerer }: Answer): string {
  if (!answerer.startsWith('agent/')) return 'extracts';
  return model?.calls.length === 1 ? model.model : 'another call';
}

describe(`${QUESTIONS} questions at once, at the edge of a cap`, () => {
  test('never cost more tokens than the day may, and all are answered', async () => {
    const { findings, by } = await rush(1, CAPS.tokens);
    expect(findings).toEqual([]);
    expect([...by]).toEqual(expect.arrayContaining([MODEL, 'extracts']));
  });

  test('never cost more money than the day may, and go from the model to the cheaper one to extracts', async () => {
    const { findings, by } = await rush(1, CAPS.cost);
    expect(findings).toEqual([]);
    expect([...by]).toEqual(expect.arrayContaining([MODEL, CHEAPER, 'extracts']));
  });
});

test('spending that never refuses is found out (planted)', async () => {
  const { findings } = await rush(1, CAPS.tokens, { spending: () => GENEROUS });
  expect(findings.join()).toMatch(/the service bills \d+/u);
});

test('a ledger that cannot be written lets nothing be called', async () => {
  const closed = memoryState();
  await closed[Symbol.asyncDispose]();
  await using place = await openModelEngine({ pages: PUMP_PAGES, answer: wordingModel, ledger: closed.ledger });
  const answer = await place.ask(PUMP_QUESTION);
  const extract = await place.extract(PUMP_QUESTION);
  expect(answer).toMatchObject({ statements: extract.statements, model: { fault: 'unpaid', calls: [] } });
  expect(place.service.requests).toEqual([]);
});

/** Enough for one call at a time, but not for a second one. */
const ONE_PAYER_CAP = 3_000;
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

/** Makes payers by name; later questions under a name are charged to the same account. */
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
    caps: { [cap]: { tokens: ONE_PAYER_CAP } },
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
      // A model that searches first, and one that stops in the middle and reports its usage.
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
