import { chatStream, compose, type Composition } from './chat-stream.ts';
import type { ParsedCall } from './parse-call.ts';
import { refusing, type ScriptedReply, type WireStep } from './script.ts';

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
export const GOOD_TEXT: string =
  'Topics are named buses over which nodes exchange messages. [p1] A service answers a request once. [p1] An action reports progress until it is done. [p2]';
/** Looks like a key, so that a test can search for it in logs and replies. It gives no access. */
const ECHOED_KEY = 'sk-echoed-0123456789abcdef0123456789abcdef';
/** Far longer than any answer may take. */
const BUSY_SECONDS = '3600';

export interface ReplyContext {
  readonly call: ParsedCall;
  readonly countTokens: (text: string) => number;
  /** Another host name that also reaches this service: with scheme and port, without path. */
  readonly elsewhere: string;
}

/** Steps on the connection for a reply. */
export function replySteps(reply: ScriptedReply, { call, countTokens, elsewhere }: ReplyContext): readonly WireStep[] {
  if (reply.kind === 'wire') return reply.steps;
  if (reply.kind !== 'fault') return chatStream(compose(reply, call, countTokens), call, countTokens);
  const made = compose(reply.of ?? { kind: 'text', text: GOOD_TEXT }, call, countTokens);
  const stream = (change: Partial<Composition> = {}): readonly WireStep[] =>
    chatStream({ ...made, ...change }, call, countTokens);
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
