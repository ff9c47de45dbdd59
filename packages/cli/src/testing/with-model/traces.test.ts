import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-node';
import { createEngine, extractiveAnswerer, openStore } from '@ibid/core';
import type { Answerer, AnswerEvent, Turn } from '@ibid/core/types';
import { builtinEmbedder } from '@ibid/drivers/embedders/builtin';
import { memoryStore } from '@ibid/testkit';
import type { ModelScript } from '@ibid/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { MODEL, openModelEngine, type ModelEngine } from './model-engine.ts';
import { PUMP_PAGES, PUMP_QUESTION, PUMP_STATEMENTS, wordedAnswer, wordingModel } from './pump-pages.ts';

/** An engine whose spans are recorded from now on. */
const recorded = (answer: ModelScript, more: object = {}): Promise<ModelEngine> => {
  record();
  return openModelEngine({ pages: PUMP_PAGES, answer, ...more });
};
const SLOW: ModelScript = (call) => ({ kind: 'text', text: wordedAnswer(call), everyMs: 2 });

let exporter: InMemorySpanExporter | undefined;

/** Registers a provider like an SDK loaded with `node --import`. */
function record(): void {
  exporter = new InMemorySpanExporter();
  new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
}

afterEach(() => {
  trace.disable();
  context.disable();
  exporter = undefined;
});

function spans(): readonly ReadableSpan[] {
  return exporter!.getFinishedSpans();
}

/** The name of a span and the trees of its children, in order of their start. */
type Tree = readonly [name: string, ...within: Tree[]];

/** The spans that have ended, except those whose parent has not ended. */
function trees(parent?: ReadableSpan): Tree[] {
  return spans()
    .filter(({ parentSpanContext }) => parentSpanContext?.spanId === parent?.spanContext().spanId)
    .toSorted((a, b) => a.startTime[0] - b.startTime[0] || a.startTime[1] - b.startTime[1])
    .map((span) => [span.name, ...trees(span)]);
}

const attributesOf = (name: string): ReadableSpan['attributes'] =>
  spans().find((span) => span.name === name)!.attributes;
const CHAT = `chat ${MODEL}`;

