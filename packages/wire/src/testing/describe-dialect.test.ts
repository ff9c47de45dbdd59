/** Tests the dialect test suite itself: each error planted here is found by its check, and valid dialects pass. */
import { WORDED } from '@ibid/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnswerEndpoint, StreamEncoder, WireReply } from '../dialect.ts';
import { nativeDialect } from '../native/codec.ts';
import type { NativeReply } from '../native/reply.ts';
import { answerText } from '../shared/answer-text.ts';
import { eventFrame } from '../shared/token-stream.ts';
import { agentSubject } from './agent-subject.ts';
import { answerRuns } from './answer-runs.ts';
import { describeDialect } from './describe-dialect.ts';
import type { DialectSubject } from './dialect-subject.ts';
import { failureFindings } from './failure-findings.ts';
import { nativeSubject } from './native-subject.ts';
import { requestBodies, requestFindings } from './request-checks.ts';
import { runChecks } from './run-checks.ts';

const SEED = { seed: 7, numRuns: 150 };
const sound = nativeDialect.endpoints[0] as AnswerEndpoint;

const TITLES = runChecks(nativeSubject).map(({ title }) => title);

/** Returns those of the named checks that report a problem. */
function found(endpoint: AnswerEndpoint, titles: readonly string[]): string[] {
  return runChecks({ ...nativeSubject, endpoint })
    .filter(({ title }) => titles.includes(title))
    .filter(({ runs, find }) => fc.sample(answerRuns(runs), SEED).some((run) => find(run).length > 0))
    .map(({ title }) => title);
}

function withReply(change: (reply: NativeReply) => unknown): AnswerEndpoint {
  const encodeAnswer: AnswerEndpoint['encodeAnswer'] = (run, context): WireReply => {
    const reply = sound.encodeAnswer(run, context);
    return { ...reply, body: change(reply.body as NativeReply) };
  };
  return { ...sound, encodeAnswer };
}

function withFrames(change: (frames: readonly string[], encoder: StreamEncoder) => readonly string[]): AnswerEndpoint {
  return {
    ...sound,
    createStreamEncoder(context) {
      const encoder = sound.createStreamEncoder(context);
      return { ...encoder, encode: (event) => change(encoder.encode(event), encoder) };
    },
  };
}

describeDialect('native', nativeSubject);
describeDialect('agent', agentSubject);

