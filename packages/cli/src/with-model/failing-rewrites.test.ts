import type { ModelFaultMode, ModelScript } from '@ibid/testkit';
import { expect, test } from 'vitest';
import { openModelEngine } from './model-engine-fixture.ts';
import { billOf } from './money-fixture.ts';
import { PUMP_PAGES, wordingModel } from './pump-pages-fixture.ts';

const FOLLOW_UP = 'And how often is its filter changed?';
const HISTORY = [
  { role: 'reader', text: 'How often does the pump need fresh oil?' },
  { role: 'assistant', text: 'The pump needs fresh oil every 90 days of use.' },
] as const;
const FAULTS: readonly ModelFaultMode[] = [
  'hang-before-headers',
  'stall-after-first-token',
  'cut-clean',
  'finish-length',
  '500',
  'null-content',
  'usage-missing',
];

/** The first call, which is to complete the question, fails; the one that answers does well. */
function failingOnce(fault: ModelFaultMode): ModelScript {
  return (call) => (call.index === 0 ? { kind: 'fault', fault } : wordingModel(call));
}

test.each(FAULTS)(
  'a question that cannot be completed by the model (%s) is completed by rules, and answered whole',
  async (fault) => {
    await using place = await openModelEngine({
      pages: PUMP_PAGES,
      answer: failingOnce(fault),
      rewriteMs: 1_000,
      deadlines: { firstTokenMs: 20_000, idleMs: 20_000, totalMs: 60_000 },
    });
    const plain = await place.extract(FOLLOW_UP, { history: HISTORY });
    const { asked, outcome, message, model } = await place.ask(FOLLOW_UP, { history: HISTORY });
    expect({ asked, outcome, message }).toEqual({ asked: plain.asked, outcome: 'answered', message: '' });
    expect(model?.fault).toBe(undefined);
    expect(model?.calls.map(({ purpose }) => purpose)).toEqual(['rewrite', 'answer']);
    const [totals] = await place.budget.totals();
    expect(totals!.reserved.tokens).toBe(0);
    expect(totals!.settled.tokens).toBeGreaterThanOrEqual(billOf(place.service).tokens);
  },
);
