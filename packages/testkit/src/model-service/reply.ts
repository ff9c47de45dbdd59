/** Steps on the connection of a reply: a stream of Chat Completions, or a fault in its place. */
import type { ParsedCall } from './parse-call.ts';
import { refusing, type ScriptedReply, type ScriptedToolCall, type WireStep } from './script.ts';

/** Faults of a model service, one of each kind that readers or owners can tell apart. */
export const MODEL_FAULTS_SERVED = [
  'reset-before-headers',
  'hang-before-headers',
  'hang-after-headers',
  'stall-after-first-token',
  'cut-clean',
  'cut-reset',
  'html-200',
  'redirect-elsewhere',
  '401',
  '429',
  '500',
  '400-no-tools',
  'null-content',
  'finish-length',
  'finish-content-filter',
  'unknown-tool',
  'tool-loop',
  'usage-missing',
  'usage-zero',
  'usage-huge',
] as const;

export type ModelFaultMode = (typeof MODEL_FAULTS_SERVED)[number];

/** The correct answer that a fault spoils, unless the script gives one. */
const GOOD_TEXT =
  'Topics are named buses over which nodes exchange messages. [p1] A service answers a request once. [p1] An action reports progress until it is done. [p2]';
/** Looks like a key, so that a test can search for it in logs and replies. It gives no access. */
const ECHOED_KEY = 'sk-echoed-0123456789abcdef0123456789abcdef';
/** Far longer than any answer may take. */
const BUSY_SECONDS = '3600';
/** Creation time in every reply (seconds since 1970), so that equal calls get equal bytes. */
const CREATED = 1_795_000_000;
/** Maximum number of deltas of one text, so that long answers stay cheap to send. */
const MAX_PIECES = 512;

/** Token count of the service: one token per four bytes of UTF-8, rounded up. */
export function serviceTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text, 'utf8') / 4);
}

/** A reply before it is encoded. Faults of content change this. */
interface Composition {
  /** Deltas of the text. */
  readonly pieces: readonly string[];
  readonly everyMs: number;
  readonly calls: readonly ScriptedToolCall[];
  readonly finish: string;
  /** Reported usage: the counted one, none, or this number in place of each count. */
  readonly usage: 'counted' | 'missing' | number;
}

/** Steps on the connection for a reply. `elsewhere` is another host name that also reaches this service: with scheme and port, without path. */
export function replySteps(reply: ScriptedReply, call: ParsedCall, elsewhere: string): readonly WireStep[] {
  if (reply.kind === 'wire') return reply.steps;
  if (reply.kind !== 'fault') return chatStream(compose(reply, call), call);
  const made = compose(reply.of ?? { kind: 'text', text: GOOD_TEXT }, call);
  const stream = (change: Partial<Composition> = {}): readonly WireStep[] => chatStream({ ...made, ...change }, call);
  const calling = (name: string, query: string): readonly WireStep[] =>
    stream({ pieces: [], calls: [{ name, arguments: JSON.stringify({ query_text: query }) }], finish: 'tool_calls' });
  switch (reply.fault) {
    case 'reset-before-headers':
      return [{ do: 'reset' }];
    case 'hang-before-headers':
      return [{ do: 'hang' }];
    case 'hang-after-headers':
      return [stream()[0]!, { do: 'hang' }];
    case 'stall-after-first-token':
      return [...stream().slice(0, 3), { do: 'hang' }];
    case 'cut-clean':
      return [...firstBytes(stream(), reply.afterBytes), { do: 'end' }];
    case 'cut-reset':
      return [...firstBytes(stream(), reply.afterBytes), { do: 'reset' }];
    case 'html-200':
      return refusing(200, '<!doctype html><title>Sign in</title>Please sign in.', { 'content-type': 'text/html' })
        .steps;
    case 'redirect-elsewhere':
      return refused(307, 'Moved.', { location: `${elsewhere}/v1/chat/completions` });
    case '401':
      return refused(401, `Incorrect API key provided: ${ECHOED_KEY}.`);
    case '429':
      return refused(429, 'Rate limit reached.', { 'retry-after': BUSY_SECONDS });
    case '500':
      return refused(500, 'The server had an error while processing your request.');
    case '400-no-tools':
      return call.tools.length > 0 ? refused(400, 'registry/test-model does not support tools') : stream();
    case 'null-content':
      return stream({ pieces: [], calls: [] });
    case 'finish-length':
      return stream({ finish: 'length' });
    case 'finish-content-filter':
      return stream({ finish: 'content_filter' });
    case 'unknown-tool':
      return calling('delete_everything', '/');
    case 'tool-loop':
      return calling(call.tools[0]?.name ?? 'search_docs', `topics again ${call.index}`);
    case 'usage-missing':
      return stream({ usage: 'missing' });
    case 'usage-zero':
      return stream({ usage: 0 });
    case 'usage-huge':
      return stream({ usage: 1e15 });
  }
}

