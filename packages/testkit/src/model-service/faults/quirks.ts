/**
 * Ways of other services that speak the same API, and of the networks before them. None is a fault of the answer: a right reader
 * gets all of it. Those of tool calls show only where the good reply calls a tool.
 */
import { framesOf, streamHead, streamOf, wholeBody } from '../plan-reply.ts';
import { frameText, type Frame } from '../frame.ts';
import { errorBody, refusal } from '../service-error.ts';
import { bytesOf, type WireStep } from '../wire-step.ts';
import type { FaultContext, FaultFamily } from './fault-mode.ts';

export type Quirk =
  | 'gemini-shape'
  | 'ollama-shape'
  | 'tool-call-without-id'
  | 'thought-signature'
  | 'finish-with-last-delta'
  | 'reasoning-content'
  | 'comments-between'
  | 'crlf-lines'
  | 'no-space-after-colon'
  | 'split-bytes'
  | 'no-last-blank-line';

type Json = Readonly<Record<string, unknown>>;
interface Choice extends Json {
  readonly delta: Json;
}

export const QUIRKS: FaultFamily<Quirk> = {
  'gemini-shape': {
    description:
      'As Gemini’s compatible endpoint streams: the role in every delta, tool calls whole in one delta and without `index`, `finish_reason: "stop"` also after tool calls. Responses: the good stream.',
    shows: 'whole',
    needsStream: true,
    steps: (context) =>
      chatStream(context, (frames) =>
        toolCallsInOne(frames).map((frame) =>
          mapChoice(frame, (choice) => ({
            ...choice,
            delta: { role: 'assistant', ...withoutIndexes(choice.delta) },
            finish_reason: choice['finish_reason'] === 'tool_calls' ? 'stop' : choice['finish_reason'],
          })),
        ),
      ),
  },
  'ollama-shape': {
    description:
      'As Ollama streams: the role in every delta, `content: ""` beside tool calls that are whole in one delta, `system_fingerprint: "fp_ollama"`, no `logprobs`. Responses: the good stream.',
    shows: 'whole',
    needsStream: true,
    steps: (context) =>
      chatStream(context, (frames) =>
        toolCallsInOne(frames)
          .filter(({ part }) => part !== 'open')
          .map((frame) =>
            mapChoice(frame, (choice) => ({
              ...without(choice, 'logprobs'),
              delta: { role: 'assistant', content: '', ...choice.delta },
            })),
          )
          .map((frame) =>
            typeof frame.data === 'object'
              ? { ...frame, data: { ...(frame.data as Json), system_fingerprint: 'fp_ollama' } }
              : frame,
          ),
      ),
  },
  'tool-call-without-id': {
    description: 'The `id` of tool calls is an empty string. Responses: the good stream.',
    shows: 'whole',
    needsStream: true,
    steps: (context) =>
      chatStream(context, (frames) =>
        frames.map((frame) =>
          mapChoice(frame, (choice) => ({
            ...choice,
            delta: mapToolCalls(choice.delta, (called) => ('id' in called ? { ...called, id: '' } : called)),
          })),
        ),
      ),
  },
  'thought-signature': {
    description:
      'As Gemini 3 does: each tool call carries `extra_content.google.thought_signature`, and a later call that repeats the tool call without it is refused with status 400. Give it for all calls of a run. Responses: the good stream.',
    shows: 'whole',
    needsStream: true,
    steps: (context) => {
      if (context.call.api === 'chat' && lacksSignature(context.call.body)) {
        const message = 'Function call is missing a thought_signature in functionCall parts.';
        return wholeBody(errorBody(refusal(400, message)), { status: 400 });
      }
      return chatStream(context, (frames) =>
        frames.map((frame) =>
          mapChoice(frame, (choice) => ({
            ...choice,
            delta: mapToolCalls(choice.delta, (called) =>
              'id' in called ? { ...called, extra_content: signatureOf(called) } : called,
            ),
          })),
        ),
      );
    },
  },
  'finish-with-last-delta': {
    description:
      'The `finish_reason` comes in the chunk of the last delta, not in one of its own. Responses: the good stream.',
    shows: 'whole',
    needsStream: true,
    steps: (context) =>
      chatStream(context, (frames) => {
        const last = frames.findLastIndex(({ part }) => part === 'delta');
        return frames
          .map((frame, at) =>
            at === last ? mapChoice(frame, (choice) => ({ ...choice, finish_reason: context.made.finish })) : frame,
          )
          .filter(({ part }) => part !== 'end');
      }),
  },
  'reasoning-content': {
    description:
      'Before the answer come deltas of `reasoning_content` with words that are none of the answer, some with a label. Responses: the good stream.',
    shows: 'whole',
    needsStream: true,
    steps: (context) =>
      chatStream(context, (frames) => {
        const first = frames.findIndex(({ part }) => part === 'delta');
        const model = frames[first];
        if (model === undefined) return frames;
        const thoughts = ['Let me think. ', 'The sources say nothing of it, I guess. [p1]'].map((words) => ({
          ...mapChoice(model, (choice) => ({ ...choice, delta: { reasoning_content: words } })),
          tokens: 0,
        }));
        return [...frames.slice(0, first), ...thoughts, ...frames.slice(first)];
      }),
  },
  'comments-between': {
    description: 'Comment lines (`: PROCESSING`) before the first event and between the others.',
    shows: 'whole',
    needsStream: true,
    steps: (context) => asWritten(context, (text) => `: PROCESSING\n\n${text}`),
  },
  'crlf-lines': {
    description: 'Lines end with CR LF.',
    shows: 'whole',
    needsStream: true,
    steps: (context) => asWritten(context, (text) => text.replaceAll('\n', '\r\n')),
  },
  'no-space-after-colon': {
    description: 'No blank after `data:`.',
    shows: 'whole',
    needsStream: true,
    steps: (context) => asWritten(context, (text) => text.replaceAll(/^(data|event): /gmu, '$1:')),
  },
  'split-bytes': {
    description: 'Writes of three bytes, so that events, and characters of several bytes, come in parts.',
    shows: 'whole',
    needsStream: true,
    steps: (context) =>
      streamOf(framesOf(context.made, context)).flatMap((step) => (step.do === 'write' ? inThrees(step) : [step])),
  },
  'no-last-blank-line': {
    description: 'The last event is not ended by a blank line, only by the end of the body.',
    shows: 'whole',
    needsStream: true,
    steps: (context) => {
      const frames = framesOf(context.made, context);
      return asWritten(context, (text, at) => (at === frames.length - 1 ? text.trimEnd() : text));
    },
  },
};

