import { chatBody, chatFrames, outputTokens } from './chat-reply.ts';
import type { Composition } from './composition.ts';
import { frameStep, type Frame } from './frame.ts';
import type { ReplyContext } from './reply-context.ts';
import { responsesBody, responsesFrames } from './responses-reply.ts';
import { bytesOf, type WireStep } from './wire-step.ts';

export const JSON_TYPE = 'application/json';
export const STREAM_TYPE = 'text/event-stream; charset=utf-8';

/** The good reply to a call, as a stream or as one body, whichever was asked for. */
export function planReply(made: Composition, context: ReplyContext): readonly WireStep[] {
  return context.call.stream
    ? streamOf(framesOf(made, context), made.everyMs)
    : wholeBody(JSON.stringify(bodyOf(made, context)), { tokens: outputTokens(made, context.countTokens) });
}

export function framesOf(made: Composition, context: ReplyContext): readonly Frame[] {
  return context.call.api === 'chat' ? chatFrames(made, context) : responsesFrames(made, context);
}

export function bodyOf(made: Composition, context: ReplyContext): Readonly<Record<string, unknown>> {
  return context.call.api === 'chat' ? chatBody(made, context) : responsesBody(made, context);
}

export function streamHead(type: string = STREAM_TYPE): WireStep {
  return { do: 'head', status: 200, headers: { 'content-type': type, 'cache-control': 'no-cache' } };
}

export function streamOf(frames: readonly Frame[], everyMs = 0): readonly WireStep[] {
  const steps = frames.flatMap((frame): readonly WireStep[] =>
    everyMs > 0 && frame.part === 'delta' ? [{ do: 'wait', ms: everyMs }, frameStep(frame)] : [frameStep(frame)],
  );
  return [streamHead(), ...steps, { do: 'end' }];
}

export function wholeBody(
  body: string | Uint8Array,
  options: {
    readonly status?: number;
    readonly type?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly tokens?: number;
  } = {},
): readonly WireStep[] {
  const bytes = typeof body === 'string' ? bytesOf(body) : body;
  const { status = 200, type = JSON_TYPE, headers = {}, tokens = 0 } = options;
  const length = String(bytes.length);
  return [
    { do: 'head', status, headers: { 'content-type': type, 'content-length': length, ...headers } },
    { do: 'write', bytes, tokens },
    { do: 'end' },
  ];
}