function refused(status: number, message: string, headers: Readonly<Record<string, string>> = {}): readonly WireStep[] {
  const error = { message, type: 'api_error', code: null };
  return refusing(status, { error }, { 'content-type': 'application/json', ...headers }).steps;
}

/** Composes a reply; its text is cut at the token limit of the call, as real services do. */
function compose(
  reply: Exclude<ScriptedReply, { readonly kind: 'fault' | 'wire' }>,
  { maxTokens = Infinity }: ParsedCall,
): Composition {
  const common = { usage: 'counted', everyMs: 0 } as const;
  if (reply.kind === 'tool') return { ...common, pieces: [], calls: [reply], finish: 'tool_calls' };
  if (reply.kind === 'tools') {
    return { ...common, pieces: piecesOf(reply.text ?? ''), calls: reply.calls, finish: 'tool_calls' };
  }
  const { everyMs = 0, pieces: all = piecesOf(reply.text) } = reply;
  const isShort = serviceTokens(all.join('')) <= maxTokens;
  const isTooMuch = (_: string, at: number): boolean => serviceTokens(all.slice(0, at + 1).join('')) > maxTokens;
  const pieces = isShort ? all : all.slice(0, all.findIndex(isTooMuch));
  return { ...common, everyMs, pieces, calls: [], finish: isShort ? 'stop' : 'length' };
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
function chatStream({ pieces, calls, finish, everyMs, usage }: Composition, call: ParsedCall): readonly WireStep[] {
  // Ids of equal length, so that replies of equal content differ only in their id.
  const id = `chatcmpl-${String(call.index).padStart(6, '0')}`;
  const head = { id, object: 'chat.completion.chunk', created: CREATED, model: call.model };
  const chunk = (delta: object, billed = '', reason: string | null = null): WireStep =>
    event({ ...head, choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }] }, billed);
  const toolCalls = calls.flatMap(({ name, arguments: text }, index) => {
    const part = (fields: object, billed: string): WireStep => chunk({ tool_calls: [{ index, ...fields }] }, billed);
    return [
      part({ id: `call_${call.index}_${index}`, type: 'function', function: { name, arguments: '' } }, name),
      ...(text.match(/[\s\S]{1,8}/gu) ?? []).map((piece) => part({ function: { arguments: piece } }, piece)),
    ];
  });
  const written = [...pieces, ...calls.flatMap(({ name, arguments: text }) => [name, text])].join('');
  const [prompt_tokens, completion_tokens] =
    usage === 'counted' ? [call.inputTokens, serviceTokens(written)] : [usage, usage];
  const counts = { ...head, choices: [], usage: { prompt_tokens, completion_tokens } };
  return [
    { do: 'head', status: 200, headers: { 'content-type': 'text/event-stream; charset=utf-8' } },
    chunk({ role: 'assistant', content: pieces.length === 0 ? null : '', refusal: null }),
    ...pieces.flatMap((piece): readonly WireStep[] => [
      ...(everyMs > 0 ? [{ do: 'wait', ms: everyMs } as const] : []),
      chunk({ content: piece }, piece),
    ]),
    ...toolCalls,
    chunk({}, '', finish),
    ...(call.includeUsage && usage !== 'missing' ? [event(counts)] : []),
    event('[DONE]'),
    { do: 'end' },
  ];
}

function event(data: unknown, billed = ''): WireStep {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  return { do: 'write', bytes: Buffer.from(`data: ${text}\n\n`), billed };
}

/** Head and first bytes of a correct reply; default: half of the bytes. */
function firstBytes(steps: readonly WireStep[], afterBytes: number | undefined): readonly WireStep[] {
  const total = steps.reduce((sum, step) => sum + (step.do === 'write' ? step.bytes.length : 0), 0);
  let left = Math.min(total, afterBytes ?? Math.floor(total / 2));
  return steps.flatMap((step): readonly WireStep[] => {
    if (step.do === 'head') return [step];
    if (step.do === 'wait') return left > 0 ? [step] : [];
    if (step.do !== 'write' || left <= 0) return [];
    const bytes = step.bytes.subarray(0, left);
    left -= step.bytes.length;
    return [{ ...step, bytes }];
  });
}
