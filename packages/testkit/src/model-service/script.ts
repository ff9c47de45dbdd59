import type { ModelFaultMode } from './reply.ts';
import type { ParsedCall } from './parse-call.ts';

/** One action on a client's connection. A reply is a list of them, so that a fault can be made by changing the list. */
export type WireStep =
  /** Sends status line and headers immediately. */
  | { readonly do: 'head'; readonly status: number; readonly headers: Readonly<Record<string, string>> }
  /** `billed` is the output that these bytes contain, charged when they are written. */
  | { readonly do: 'write'; readonly bytes: Uint8Array; readonly billed?: string }
  | { readonly do: 'wait'; readonly ms: number }
  /** Sends nothing more until the client leaves or the reply times out. */
  | { readonly do: 'hang' }
  /** Ends the body properly. */
  | { readonly do: 'end' }
  /** Resets the connection (RST) shortly after the last write. */
  | { readonly do: 'reset' };

export interface ScriptedToolCall {
  readonly name: string;
  /** A string, so that it can be invalid JSON. */
  readonly arguments: string;
}

export interface TextReply {
  readonly kind: 'text';
  readonly text: string;
  /** Deltas of the stream. Default: about one word each. */
  readonly pieces?: readonly string[];
  /** Milliseconds between deltas. Default: 0. */
  readonly everyMs?: number;
}

export interface ToolReply extends ScriptedToolCall {
  readonly kind: 'tool';
}

/** Several tool calls in one reply, after `text` if there is any. */
export interface ToolsReply {
  readonly kind: 'tools';
  readonly calls: readonly ScriptedToolCall[];
  readonly text?: string;
}

export interface FaultReply {
  readonly kind: 'fault';
  readonly fault: ModelFaultMode;
  /** The correct reply that the fault spoils. Default: a text of several cited sentences. */
  readonly of?: TextReply | ToolReply | ToolsReply;
  /** For faults that cut the body: number of bytes sent before. Default: half of them. */
  readonly afterBytes?: number;
}

/** A reply made of arbitrary steps. */
export interface WireReply {
  readonly kind: 'wire';
  readonly steps: readonly WireStep[];
}

export type ScriptedReply = TextReply | ToolReply | ToolsReply | FaultReply | WireReply;

/** Decides the model's reply to a call. If the script throws, the service answers 501. */
export type ModelScript = (call: ParsedCall) => ScriptedReply | Promise<ScriptedReply>;

/** An error reply: sends `body` as JSON or, if it is a string, unchanged. */
export function refusing(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
): WireReply {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return { kind: 'wire', steps: [{ do: 'head', status, headers }, { do: 'write', bytes }, { do: 'end' }] };
}

/** Gives one reply per call, in order; the last one is repeated. */
export function inTurn(first: ScriptedReply, ...others: readonly ScriptedReply[]): ModelScript {
  const replies = [first, ...others];
  let next = 0;
  return () => replies[Math.min(next++, replies.length - 1)] ?? first;
}

/** The first `times` calls get `failure`, later ones the reply of `then`. Has its own counter, so create one per service. */
export function failingThen(failure: ScriptedReply, times: number, then: ModelScript): ModelScript {
  let left = times;
  return (call) => (left-- > 0 ? failure : then(call));
}