describe('planted faults', () => {
  it('nothing is found where nothing is planted', () => {
    expect(found(sound, TITLES)).toEqual([]);
  });

  it.each<[string, AnswerEndpoint, string]>([
    [
      'a heartbeat that is an event',
      {
        ...sound,
        createStreamEncoder: (context) => ({ ...sound.createStreamEncoder(context), heartbeat: 'data: x\n\n' }),
      },
      'every frame parses, and the heartbeat is a comment',
    ],
    [
      'a raw line break in the data',
      withFrames((frames) => frames.map((frame) => frame.replaceAll(/\\n/gu, '\n'))),
      'every frame parses, and the heartbeat is a comment',
    ],
    [
      'a frame without its end',
      withFrames((frames) => frames.map((frame) => frame.trimEnd())),
      'every frame parses, and the heartbeat is a comment',
    ],
    [
      'a last frame sent twice',
      withFrames((frames) =>
        frames.flatMap((frame) => (frame.startsWith('event: run-end') ? [frame, frame] : [frame])),
      ),
      'exactly one terminal frame ends the stream',
    ],
    [
      'a failure that ends nothing',
      withFrames((frames) => frames.filter((frame) => !frame.startsWith('event: run-error'))),
      'exactly one terminal frame ends the stream',
    ],
    [
      'something after the end',
      withFrames((frames) => (frames.length === 0 ? [eventFrame('late', {})] : frames)),
      'exactly one terminal frame ends the stream',
    ],
    [
      'a reply that is not the end of the stream',
      withReply((reply) => ({ ...reply, confidence: 0.125 })),
      'the last frame is the JSON reply, or the failure body',
    ],
    [
      'a failure told otherwise in the stream',
      { ...sound, encodeFailure: (failure, context) => sound.encodeFailure({ ...failure, code: 'INTERNAL' }, context) },
      'the last frame is the JSON reply, or the failure body',
    ],
    [
      'a statement that is not streamed',
      withFrames((frames) => frames.filter((frame) => !/statement-verified.*"step"/su.test(frame))),
      'the pieces of the stream are the text of the reply',
    ],
    [
      'words of its own',
      withReply((reply) => ({ ...reply, answer: `${reply.answer} Indeed.` })),
      'the text is that of all vocabularies, footnote numbers apart',
    ],
    [
      'a message that is left out',
      withReply((reply) => ({ ...reply, message: '' })),
      'the text is that of all vocabularies, footnote numbers apart',
    ],
    [
      'a citation that is left out',
      withReply((reply) => ({ ...reply, citations: reply.citations.slice(1) })),
      'cites what all vocabularies cite',
    ],
    [
      'a citation of something else',
      withReply((reply) => ({
        ...reply,
        citations: reply.citations.map((one) => ({ ...one, quote: `${one.quote}.` })),
      })),
      'cites what all vocabularies cite',
    ],
    [
      'a field that is not described',
      withReply((reply) => ({ ...reply, extra: 1 })),
      'the reply is what the description says',
    ],
    [
      'a status that is not described',
      { ...sound, encodeAnswer: (run, context) => ({ ...sound.encodeAnswer(run, context), status: 201 }) },
      'the reply is what the description says',
    ],
    [
      'a reason that is lost',
      withReply((reply) => ({ ...reply, message: '' })),
      'says why there is no answer where a program looks for it (R13)',
    ],
    [
      'a note that is lost',
      withReply((reply) => ({ ...reply, warnings: [] })),
      'tells what was noted about the request',
    ],
  ])('%s', (_, endpoint, title) => {
    expect(found(endpoint, [title])).toEqual([title]);
  });

  it('bytes that depend on who asks', () => {
    const checks = runChecks({ ...nativeSubject, stable: true });
    const { find } = checks.find(({ title }) => title.includes('R15'))!;
    expect(fc.sample(answerRuns('wild'), SEED).some((run) => find(run).length > 0)).toBe(true);
  });

  it.each<[string, AnswerEndpoint['encodeFailure'], string]>([
    [
      'another status',
      (failure, context) => ({ ...sound.encodeFailure(failure, context), status: 500 }),
      'has status 500',
    ],
    [
      'another body',
      (failure, context) => ({ ...sound.encodeFailure(failure, context), body: { error: 'x' } }),
      'has no failure body',
    ],
    [
      "another request's id",
      (failure) => sound.encodeFailure(failure, { requestId: 'x' } as never),
      "loses the request's id",
    ],
    [
      "the owner's message",
      (failure, context) => {
        const reply = sound.encodeFailure(failure, context);
        return { ...reply, body: { ...(reply.body as object), message: failure.message } };
      },
      'tells what is for the owner',
    ],
  ])('a failure with %s', (_, encodeFailure, finding) => {
    expect(failureFindings({ encodeFailure }).join('\n')).toContain(finding);
  });

  it.each<[string, AnswerEndpoint['decode'], string]>([
    [
      'a body that throws',
      (request) => (Array.isArray(request.body) ? JSON.parse('') : sound.decode(request)),
      'throws',
    ],
    ['a refusal without reasons', () => ({ kind: 'invalid', issues: [] }), 'refuses without a reason'],
    [
      'a blank question',
      () => ({
        kind: 'ok',
        value: { question: { text: ' ', history: [] }, stream: false, conversation: undefined },
        echo: {},
        notes: [],
      }),
      'takes the question " "',
    ],
  ])('a request met with %s', (_, decode, finding) => {
    const subject: DialectSubject = { ...nativeSubject, endpoint: { ...sound, decode } };
    const findings = fc.sample(requestBodies(subject), SEED).flatMap((body) => requestFindings(subject, body));
    expect(findings.join('\n')).toContain(finding);
  });

  it('the reference text has no footnote numbers of its own', () => {
    expect(answerText([{ ...WORDED, kind: 'sentence', text: 'One.', citations: [1], side: 0, language: '' }])).toBe(
      'One.',
    );
  });
});
