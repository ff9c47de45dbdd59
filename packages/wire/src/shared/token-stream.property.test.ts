import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerRuns, type AnswerRun } from '../testing/answer-runs.ts';
import { parseFrames, type Frame } from '../testing/parse-frames.ts';
import { eventFrame, type FootnotesBy, shownText } from './replies.ts';
import { tokenStream } from './endpoints.ts';

function framesOf({ events }: AnswerRun, footnotesBy: FootnotesBy): readonly Frame[] {
  const encoder = tokenStream({
    footnotesBy,
    piece: (text) => [eventFrame('token', { text })],
    end: ({ answer, passages }, text) => [
      eventFrame('final', { outcome: answer.outcome, passages: passages.length, text }),
    ],
    failure: ({ code, message, stage }) => [eventFrame('error', { code, message, stage: stage ?? null })],
  });
  return parseFrames(events.flatMap((event) => encoder.encode(event)).join(''));
}

function joined(frames: readonly Frame[]): string {
  return frames
    .filter(({ event }) => event === 'token')
    .map(({ data }) => (data as { text: string }).text)
    .join('');
}

function stated(kind: string, text: string): never {
  return { type: 'statement-verified', statement: { kind, text, citations: [1], side: 0, language: '' } } as never;
}

describe('token stream', () => {
  it('has pieces that join to the text of the reply, byte for byte, none of them empty', () => {
    fc.assert(
      fc.property(answerRuns('wild'), (run) => {
        const frames = framesOf(run, 'link');
        expect(frames).not.toContainEqual({ event: 'token', data: { text: '' } });
        if (run.answer === undefined) return;
        const text = shownText(run.answer, 'link');
        expect(joined(frames)).toBe(text);
        const data = { outcome: run.answer.outcome, passages: run.passages.length, text };
        expect(frames.at(-1)).toEqual({ event: 'final', data });
      }),
    );
  });

  it('sends each statement once it is proved, but rows only once their form is certain', () => {
    const citation = { index: 1, chunkId: 'c' } as never;
    const encoder = tokenStream({
      footnotesBy: 'chunk',
      piece: (text) => [eventFrame('token', { text })],
      end: () => [],
      failure: () => [],
    });
    const sent = [
      { type: 'citation-verified' as const, citation },
      stated('sentence', 'One.'),
      stated('row', 'a | b'),
      stated('row', 'c | d'),
      stated('sentence', 'Two.'),
    ].map((event) => joined(parseFrames(encoder.encode(event).join(''))));
    expect(sent).toEqual(['', 'One. [1]', '', '', '\n\n| a | b [1] |\n| --- | --- |\n| c | d [1] |\n\nTwo. [1]']);
  });
});
