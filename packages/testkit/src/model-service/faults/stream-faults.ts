/** The stream itself is broken, or its events are not in order. */
import { outputTokens } from '../chat-reply.ts';
import { framesOf, planReply, streamHead, streamOf, wholeBody } from '../plan-reply.ts';
import { frameStep, frameText, type Frame } from '../frame.ts';
import { bytesOf, type WireStep } from '../wire-step.ts';
import type { FaultContext, FaultFamily } from './fault-mode.ts';

export type StreamFault =
  | 'no-done'
  | 'no-finish-no-done'
  | 'broken-json'
  | 'error-object'
  | 'error-object-first'
  | 'duplicate-deltas'
  | 'swapped-deltas'
  | 'second-choice'
  | 'late-delta'
  | 'invalid-utf8';

const ERROR = {
  message: 'The server had an error while processing your request. Sorry about that!',
  type: 'server_error',
  param: null,
  code: null,
};
/** Stands for the place of the broken bytes; of the private use area, so no text has it. */
const BROKEN = '\u{f8fe}';

export const STREAM_FAULTS: FaultFamily<StreamFault> = {
  'no-done': {
    description: 'The good stream with its `finish_reason`, without `[DONE]`. Responses have none anyway.',
    shows: 'whole',
    needsStream: true,
    steps: (context) => streamOf(goodFrames(context).filter(({ part }) => part !== 'done')),
  },
  'no-finish-no-done': {
    description:
      'All the text, then a clean end of the body: no `finish_reason`, no usage, no `[DONE]` (Responses: nothing after the last delta).',
    shows: 'part',
    needsStream: true,
    steps: (context) => streamOf(goodFrames(context).filter(({ part }) => part === 'open' || part === 'delta')),
  },
  'broken-json': {
    description:
      'An event in the middle whose JSON stops half way, then the rest of the stream. A JSON body: its first half, said to be whole.',
    shows: 'part',
    steps: (context) => {
      if (!context.call.stream) {
        const body = bytesOfBody(context);
        const tokens = outputTokens(context.made, context.countTokens);
        return wholeBody(body.subarray(0, Math.floor(body.length / 2)), { tokens });
      }
      const [before, after] = inTheMiddle(goodFrames(context));
      const text = after[0] === undefined ? '' : frameText(after[0]).trimEnd();
      const broken = bytesOf(`${text.slice(0, Math.floor(text.length / 2))}\n\n`);
      return [
        streamHead(),
        ...before.map(frameStep),
        { do: 'write', bytes: broken },
        ...after.slice(1).map(frameStep),
        { do: 'end' },
      ];
    },
  },
  'error-object': {
    description:
      'After half of the deltas an `error` object (Responses: an `error` event), then a clean end. A JSON body: the `error` object under status 200.',
    shows: 'part',
    steps: (context) => {
      if (!context.call.stream) return errorAsBody();
      const [before] = inTheMiddle(goodFrames(context));
      return streamOf([...before, errorFrame(context, before.length)]);
    },
  },
  'error-object-first': {
    description:
      'Status 200 and a stream whose only event is an `error` object. A JSON body: the `error` object under status 200.',
    shows: 'nothing',
    steps: (context) => (context.call.stream ? streamOf([errorFrame(context, 0)]) : errorAsBody()),
  },
  'duplicate-deltas': {
    description: 'Each delta comes twice (Responses: with the same sequence number), so that words are doubled.',
    shows: 'untrue',
    needsStream: true,
    steps: (context) =>
      streamOf(goodFrames(context).flatMap((frame) => (frame.part === 'delta' ? [frame, frame] : [frame]))),
  },
  'swapped-deltas': {
    description: 'Each two neighbouring deltas have changed places (Responses: as their sequence numbers tell).',
    shows: 'untrue',
    needsStream: true,
    steps: (context) => streamOf(swapped(goodFrames(context))),
  },
  'second-choice': {
    description:
      'Between the deltas stand others of a second choice that nobody asked for (Responses: of an output item that was never opened). The first one is whole.',
    shows: 'whole',
    needsStream: true,
    steps: (context) =>
      streamOf(
        goodFrames(context).flatMap((frame) => (frame.part === 'delta' ? [frame, ofOtherChoice(frame)] : [frame])),
      ),
  },
  'late-delta': {
    description: 'After the end was said, and before `[DONE]`, the first delta comes again.',
    shows: 'untrue',
    needsStream: true,
    steps: (context) => {
      const frames = goodFrames(context);
      const first = frames.find(({ part }) => part === 'delta');
      return streamOf(
        frames.flatMap((frame) => (frame.part === 'end' && first !== undefined ? [frame, first] : [frame])),
      );
    },
  },
  'invalid-utf8': {
    description: 'In the middle of the text stand the bytes FF FE, which no UTF-8 has.',
    shows: 'untrue',
    steps: (context) => {
      const { pieces } = context.made;
      const middle = Math.floor(pieces.length / 2);
      const marked = pieces.map((piece, at) => (at === middle ? `${piece}${BROKEN}` : piece));
      const steps = planReply({ ...context.made, pieces: marked, text: marked.join('') }, context);
      return steps.map(withBrokenBytes);
    },
  },
};

function goodFrames(context: FaultContext): readonly Frame[] {
  return framesOf(context.made, context);
}

/** Before and from the delta in the middle. */
function inTheMiddle(frames: readonly Frame[]): readonly [readonly Frame[], readonly Frame[]] {
  const deltas = frames.flatMap(({ part }, at) => (part === 'delta' ? [at] : []));
  const middle = deltas[Math.floor(deltas.length / 2)] ?? frames.length - 1;
  return [frames.slice(0, middle), frames.slice(middle)];
}

function errorFrame({ call }: FaultContext, sequence: number): Frame {
  const { message, param } = ERROR;
  return call.api === 'chat'
    ? { part: 'end', event: undefined, data: { error: ERROR }, tokens: 0 }
    : {
        part: 'end',
        event: 'error',
        data: { type: 'error', code: 'server_error', message, param, sequence_number: sequence },
        tokens: 0,
      };
}

function errorAsBody(): readonly WireStep[] {
  return wholeBody(JSON.stringify({ error: ERROR }));
}

function bytesOfBody(context: FaultContext): Uint8Array {
  const step = planReply(context.made, context).find((each) => each.do === 'write');
  return step?.do === 'write' ? step.bytes : new Uint8Array();
}

function swapped(frames: readonly Frame[]): readonly Frame[] {
  const result = [...frames];
  for (let at = 1; at < result.length; at += 1) {
    const [left, right] = [result[at - 1]!, result[at]!];
    if (left.part !== 'delta' || right.part !== 'delta') continue;
    result[at - 1] = right;
    result[at] = left;
    at += 1;
  }
  return result;
}

function ofOtherChoice(frame: Frame): Frame {
  const data = frame.data as Readonly<Record<string, unknown>>;
  const choices = data['choices'] as readonly object[] | undefined;
  return choices === undefined
    ? { ...frame, data: { ...data, output_index: 7, item_id: 'msg_unknown' } }
    : { ...frame, data: { ...data, choices: choices.map((choice) => ({ ...choice, index: 1 })) } };
}

/** Two bytes in place of the three of `BROKEN`, and one blank so that the length stays what the head says. */
function withBrokenBytes(step: WireStep): WireStep {
  if (step.do !== 'write') return step;
  const bytes = Buffer.from(step.bytes);
  const mark = Buffer.from(BROKEN);
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark)) bytes.set([0xff, 0xfe, 0x20], at);
  return { ...step, bytes };
}
