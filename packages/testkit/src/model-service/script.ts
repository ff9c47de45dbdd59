import type { ModelFaultMode } from './faults.ts';
import type { ParsedCall } from './parse-call.ts';

/** One thing that is done to a client's connection. A reply is a list of them, so that a fault is a change of the list. */
export type WireStep =
  /** Status line and headers go out at once. */
  | { readonly do: 'head'; readonly status: number; readonly headers: Readonly<Record<string, string>> }
  /** `tokens` are billed as output when the bytes are written. */
  | { readonly do: 'write'; readonly bytes: Uint8Array; readonly tokens?: number }
  | { readonly do: 'wait'; readonly ms: number }
  /** Says nothing more, until the client leaves or the reply's time is over. */
  | { readonly do: 'hang' }
  /** Ends the body as HTTP has it. */
  | { readonly do: 'end' }
  /** Resets the connection (RST), a moment after what was written. */
  | { readonly do: 'reset' };

export interface ScriptedToolCall {
  readonly name: string;
  /** As text, so that it may be broken. */
  readonly arguments: string;
}

export interface TextReply {
  readonly kind: 'text';
  readonly text: string;
  /** How the stream cuts it into deltas; about one word each unless given. */
  readonly pieces?: readonly string[];
  /** Between deltas; 0 unless given. */
  readonly everyMs?: number;
}

export interface ToolReply extends ScriptedToolCall {
  readonly kind: 'tool';
}

/** Several calls in one reply, with words before them where `text` is given. */
export interface ToolsReply {
  readonly kind: 'tools';
  readonly calls: readonly ScriptedToolCall[];
  readonly text?: string;
}

export interface FaultReply {
  readonly kind: 'fault';
  readonly fault: ModelFaultMode;
  /** The good reply that the fault spoils; a text of several cited sentences unless given. */
  readonly of?: TextReply | ToolReply | ToolsReply;
  /** For the cuts: bytes of the body that still go out; half of them unless given. */
  readonly afterBytes?: number;
}

/** Anything that can be done to a socket. */
export interface WireReply {
  readonly kind: 'wire';
  readonly steps: readonly WireStep[];
}

export type ScriptedReply = TextReply | ToolReply | ToolsReply | FaultReply | WireReply;

/** What the model says to a call. A script that throws answers 501. */
export type ModelScript = (call: ParsedCall) => ScriptedReply | Promise<ScriptedReply>;

const encoder = new TextEncoder();

export const bytesOf = (text: string): Uint8Array => encoder.encode(text);

/** A reply that is no answer, such as a refusal: `body` goes out as JSON, or as it is where it is a text. */
export function refusing(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
): WireReply {
  const bytes = bytesOf(typeof body === 'string' ? body : JSON.stringify(body));
  return { kind: 'wire', steps: [{ do: 'head', status, headers }, { do: 'write', bytes }, { do: 'end' }] };
}

/** One reply for each call, in order; the last one from then on. */
export function inTurn(first: ScriptedReply, ...others: readonly ScriptedReply[]): ModelScript {
  const replies = [first, ...others];
  let next = 0;
  return () => replies[Math.min(next++, replies.length - 1)] ?? first;
}

/** The first `times` calls get `failure`, later ones what `then` says. Counts for itself, so make one for each service. */
export function failingThen(failure: ScriptedReply, times: number, then: ModelScript): ModelScript {
  let left = times;
  return (call) => (left-- > 0 ? failure : then(call));
}

/** What `model` says, spoiled by a fault each time. A model that itself replies with a fault or with raw steps is left as it is. */
export function spoiling(fault: Omit<FaultReply, 'kind' | 'of'>, model: ModelScript): ModelScript {
  return async (call) => {
    const of = await model(call);
    return of.kind === 'fault' || of.kind === 'wire' ? of : { kind: 'fault', of, ...fault };
  };
}
