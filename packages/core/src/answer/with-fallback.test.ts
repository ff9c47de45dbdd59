import { expect, test } from 'vitest';
import type { Answerer, Brief, DraftEvent } from '../types/answer.ts';
import { IbidError } from '../types/ibid-error.ts';
import { MODEL_FAULTS, type ModelCall } from '../types/model.ts';
import { END, openTestEngine } from './engine-fixture.ts';
import { extractiveAnswerer } from '../excerpt/extractive-answerer.ts';
import { modelFault, withFallback } from './model-use.ts';

const PAGES = {
  '/pump': '# Pump\nThe pump needs oil every 90 days. It runs at 40 bar. The filter is changed every 12 months.',
  '/fan': '# Fan\nThe fan turns at 900 rpm.',
};
const QUESTION = 'How often does the pump need oil?';
const OIL = 'The pump needs oil every 90 days.';
const CALL: ModelCall = {
  model: 'm',
  purpose: 'answer',
  inputTokens: 10,
  outputTokens: 5,
  microCost: 7,
  fault: undefined,
};

function say(text: string, ...labels: readonly string[]): DraftEvent {
  return {
    type: 'statement-proposed',
    kind: 'sentence',
    text,
    evidence: labels.map((label) => ({ label })),
    side: 0,
    language: '',
  };
}

interface Script {
  readonly says?: readonly DraftEvent[];
  readonly thrown?: unknown;
  readonly before?: (brief: Brief) => Promise<void>;
}

function model({ says = [], thrown, before }: Script): Answerer & { readonly drafts: () => number } {
  let drafts = 0;
  return {
    id: 'agent/m',
    drafts: () => drafts,
    async *draft(brief) {
      drafts++;
      await before?.(brief);
      yield* says;
      if (thrown !== undefined) throw thrown;
    },
  };
}

const standing = async (script: Script): ReturnType<typeof openTestEngine> =>
  openTestEngine(PAGES, withFallback(model(script), extractiveAnswerer()));

test.each(MODEL_FAULTS)(
  'a model that fails (%s) leaves the extractive answer, and the reader is told (R16)',
  async (fault) => {
    const { ask } = await standing({ thrown: modelFault(fault, 'for the log') });
    const plain = await (await openTestEngine(PAGES)).ask(QUESTION);
    const answer = await ask(QUESTION);
    expect(answer).toMatchObject({ outcome: 'answered', statements: plain.statements, citations: plain.citations });
    expect(answer).toMatchObject({ answerer: 'extractive@2', model: { calls: [], fault } });
    expect(answer.message).toMatch(/could not be worded by the model/u);
    expect(answer.warnings).toMatchObject([{ code: `model_${fault.replaceAll('-', '_')}` }]);
    expect(JSON.stringify(answer)).not.toContain('for the log');
  },
);

test('what the model said before it broke off stays, is marked as broken off, and the pages go on (R16)', async () => {
  const { ask } = await standing({ says: [say(OIL, 'p1')], thrown: modelFault('stopped', 'cut') });
  const answer = await ask('How often does the pump need oil, and when is the filter changed?');
  expect(answer.statements[0]?.text).toBe(OIL);
  expect(answer.statements.filter(({ text }) => text === OIL)).toHaveLength(1);
  expect(answer.answerer).toBe('agent/m');
  expect(answer.message).toMatch(/stopped before its answer was complete\./u);
});

test('a draft that just ends is broken off, not complete', async () => {
  const { ask } = await standing({ says: [say(OIL, 'p1')] });
  expect(await ask(QUESTION)).toMatchObject({ model: { fault: 'stopped' } });
});

const TOOL_CALL = { name: 'search_docs', input: '{"query_text": ', results: 0, error: 'no JSON' };

