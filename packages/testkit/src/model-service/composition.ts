import type { ScriptedToolCall, TextReply, ToolReply, ToolsReply } from './scripted-reply.ts';

/** What the model made, before it is put into the shape of an API. A fault of content is a change of this. */
export interface Composition {
  /** `undefined` where the model only calls tools. */
  readonly text: string | undefined;
  /** `text` as a stream gives it. */
  readonly pieces: readonly string[];
  readonly everyMs: number;
  readonly calls: readonly ScriptedToolCall[];
  /** The text comes as a refusal, which is no answer. */
  readonly isRefusal: boolean;
  /** `null` sends no reason to end: a chunk without it, or a Responses stream without its last event. */
  readonly finish: string | null;
  /** What is reported: as counted, nothing, or this in place of each number. */
  readonly usage: 'counted' | 'missing' | { readonly value: unknown };
}

/** Most deltas of one text, so that long answers stay cheap to send. */
const MAX_PIECES = 512;

/** Cuts the text at `maxTokens`, as services do. */
export function compose(
  reply: TextReply | ToolReply | ToolsReply,
  {
    maxTokens,
    countTokens,
  }: { readonly maxTokens: number | undefined; readonly countTokens: (text: string) => number },
): Composition {
  const common = { usage: 'counted', everyMs: 0, isRefusal: false } as const;
  if (reply.kind === 'tool') {
    const calls = [{ name: reply.name, arguments: reply.arguments }];
    return { ...common, text: undefined, pieces: [], calls, finish: 'tool_calls' };
  }
  if (reply.kind === 'tools') {
    const pieces = reply.text === undefined ? [] : piecesOf(reply.text);
    return { ...common, text: reply.text, pieces, calls: reply.calls, finish: 'tool_calls' };
  }
  const all = reply.pieces ?? piecesOf(reply.text);
  const pieces = withinTokens(all, maxTokens, countTokens);
  return {
    ...common,
    everyMs: reply.everyMs ?? 0,
    text: pieces.join(''),
    pieces,
    calls: [],
    finish: pieces.length === all.length ? 'stop' : 'length',
  };
}

/** About a word each, with the blank before it. */
export function piecesOf(text: string): readonly string[] {
  const words = text.match(/\s*\S{1,24}|\s+$/gu) ?? [];
  const size = Math.ceil(words.length / MAX_PIECES);
  if (size <= 1) return words;
  return Array.from({ length: Math.ceil(words.length / size) }, (_, at) =>
    words.slice(at * size, (at + 1) * size).join(''),
  );
}

function withinTokens(
  pieces: readonly string[],
  maxTokens: number | undefined,
  countTokens: (text: string) => number,
): readonly string[] {
  if (maxTokens === undefined || countTokens(pieces.join('')) <= maxTokens) return pieces;
  let text = '';
  const kept: string[] = [];
  for (const piece of pieces) {
    text += piece;
    if (countTokens(text) > maxTokens) break;
    kept.push(piece);
  }
  return kept;
}
