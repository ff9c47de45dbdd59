import type { AnswerEvent } from '@ibid/core/types';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { statementText } from '../shared/answer-text.ts';
import { answerRuns } from '../testing/answer-runs.ts';
import { parseFrames, type Frame } from '../testing/parse-frames.ts';
import { testContext } from '../testing/test-context.ts';
import type { NativeReply } from './reply.ts';
import { createStreamEncoder } from './stream-encoder.ts';

function framesOf(events: readonly AnswerEvent[]): readonly Frame[] {
  const encoder = createStreamEncoder(testContext());
  return parseFrames(events.flatMap((event) => encoder.encode(event)).join(''));
}

/** `describeDialect` checks the last frame and the text; these are the frames before it. */
describe('native stream', () => {
  it('has one frame for each event, by its name and in order', () => {
    fc.assert(
      fc.property(answerRuns('wild'), ({ events }) => {
        expect(framesOf(events).map(({ event }) => event)).toEqual(events.map(({ type }) => type));
      }),
    );
  });

  it('has the citations and statements of the reply, which holds their text', () => {
    fc.assert(
      fc.property(answerRuns('wild'), ({ events, answer }) => {
        fc.pre(answer?.outcome === 'answered');
        const frames = framesOf(events);
        const of = (name: string): unknown[] => frames.filter(({ event }) => event === name).map(({ data }) => data);
        const reply = frames.at(-1)!.data as NativeReply;
        expect(of('citation-verified')).toEqual(reply.citations);
        expect(of('statement-verified')).toEqual(reply.statements);
        for (const statement of reply.statements) expect(reply.answer).toContain(statementText(statement));
      }),
    );
  });
});
