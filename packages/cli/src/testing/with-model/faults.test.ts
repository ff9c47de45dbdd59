/** A reader sees of a failing model a whole answer, a true beginning with extracts, or extracts alone, and is told so. */
import type { ModelFaultMode, ModelScript } from '@ibid/testkit';
import { expect, test } from 'vitest';
import { openModelEngine, type ModelEngine } from './model-engine.ts';
import { PUMP_PAGES, PUMP_QUESTION, PUMP_SELECTION, PUMP_TRUTH, wordedAnswer, wordingModel } from './pump-pages.ts';

interface FaultCase {
  readonly fault: ModelFaultMode;
  /** `whole`: all of a good answer, because the fault is harmless; `part`: its beginning; `nothing`: extracts alone. */
  readonly shows: 'whole' | 'part' | 'nothing';
  readonly afterBytes?: number;
  /** True if the model searches before it fails. */
  readonly searches?: true;
}

const CASES: readonly FaultCase[] = [
  { fault: '400-no-tools', shows: 'whole' },
  { fault: 'cut-clean', afterBytes: 4_011, shows: 'part' },
  { fault: 'finish-length', shows: 'part', searches: true },
  { fault: '500', shows: 'nothing' },
  { fault: 'hang-before-headers', shows: 'nothing' },
];

const TOLD = {
  whole: { isWorded: true, isBrokenOff: false, fallbacks: 0, hasFault: false, hasMessage: false, warnings: [] },
  part: {
    isWorded: true,
    isBrokenOff: true,
    fallbacks: 1,
    hasFault: true,
    hasMessage: true,
    warnings: [expect.stringMatching(/its answer is not complete$/u)],
  },
  nothing: {
    isWorded: false,
    isBrokenOff: false,
    fallbacks: 1,
    hasFault: true,
    hasMessage: true,
    warnings: [expect.stringMatching(/the pages are quoted directly$/u)],
  },
};

const PAGES = Object.values(PUMP_PAGES);
const SEARCH = { kind: 'tool', name: 'search_docs', arguments: '{"query_text":"pump oil"}' } as const;

function openCase({ fault, afterBytes, searches }: Omit<FaultCase, 'shows'>): Promise<ModelEngine> {
  const answer: ModelScript = (call) => {
    if (searches === true && call.toolResults.length === 0) return SEARCH;
    const of = { kind: 'text', text: wordedAnswer(call) } as const;
    return { kind: 'fault', of, fault, ...(afterBytes === undefined ? {} : { afterBytes }) };
  };
  const deadlines = fault.includes('hang') ? { firstTokenMs: 1_000 } : {};
  // Pauses between calls are skipped; waiting would test nothing more.
  return openModelEngine({ pages: PUMP_PAGES, answer, deadlines, sleep: async () => {} });
}

test.each(CASES)('$fault shows $shows of the answer', async ({ shows, ...of }) => {
  await using place = await openCase(of);
  const events = await place.events(PUMP_QUESTION);
  const last = events.at(-1)!;
  if (last.type !== 'run-end') throw new Error(`The run ends with ${JSON.stringify(last)}`);
  const { statements, citations, message, warnings, answerer, outcome, model } = last.answer;

  expect(events.flatMap((event) => (event.type === 'statement-verified' ? [event.statement] : []))).toEqual(statements);
  expect(statements.filter(({ text }) => !PUMP_TRUTH.has(text))).toEqual([]);
  expect(citations.filter(({ quote }) => !PAGES.some((page) => page.includes(quote)))).toEqual([]);

  const types = events.map(({ type }) => type);
  expect({
    isWorded: answerer.startsWith('agent/'),
    isBrokenOff: types.indexOf('statement-verified') < types.indexOf('fallback-start'),
    fallbacks: types.filter((type) => type === 'fallback-start').length,
    hasFault: model!.fault !== undefined,
    hasMessage: message !== '',
    warnings: warnings.filter(({ code }) => code.startsWith('model_')).map(({ text }) => text),
  }).toEqual(TOLD[shows]);

  place.service.answerWith(wordingModel);
  const full = {
    whole: () => place.ask(PUMP_QUESTION),
    part: () => last.answer,
    nothing: () => place.extract(PUMP_QUESTION),
  };
  const like = await full[shows]();
  expect({ outcome, statements, citations }).toEqual({
    outcome: like.outcome,
    statements: like.statements,
    citations: like.citations,
  });
});

test('what is asked of a selection is answered from it alone when a model fails', async () => {
  await using place = await openCase({ fault: 'cut-clean' });
  const { citations, outcome } = await place.ask(PUMP_QUESTION, { selection: { text: PUMP_SELECTION } });
  expect(outcome).toBe('answered');
  expect(citations.filter(({ quote }) => !PUMP_SELECTION.includes(quote))).toEqual([]);
});
