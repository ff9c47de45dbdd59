/** Whatever a model service does wrong, the reader gets a whole answer, a true beginning with extracts, or extracts alone, and is told so. */
import type { Answer, AnswerEvent } from '@ibid/core/types';
import { MODEL_FAULTS_SERVED, type ModelFaultMode, type ModelScript } from '@ibid/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { openModelEngine, type ModelEngine } from './model-engine.ts';
import { PUMP_PAGES, PUMP_QUESTION, PUMP_SELECTION, PUMP_TRUTH, wordedAnswer, wordingModel } from './pump-pages.ts';

interface FaultCase {
  /** Name of the model; unique per case. */
  readonly name: string;
  readonly script: ModelScript;
  /** `whole`: all of a good answer, because the fault is harmless; `part`: its beginning; `nothing`: extracts alone. */
  readonly shows: 'whole' | 'part' | 'nothing';
  /** Maximum number of the model's calls, including searches. */
  readonly mostCalls: number;
  /** A silent service gets shorter deadlines. */
  readonly isSilent?: boolean;
}

const HARMLESS: readonly ModelFaultMode[] = ['400-no-tools', 'usage-missing', 'usage-zero', 'usage-huge'];
const LATE: readonly ModelFaultMode[] = [
  'stall-after-first-token',
  'cut-clean',
  'cut-reset',
  'finish-length',
  'finish-content-filter',
];
const SEARCH = { kind: 'tool', name: 'search_docs', arguments: '{"query_text":"pump oil"}' } as const;

const faultCase = (fault: ModelFaultMode, afterBytes?: number): FaultCase => ({
  name: afterBytes === undefined ? fault : `${fault} after ${afterBytes} bytes`,
  script: (call) => {
    const of = { kind: 'text', text: wordedAnswer(call) } as const;
    return { kind: 'fault', of, fault, ...(afterBytes === undefined ? {} : { afterBytes }) };
  },
  shows: HARMLESS.includes(fault) ? 'whole' : LATE.includes(fault) ? 'part' : 'nothing',
  mostCalls: fault.includes('tool') ? 4 : 2,
  isSilent: fault.includes('hang') || fault.includes('stall'),
});

const afterSearch = ({ name, script, shows, mostCalls }: FaultCase): FaultCase => ({
  name: `${name} after a search`,
  script: (call) => (call.toolResults.length > 0 || call.tools.length === 0 ? script(call) : SEARCH),
  shows,
  mostCalls: mostCalls + 1,
});

const CASES: readonly FaultCase[] = [
  ...MODEL_FAULTS_SERVED.map((fault) => faultCase(fault)),
  ...(['cut-reset', '500', 'finish-length', 'null-content'] as const).map((fault) => afterSearch(faultCase(fault))),
  // In the head, within words and between sentences.
  ...Array.from({ length: 20 }, (_, at) => faultCase(at % 5 === 0 ? 'cut-reset' : 'cut-clean', 1 + at * 401)),
];

const PAGES = Object.values(PUMP_PAGES);
/** Pauses between calls are skipped; waiting would test nothing more. */
const noPause = async (): Promise<void> => {};
let well: ModelEngine;
/** Answers by a model without faults, and without a model. */
let whole: Answer;
let extract: Answer;
beforeAll(async () => {
  const scripts = new Map(CASES.map(({ name, script }) => [name, script]));
  well = await openModelEngine({
    pages: PUMP_PAGES,
    answer: (call) => (scripts.get(call.model) ?? wordingModel)(call),
    served: CASES.map(({ name }) => name),
  });
  [whole, extract] = [await well.ask(PUMP_QUESTION), await well.extract(PUMP_QUESTION)];
});
afterAll(() => well[Symbol.asyncDispose]());

/** An engine over the same index and service, with a model, ledger and circuit breaker of its own. */
function openCase({ name, isSilent = false }: Pick<FaultCase, 'name' | 'isSilent'>) {
  const deadlines = isSilent ? { firstTokenMs: 1_000, idleMs: 1_000 } : {};
  return openModelEngine({ pages: {}, answer: wordingModel, beside: well, model: name, deadlines, sleep: noPause });
}

const said = (events: readonly AnswerEvent[]) =>
  events.flatMap((event) => (event.type === 'statement-verified' ? [event.statement] : []));

test.concurrent.for(CASES)('$name shows $shows of the answer', async (of, { expect }) => {
  await using place = await openCase(of);
  const events = await place.events(PUMP_QUESTION);
  const last = events.at(-1)!;
  if (last.type !== 'run-end') throw new Error(`The run ends with ${JSON.stringify(last)}`);
  const { statements, citations, message, warnings, answerer, outcome, model } = last.answer;
  const calls = model?.calls ?? [];

  expect(said(events)).toEqual(statements);
  expect(statements.filter(({ text }) => !PUMP_TRUTH.has(text))).toEqual([]);
  expect(citations.filter(({ quote }) => !PAGES.some((page) => page.includes(quote)))).toEqual([]);

  const served = place.service.requests.filter(({ body }) => (body as { model?: unknown }).model === of.name);
  expect(served.length).toBeLessThanOrEqual(calls.length);
  expect(calls.length).toBeLessThanOrEqual(of.mostCalls);
  expect(place.service.requests.filter(({ isElsewhere }) => isElsewhere)).toEqual([]);
  const [totals] = await place.budget.totals();
  expect(totals!.reserved.tokens).toBe(0);
  expect(totals!.settled.tokens).toBe(calls.reduce((sum, call) => sum + call.inputTokens + call.outputTokens, 0));
  const billed = served.reduce((sum, { billed: by }) => sum + by.inputTokens + by.outputTokens, 0);
  expect(totals!.settled.tokens).toBeGreaterThanOrEqual(billed);

  if (of.shows === 'whole') {
    expect({ outcome, statements, citations, message }).toEqual({
      outcome: whole.outcome,
      statements: whole.statements,
      citations: whole.citations,
      message: '',
    });
    return;
  }
  const fallback = events.findIndex(({ type }) => type === 'fallback-start');
  expect(events.filter(({ type }) => type === 'fallback-start')).toHaveLength(1);
  expect(model!.fault).toBeDefined();
  expect(message).not.toBe('');
  const isBrokenOff = said(events.slice(0, fallback)).length > 0;
  expect(isBrokenOff && of.shows === 'nothing').toBe(false);
  expect(answerer.startsWith('agent/')).toBe(isBrokenOff);
  const told = isBrokenOff ? 'its answer is not complete' : 'the pages are quoted directly';
  expect(warnings.filter(({ code, text }) => code.startsWith('model_') && text.endsWith(told))).toHaveLength(1);
  if (isBrokenOff) return;
  expect({ outcome, statements, citations }).toEqual({
    outcome: extract.outcome,
    statements: extract.statements,
    citations: extract.citations,
  });
});

test.for(['usage-missing', 'cut-clean', '429'])(
  'what is asked of a selection is answered from it alone: %s',
  async (name, { expect }) => {
    await using place = await openCase({ name });
    const { citations, outcome } = await place.ask(PUMP_QUESTION, { selection: { text: PUMP_SELECTION } });
    expect(outcome).toBe('answered');
    expect(citations.filter(({ quote }) => !PUMP_SELECTION.includes(quote))).toEqual([]);
  },
);
