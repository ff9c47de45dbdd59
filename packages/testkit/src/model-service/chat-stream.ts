/** Writes a model's reply as a stream of Chat Completions: chunks that end with `[DONE]`. */
import type { ParsedCall } from './parse-call.ts';
import {
  bytesOf,
  type ScriptedToolCall,
  type TextReply,
  type ToolReply,
  type ToolsReply,
  type WireStep,
} from './script.ts';

/** A reply before it is encoded. Faults of content change this. */
export interface Composition {
  /** Deltas of the text. */
  readonly pieces: readonly string[];
  readonly everyMs: number;
  readonly calls: readonly ScriptedToolCall[];
  readonly finish: string;
  /** Reported usage: the counted one, none, or this number in place of each count. */
  readonly usage: 'counted' | 'missing' | number;
}

/** Creation time in every reply (seconds since 1970), so that equal calls get equal bytes. */
const CREATED = 1_795_000_000;
/** Maximum number of deltas of one text, so that long answers stay cheap to send. */
const MAX_PIECES = 512;
/** Characters of tool arguments in one delta. */
const ARGUMENT_PIECE = 8;

/** Composes a reply; its text is cut at the token limit of the call, as real services do. */
export function compose(
  reply: TextReply | ToolReply | ToolsReply,
  { maxTokens = Infinity }: ParsedCall,
  countTokens: (text: string) => number,
): Composition {
  const common = { usage: 'counted', everyMs: 0 } as const;
  if (reply.kind === 'tool') return { ...common, pieces: [], calls: [reply], finish: 'tool_calls' };
  if (reply.kind === 'tools') {
    return { ...common, pieces: piecesOf(reply.text ?? ''), calls: reply.calls, finish: 'tool_calls' };
  }
  const all = reply.pieces ?? piecesOf(reply.text);
  const { everyMs = 0 } = reply;
  const isShort = countTokens(all.join('')) <= maxTokens;
  const isTooMuch = (_: string, at: number): boolean => countTokens(all.slice(0, at + 1).join('')) > maxTokens;
  return {
    ...common,
    everyMs,
    pieces: isShort ? all : all.slice(0, all.findIndex(isTooMuch)),
    calls: [],
    finish: isShort ? 'stop' : 'length',
  };
}

/** Pieces of about one word, each with the space before it. */
function piecesOf(text: string): readonly string[] {
  const words = text.match(/\s*\S{1,24}|\s+$/gu) ?? [];
  const size = Math.max(1, Math.ceil(words.length / MAX_PIECES));
  return Array.from({ length: Math.ceil(words.length / size) }, (_, at) =>
    words.slice(at * size, (at + 1) * size).join(''),
  );
}

/** Steps of the whole stream; each write is one event. */
export function chatStream(
  made: Composition,
  call: ParsedCall,
  countTokens: (text: string) => number,
): readonly WireStep[] {
  const chunk = (delta: object, finish: string | null = null): object => ({
    ...chunkOf(call),
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  });
  let written = 0;
  const upTo = { text: '', tokens: 0 };
  const billed = (text: string): number => {
    upTo.text += text;
    const before = upTo.tokens;
    upTo.tokens = written + countTokens(upTo.text);
    return upTo.tokens - before;
  };
  const deltas = made.pieces.map((piece) => event(chunk({ content: piece }), billed(piece)));
  const calls = made.calls.flatMap(({ name, arguments: text }, index) => {
    const id = `call_${call.index}_${index}`;
    const first = { index, id, type: 'function', function: { name, arguments: '' } };
    const parts = text.match(new RegExp(`[\\s\\S]{1,${ARGUMENT_PIECE}}`, 'gu')) ?? [];
    // Services count names and arguments separately.
    written = upTo.tokens;
    upTo.text = '';
    return [
      event(chunk({ tool_calls: [first] }), billed(name)),
      ...parts.map((part) => event(chunk({ tool_calls: [{ index, function: { arguments: part } }] }), billed(part))),
    ];
  });
  const usage = made.usage === 'counted' ? [call.inputTokens, upTo.tokens] : [made.usage, made.usage];
  const [input, output] = usage;
  const counts = { prompt_tokens: input, completion_tokens: output };
  return [
    { do: 'head', status: 200, headers: { 'content-type': 'text/event-stream; charset=utf-8' } },
    event(chunk({ role: 'assistant', content: made.pieces.length === 0 ? null : '', refusal: null })),
    ...deltas.flatMap((step): readonly WireStep[] =>
      made.everyMs > 0 ? [{ do: 'wait', ms: made.everyMs }, step] : [step],
    ),
    ...calls,
    event(chunk({}, made.finish)),
    ...(call.includeUsage && made.usage !== 'missing' ? [event({ ...chunkOf(call), choices: [], usage: counts })] : []),
    event('[DONE]'),
    { do: 'end' },
  ];
}

function chunkOf({ index, model }: ParsedCall): object {
  // Ids of equal length, so that replies of equal content differ only in their id.
  return { id: `chatcmpl-${String(index).padStart(6, '0')}`, object: 'chat.completion.chunk', created: CREATED, model };
}

function event(data: unknown, tokens = 0): Extract<WireStep, { do: 'write' }> {
  return { do: 'write', bytes: bytesOf(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`), tokens };
}
