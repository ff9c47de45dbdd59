import { statementText } from '../shared/answer-text.ts';
import type { Answer, AnswerEvent, Citation, ErrorCode, Statement } from '@ibid/core/types';
import { ERROR_CODES } from '@ibid/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testContext } from '../testing/test-context.ts';
import { encodeReply, type NativeReply } from './reply.ts';
import { createStreamEncoder } from './stream-encoder.ts';

const context = testContext({ requestId: 'r', notes: [{ code: 'selection_cut', text: 'x' }] });

const words = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 });
const citations = fc
  .array(
    fc.record({
      url: fc.webUrl(),
      anchor: words,
      title: words,
      heading: words,
      quote: words,
      chunkId: words,
      similarity: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  // The branded type cannot be constructed here; encoders read only plain fields.
  .map((list) =>
    list.map((item, index) => ({ ...item, index: index + 1, start: 0, end: item.quote.length }) as unknown as Citation),
  );

const runs = citations.chain((cited) =>
  fc.record({
    cited: fc.constant(cited),
    statements: fc.array(
      fc.record({
        kind: fc.constantFrom<Statement['kind'][]>('sentence', 'step', 'code', 'row', 'item', 'header', 'label'),
        text: words,
        citations: fc.uniqueArray(fc.constantFrom(...cited.map(({ index }) => index)), { minLength: 1 }),
        side: fc.integer({ min: 0, max: 2 }),
        language: fc.constantFrom('', 'ts', 'c++'),
        excerpt: fc.constantFrom(undefined, 0, 1),
        block: fc.integer(),
        depth: fc.nat(3),
        ordinal: fc.nat(9),
        lit: fc.boolean(),
        marks: fc.constantFrom([], [{ kind: 'link' as const, start: 0, end: 1, href: 'https://docs.example.org/a' }]),
      }),
      { maxLength: 8 },
    ),
    error: fc.option(fc.record({ code: fc.constantFrom<ErrorCode[]>(...ERROR_CODES), message: words })),
  }),
);

function eventsOf(run: typeof runs extends fc.Arbitrary<infer T> ? T : never): AnswerEvent[] {
  const answer: Answer = {
    outcome: 'answered',
    asked: 'x',
    statements: run.statements,
    citations: run.cited,
    message: '',
    nearest: [],
    excerpts: [],
    closest: [],
    corrected: [],
    warnings: [],
    withheld: 0,
    confidence: 1,
    answerer: 'a',
    model: undefined,
    generation: 1,
  };
  return [
    { type: 'run-start', runId: 'x' },
    { type: 'retrieval-end', passages: [] },
    ...run.cited.map((citation): AnswerEvent => ({ type: 'citation-verified', citation })),
    ...run.statements.map((statement): AnswerEvent => ({ type: 'statement-verified', statement })),
    run.error === null ? { type: 'run-end', answer } : { type: 'run-error', ...run.error },
  ];
}

function parse(text: string): { event: string; data: unknown }[] {
  return text
    .split('\n\n')
    .slice(0, -1)
    .map((frame) => {
      const lines = frame.split('\n');
      expect(lines).toHaveLength(2);
      return {
        event: lines[0]!.slice('event: '.length),
        data: JSON.parse(lines[1]!.slice('data: '.length)) as unknown,
      };
    });
}

function framesOf(events: readonly AnswerEvent[]): { event: string; data: unknown }[] {
  const encoder = createStreamEncoder(context);
  // The terminal event is fed twice; the second must not be written.
  return parse([...events, events.at(-1)!].flatMap((event) => encoder.encode(event)).join(''));
}

describe('native stream', () => {
  it('parses frame by frame, keeps order and ends once', () => {
    fc.assert(
      fc.property(runs, (run) => {
        const events = eventsOf(run);
        expect(framesOf(events).map(({ event }) => event)).toEqual(events.map(({ type }) => type));
      }),
    );
  });

  it('folds to the JSON reply', () => {
    fc.assert(
      fc.property(runs, (run) => {
        const events = eventsOf({ ...run, error: null });
        const frames = framesOf(events);
        const of = (name: string): unknown[] => frames.filter(({ event }) => event === name).map(({ data }) => data);
        const reply = frames.at(-1)!.data as NativeReply;
        const { answer } = events.at(-1) as Extract<AnswerEvent, { type: 'run-end' }>;
        expect(reply).toEqual(JSON.parse(JSON.stringify(encodeReply(answer, context))));
        expect(reply.citations).toEqual(of('citation-verified'));
        expect(reply.statements).toEqual(of('statement-verified'));
        for (const statement of reply.statements) expect(reply.answer).toContain(statementText(statement));
      }),
    );
  });

  it('ends a failed run with the failure body', () => {
    const events: AnswerEvent[] = [
      { type: 'run-start', runId: 'x' },
      { type: 'run-error', code: 'TIMED_OUT', message: 'CANARY' },
    ];
    const last = framesOf(events).at(-1)!;
    expect(last).toMatchObject({ event: 'run-error', data: { code: 'TIMED_OUT', request_id: 'r' } });
    expect(JSON.stringify(last)).not.toContain('CANARY');
  });
});
