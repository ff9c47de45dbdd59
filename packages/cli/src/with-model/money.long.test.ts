import type { Answer, Spending, SpendingCaps } from '@ibid/core/types';
import { memoryState } from '@ibid/drivers/state/state';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '@ibid/testkit';
import { billOf, CHEAPER, doubtfulModel, PRICES, type Bill } from './money-fixture.ts';
import { MODEL, openModelEngine, type ModelEngineOptions } from './model-engine-fixture.ts';
import { PUMP_PAGES, PUMP_QUESTION, wordingModel } from './pump-pages-fixture.ts';

const QUESTIONS = 1_000;
const SEEDS = [1, 2, 3];
/** In which they come. */
const SPREAD_MS = 400;
const AFTERWARDS_AT_ONCE = 6;
/** Some sixty calls can be under way at once. */
const CAPS = { tokens: { perDay: { tokens: 160_000 } }, cost: { perDay: { cost: 0.25 } } } satisfies Record<
  string,
  SpendingCaps
>;

/** More than is reserved for one call, of the cheaper model where money counts. */
const ONE_CALL = { tokens: 3_000, microCost: 1_500 };
const NOTHING = { inputTokens: 0, outputTokens: 0, microCost: 0 };
const GENEROUS: Spending = {
  reserve: async () => Promise.resolve({ settle: async () => Promise.resolve(NOTHING) }),
};

interface Rush {
  readonly findings: readonly string[];
  readonly bill: Bill;
  /** Answers by who gave them. */
  readonly by: ReadonlySet<string>;
}

async function rush(
  seed: number,
  caps: SpendingCaps,
  { questions = QUESTIONS, ...plant }: Pick<ModelEngineOptions, 'spending'> & { readonly questions?: number } = {},
): Promise<Rush> {
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
    Array.from({ length: questions }, async () => {
      await wait(random() * SPREAD_MS);
      return place.ask(PUMP_QUESTION).catch((error: unknown) => String(error));
    }),
  );
  // What the calls under way had reserved and did not need is spent too, to the last call that there is money for.
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

/** A model that stood in for one that failed does not count. */
function giverOf({ model, answerer }: Answer): string {
  if (!answerer.startsWith('agent/')) return 'extracts';
  return model?.calls.length === 1 ? model.model : 'another call';
}

describe.each(SEEDS)(`${QUESTIONS} questions at once, at the edge of a cap (seed %i)`, (seed) => {
  test('never cost more tokens than the day may, and all are answered', async () => {
    const { findings, by } = await rush(seed, CAPS.tokens);
    expect(findings).toEqual([]);
    expect([...by]).toEqual(expect.arrayContaining([MODEL, 'extracts']));
  });

  test('never cost more money than the day may, and go from the model to the cheaper one to extracts', async () => {
    const { findings, by } = await rush(seed, CAPS.cost);
    expect(findings).toEqual([]);
    expect([...by]).toEqual(expect.arrayContaining([MODEL, CHEAPER, 'extracts']));
  });
});

test('spending that never refuses is found out (planted)', async () => {
  const { findings } = await rush(1, CAPS.tokens, { questions: 250, spending: () => GENEROUS });
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
