import type { ModelFaultMode } from './faults/model-fault-modes.ts';
import type { ParsedCall } from './parsed-call.ts';
import type { WireStep } from './wire-step.ts';

export interface ScriptedToolCall {
  readonly name: string;
  /** As text, so that it may be broken. */
  readonly arguments: string;
}

export interface TextReply {
  readonly kind: 'text';
  readonly text: string;
  /** How a stream cuts it into deltas; about one word each unless given. */
  readonly pieces?: readonly string[];
  /** Between deltas; 0 unless given. */
  readonly everyMs?: number;
}

export interface ToolReply {
  readonly kind: 'tool';
  readonly name: string;
  readonly arguments: string;
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
  /** For what drips, repeats or pings: milliseconds between two writes. */
  readonly everyMs?: number;
}

/** Anything that can be done to a socket. */
export interface WireReply {
  readonly kind: 'wire';
  readonly steps: readonly WireStep[];
}

export type ScriptedReply = TextReply | ToolReply | ToolsReply | FaultReply | WireReply;

/** What the model says to a call. A script that throws answers 500. */
export type ModelScript = (call: ParsedCall) => ScriptedReply | Promise<ScriptedReply>;