describe('with an SDK', () => {
  it('an answer by extracts is retrieved and gated', async () => {
    await using place = await recorded(wordingModel);
    const { statements } = await place.extract(PUMP_QUESTION);
    expect(trees()).toEqual([['ibid.answer', ['ibid.retrieve'], ['ibid.gate']]]);
    const shown = statements.length;
    expect(attributesOf('ibid.gate')).toEqual({
      'ibid.gate.proposed': shown,
      'ibid.gate.shown': shown,
      'ibid.gate.withheld': 0,
    });
    expect(attributesOf('ibid.answer')).toMatchObject({ 'ibid.outcome': 'answered' });
    expect(attributesOf('ibid.retrieve')).toEqual({ 'ibid.passages': 1 });
  });

  it('the call of a model has the names of the GenAI conventions', async () => {
    await using place = await recorded(wordingModel);
    await place.ask(PUMP_QUESTION);
    expect(trees()).toEqual([['ibid.answer', ['ibid.retrieve'], ['ibid.gate', [CHAT]]]]);
    const chat = spans().find(({ name }) => name === CHAT)!;
    expect(chat.kind).toBe(SpanKind.CLIENT);
    expect(chat.status).toEqual({ code: SpanStatusCode.UNSET });
    const { inputTokens, outputTokens } = place.service.billed;
    expect(chat.attributes).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'custom',
      'gen_ai.request.model': MODEL,
      'gen_ai.request.stream': true,
      'gen_ai.response.model': MODEL,
      'gen_ai.usage.input_tokens': inputTokens,
      'gen_ai.usage.output_tokens': outputTokens,
    });
  });

  it('a search of the model and the rewriting of a follow-up stand where they happen', async () => {
    const search = { kind: 'tool', name: 'search_docs', arguments: '{"query_text":"pump oil"}' } as const;
    await using place = await recorded(
      (call) => (call.tools.length > 0 && call.toolResults.length === 0 ? search : wordingModel(call)),
      { rewriteMs: 4_000 },
    );
    const history: readonly Turn[] = [
      { role: 'reader', text: PUMP_QUESTION },
      { role: 'assistant', text: 'Every 90 days.' },
    ];
    await place.ask('And why is that?', { history });
    expect(trees()).toEqual([
      ['ibid.answer', [CHAT], ['ibid.retrieve'], ['ibid.gate', [CHAT], ['ibid.retrieve'], [CHAT]]],
    ]);
  });

  it('each call that fails is marked, and the answer that extracts save is not', async () => {
    await using place = await recorded(() => ({ kind: 'fault', fault: '500' }), { sleep: () => Promise.resolve() });
    await place.ask(PUMP_QUESTION);
    expect(trees()).toEqual([['ibid.answer', ['ibid.retrieve'], ['ibid.gate', [CHAT], [CHAT]]]]);
    for (const { name, status, attributes } of spans()) {
      const isFailed = name === CHAT;
      expect(status).toEqual({ code: isFailed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET });
      expect(attributes['error.type']).toBe(isFailed ? 'down' : undefined);
    }
    expect(attributesOf('ibid.answer')).toMatchObject({ 'ibid.model.fault': 'unavailable' });
  });

  it('a run that fails is marked with the code of its error', async () => {
    record();
    const store = await openStore(memoryStore());
    const engine = createEngine({
      store,
      embedder: builtinEmbedder(),
      answerer: extractiveAnswerer(),
      newId: () => '1',
    });
    const events: AnswerEvent[] = await Array.fromAsync(engine.ask({ text: PUMP_QUESTION, history: [] }));
    await engine.close();
    expect(events.at(-1)).toMatchObject({ type: 'run-error', code: 'NOT_INDEXED' });
    expect(trees()[0]).toEqual(['ibid.answer', ['ibid.retrieve']]);
    for (const { status, attributes } of spans()) {
      expect({ status, attributes }).toEqual({
        status: { code: SpanStatusCode.ERROR },
        attributes: { 'error.type': 'NOT_INDEXED' },
      });
    }
  });

  it.each(['stops the question', 'stops reading'])(
    'a reader who %s ends all spans, none of them failed',
    async (way) => {
      await using place = await recorded(SLOW, {});
      const leaves = new AbortController();
      for await (const { type } of place.engine.ask({ text: PUMP_QUESTION, history: [] }, { signal: leaves.signal })) {
        if (type !== 'statement-verified') continue;
        if (way === 'stops reading') break;
        leaves.abort();
      }
      expect(trees()).toEqual([['ibid.answer', ['ibid.retrieve'], ['ibid.gate', [CHAT]]]]);
      for (const { name, status, attributes } of spans()) {
        expect(status).toEqual({ code: SpanStatusCode.UNSET });
        expect(attributes['ibid.aborted']).toBe(name === 'ibid.retrieve' ? undefined : true);
      }
    },
  );

  it('answers at the same time, and what their reader does meanwhile, stay apart', async () => {
    await using place = await recorded(SLOW);
    const tracer = trace.getTracer('reader');
    const ask = (name: string): Promise<void> =>
      tracer.startActiveSpan(name, async (span) => {
        for await (const { type } of place.engine.ask({ text: PUMP_QUESTION, history: [] }))
          if (type === 'statement-verified') tracer.startSpan('shown').end();
        span.end();
      });
    await Promise.all([ask('first'), ask('second')]);
    const found = trees();
    expect(found.map(([name]) => name).toSorted()).toEqual(['first', 'second']);
    for (const [, answer, ...shown] of found) {
      expect(answer).toEqual(['ibid.answer', ['ibid.retrieve'], ['ibid.gate', [CHAT]]]);
      expect(shown).toEqual(Array.from({ length: PUMP_STATEMENTS }, () => ['shown']));
    }
  });

  it('no span holds words of the question, the pages or the model', async () => {
    await using place = await recorded(SLOW);
    const { statements } = await place.ask(PUMP_QUESTION);
    const texts = [PUMP_QUESTION, ...Object.values(PUMP_PAGES), ...statements.map(({ text }) => text)].join(' ');
    const words = new Set(texts.toLowerCase().match(/[a-z]{4,}/gu));
    const values = spans().flatMap(({ name, attributes, status, events, links }) => [
      name,
      JSON.stringify(Object.values(attributes)),
      status.message ?? '',
      JSON.stringify([events, links]),
    ]);
    const written = values
      .join(' ')
      .toLowerCase()
      .match(/[a-z]{4,}/gu)!;
    expect(written).toContain('gate');
    expect(written.filter((word) => words.has(word))).toEqual([]);
  });
});

it('without an SDK nothing is recorded, and the events are the same', async () => {
  const active: unknown[] = [];
  const watched = (agent: Answerer): Answerer => ({
    id: agent.id,
    async *draft(brief, options) {
      active.push(trace.getActiveSpan()?.isRecording());
      yield* agent.draft(brief, options);
    },
  });
  await using place = await openModelEngine({ pages: PUMP_PAGES, answer: wordingModel, answerer: watched });
  const without = await place.events(PUMP_QUESTION);
  record();
  expect(await place.events(PUMP_QUESTION)).toEqual(without);
  expect(active).toEqual([undefined, true]);
});
