import type { PriceTable } from '@ibid/core/types';
import { seededRandom, type ModelScript, type ModelService } from '@ibid/testkit';
import { MODEL } from './model-engine-fixture.ts';
import { wordedAnswer } from './pump-pages-fixture.ts';

export const CHEAPER = 'gemini-2.0-flash-lite';
/** The second one costs a tenth. */
export const PRICES: PriceTable = {
  currency: 'USD',
  models: { [MODEL]: { input: 2, output: 8 }, [CHEAPER]: { input: 0.2, output: 0.8 } },
};

/** A model whose answers take their time and whose reports cannot always be believed. */
export function doubtfulModel(seed: number): ModelScript {
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

export interface Bill {
  readonly tokens: number;
  /** Millionths, of each call rounded up. */
  readonly microCost: number;
}

/** What the service itself has counted, whatever it said. */
export function billOf({ requests }: Pick<ModelService, 'requests'>): Bill {
  const bills = requests.map(({ call, billed: { inputTokens, outputTokens } }) => {
    const { input, output } = PRICES.models[call?.model ?? ''] ?? { input: 0, output: 0 };
    return { tokens: inputTokens + outputTokens, microCost: Math.ceil(inputTokens * input + outputTokens * output) };
  });
  return {
    tokens: bills.reduce((sum, { tokens }) => sum + tokens, 0),
    microCost: bills.reduce((sum, { microCost }) => sum + microCost, 0),
  };
}