test('an answer that is whole says nothing of fallbacks, and tells what its calls cost', async () => {
  const { ask } = await standing({
    says: [{ type: 'model-call', call: CALL }, { type: 'tool-call', call: TOOL_CALL }, say(OIL, 'p1'), END],
  });
  const answer = await ask(QUESTION);
  expect(answer).toMatchObject({ outcome: 'answered', message: '', answerer: 'agent/m', warnings: [] });
  expect(answer.model).toEqual({
    model: 'm',
    calls: [CALL],
    toolCalls: [TOOL_CALL],
    fault: undefined,
    microCost: 7,
    currency: '',
  });
});

test('one call without a price leaves the cost open', async () => {
  const calls = [CALL, { ...CALL, microCost: undefined }].map((call): DraftEvent => ({ type: 'model-call', call }));
  const { ask } = await standing({ says: [...calls, say(OIL, 'p1'), END] });
  expect((await ask(QUESTION)).model?.microCost).toBeUndefined();
});

test('words without support are withheld, and where the pages say nothing either the nearest sections are named (R12, R13)', async () => {
  const { ask } = await standing({ says: [say('Sorry, nothing is known of that.', 'p1'), say(OIL, 'p9'), END] });
  const answer = await ask('Does the pump come with a warranty of ten years for coastal gardens?');
  expect(answer).toMatchObject({ outcome: 'insufficient', statements: [], citations: [], withheld: 2 });
  expect(answer.nearest).not.toEqual([]);
});

test.each(['Hello!', 'Write me a poem'])('no model is asked for small talk: %s (R17)', async (text) => {
  const first = model({ says: [say(OIL, 'p1'), END] });
  const { ask } = await openTestEngine(PAGES, withFallback(first, extractiveAnswerer()));
  expect((await ask(text)).outcome).toBe('refused');
  expect(first.drafts()).toBe(0);
});

test('a reader who left gets no second answer', async () => {
  const thrown = new IbidError('ABORTED', 'left');
  const { events } = await standing({ thrown });
  expect((await events(QUESTION)).at(-1)).toMatchObject({ type: 'run-error', code: 'ABORTED' });
});

test('a further search adds its passages to the run under new labels, and they may be cited', async () => {
  let labels: readonly string[] = [];
  const { events } = await standing({
    before: async ({ search }) => {
      const found = await search!({ text: 'fan rpm', retrieval: { limit: 2 } });
      labels = found.passages.map(({ label }) => label);
    },
    says: [say('The fan turns at 900 rpm.', 'p2'), END],
  });
  const told = await events(QUESTION, { retrieval: { limit: 1 } });
  expect(told.map(({ type }) => type)).toEqual([
    'run-start',
    'retrieval-end',
    'search-end',
    'citation-verified',
    'statement-verified',
    'run-end',
  ]);
  expect(told[2]).toMatchObject({ search: { text: 'fan rpm' }, passages: [{ label: 'p2', chunk: { title: 'Fan' } }] });
  expect(labels).toContain('p2');
});

test("a further search keeps to the question's pages and threshold (R4, R8)", async () => {
  const found: string[] = [];
  const { ask } = await standing({
    before: async ({ search }) => {
      for (const text of ['fan rpm', 'pump oil']) {
        const { passages } = await search!({ text, retrieval: { limit: 10, minSimilarity: 0 } });
        found.push(...passages.map(({ chunk }) => chunk.title));
      }
    },
    says: [END],
  });
  await ask(QUESTION, { where: { paths: ['/pump'] } });
  expect(new Set(found)).toEqual(new Set(['Pump']));
  found.length = 0;
  await ask(QUESTION, { retrieval: { minSimilarity: 1 } });
  expect(found).toEqual([]);
});

test('beside a selection there is nothing to search (R14)', async () => {
  let search: unknown = 'not asked';
  const { ask } = await standing({
    before: async (brief) => {
      search = await Promise.resolve(brief.search);
    },
    says: [END],
  });
  await ask('How often is oil needed?', { selection: { text: OIL } });
  expect(search).toBeUndefined();
});