function chatStream(
  context: FaultContext,
  change: (frames: readonly Frame[]) => readonly Frame[],
): readonly WireStep[] {
  const frames = framesOf(context.made, context);
  return streamOf(context.call.api === 'chat' ? change(frames) : frames);
}

function asWritten(context: FaultContext, change: (text: string, at: number) => string): readonly WireStep[] {
  const frames = framesOf(context.made, context);
  return [
    streamHead(),
    ...frames.map((frame, at): WireStep => ({
      do: 'write',
      bytes: bytesOf(change(frameText(frame), at)),
      tokens: frame.tokens,
    })),
    { do: 'end' },
  ];
}

function mapChoice(frame: Frame, change: (choice: Choice) => Json): Frame {
  if (typeof frame.data !== 'object' || frame.data === null) return frame;
  const { choices, ...others } = frame.data as { readonly choices: readonly Choice[] };
  return { ...frame, data: { ...others, choices: choices.map(change) } };
}

function mapToolCalls(delta: Json, change: (called: Json) => Json): Json {
  const called = delta['tool_calls'] as readonly Json[] | undefined;
  return called === undefined ? delta : { ...delta, tool_calls: called.map(change) };
}

function withoutIndexes(delta: Json): Json {
  return mapToolCalls(delta, (called) => without(called, 'index'));
}

function without(object: Json, key: string): Json {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}

function signatureOf(called: Json): Json {
  return { google: { thought_signature: `signature of ${String(called['id'])}` } };
}

/** Whether a tool call among the messages came back without its signature. */
function lacksSignature(body: Json): boolean {
  return (body['messages'] as readonly Json[])
    .flatMap((message) => (message['tool_calls'] ?? []) as readonly Json[])
    .some((called) => JSON.stringify(called['extra_content']) !== JSON.stringify(signatureOf(called)));
}

/** The deltas of each tool call as one. */
function toolCallsInOne(frames: readonly Frame[]): readonly Frame[] {
  const merged: Frame[] = [];
  for (const frame of frames) {
    const last = merged.at(-1);
    const called = toolCallOf(frame);
    const before = last === undefined ? undefined : toolCallOf(last);
    if (called !== undefined && before !== undefined && called['index'] === before['index']) {
      const functions = [before, called].map((each) => each['function'] as Json);
      const text = functions.map((each) => String(each['arguments'])).join('');
      const whole = { ...before, function: { ...functions[0], arguments: text } };
      merged[merged.length - 1] = {
        ...mapChoice(last!, (choice) => ({ ...choice, delta: { ...choice.delta, tool_calls: [whole] } })),
        tokens: last!.tokens + frame.tokens,
      };
    } else {
      merged.push(frame);
    }
  }
  return merged;
}

function toolCallOf({ part, data }: Frame): Json | undefined {
  if (part !== 'delta') return undefined;
  const [choice] = (data as { readonly choices: readonly Choice[] }).choices;
  return (choice?.delta['tool_calls'] as readonly Json[] | undefined)?.[0];
}

function inThrees({ bytes, tokens = 0 }: Extract<WireStep, { do: 'write' }>): readonly WireStep[] {
  return Array.from({ length: Math.ceil(bytes.length / 3) }, (_, at): WireStep => ({
    do: 'write',
    bytes: bytes.subarray(at * 3, at * 3 + 3),
    tokens: at === 0 ? tokens : 0,
  }));
}
