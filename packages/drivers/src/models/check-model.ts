import { IbidError } from '@ibid/core';
import { argumentsOf, isRecord, parsedJson } from '../services/json.ts';
import { connectionError, serviceFetch } from '../services/service-fetch.ts';
import { ServiceError } from '../services/service-error.ts';
import { callModel, MODEL_DEADLINES, type CallOutcome, type ModelTool } from './call-model.ts';
import { believedUsage } from './paid-call.ts';
import { resolveModel, type ModelOptions, type ResolvedModel } from './resolve-model.ts';

export interface ModelCheck {
  readonly stage: 'configuration' | 'connection' | 'stream' | 'tools';
  /** `poor`: it works with limitations. After `bad` no further stage is run. */
  readonly state: 'good' | 'poor' | 'bad';
  /** Observation and advice. Contains no key, and nothing from the service except names of models and codes. */
  readonly text: string;
  readonly milliseconds: number;
}

export interface CheckModelOptions {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Counts o200k tokens. */
  readonly countTokens: (text: string) => number;
  readonly signal?: AbortSignal;
  /** Milliseconds per stage, default 30,000: a model on the owner's machine may have to be loaded first. */
  readonly deadlineMs?: number;
}

interface Checking extends CheckModelOptions {
  readonly model: ResolvedModel;
  /** Model names listed by the service. */
  readonly listed: string[];
  /** Parameters that the service refuses. */
  readonly leftOut: Set<string>;
}

type Seen = Pick<ModelCheck, 'state' | 'text'>;

const DEADLINE_MS = 30_000;
/** Enough for models that think first. */
const MAX_TOKENS = 512;
/** Maximum similar model names in a message. */
const NEAREST = 8;
const INSTRUCTIONS = 'You help to test a connection.';
const TOOL: ModelTool = {
  type: 'function',
  name: 'search_docs',
  description: 'Searches the documentation.',
  inputSchema: { type: 'object', properties: { query_text: { type: 'string' } }, required: ['query_text'] },
};

/**
 * Tests a configured model stage by stage, in the way answers use it. Makes two small calls at the owner's cost, outside any ledger, and one
 * more for each parameter that the service refuses.
 */
export async function* checkModel(options: ModelOptions, call: CheckModelOptions): AsyncGenerator<ModelCheck> {
  let started = call.now();
  let isBad = false;
  const told = (stage: ModelCheck['stage'], seen: Seen): ModelCheck => {
    const milliseconds = Math.round(call.now() - started);
    started = call.now();
    isBad = seen.state === 'bad';
    return { stage, ...seen, milliseconds };
  };
  let model: ResolvedModel;
  try {
    model = resolveModel(options);
  } catch (error) {
    return yield told('configuration', { state: 'bad', text: (error as IbidError).message });
  }
  const key = model.hasKey ? `a key (custom: \`${model.keyName}\`)` : 'no key';
  yield told('configuration', { state: 'good', text: `${model.label} at \`${model.baseUrl}\`, with ${key}.` });
  const checking: Checking = { ...call, model, listed: [], leftOut: new Set() };
  for (const [stage, run] of [
    ['connection', connection],
    ['stream', stream],
    ['tools', tools],
  ] as const) {
    yield told(stage, await run(checking));
    if (isBad) return;
  }
}

/** Services need not list their models. */
const UNLISTED: Seen = { state: 'good', text: 'The service is there; it lists no models.' };

async function connection({ model, listed, signal, deadlineMs = DEADLINE_MS }: Checking): Promise<Seen> {
  const late = AbortSignal.timeout(deadlineMs);
  try {
    const either = signal === undefined ? late : AbortSignal.any([signal, late]);
    const reply = await serviceFetch(model)(`${model.baseUrl}/models`, { signal: either });
    const body = parsedJson(await reply.text());
    const entries: readonly unknown[] = isRecord(body) && Array.isArray(body['data']) ? body['data'] : [];
    const names = entries.filter(isRecord).map(({ id }) => String(id).replace(/^models\//u, ''));
    listed.push(...names.filter((name) => /^[\w./:@-]{1,100}$/u.test(name)));
  } catch (error) {
    if (signal?.aborted === true) throw new IbidError('ABORTED', 'The check was stopped.');
    const failure = late.aborted
      ? new ServiceError(model, 'late', { seen: 'said nothing in time' })
      : connectionError(model, error);
    if (failure.status === 404 || failure.status === 405) return UNLISTED;
    return { state: 'bad', text: failure.message };
  }
  if (listed.length === 0) return UNLISTED;
  if (isListed(model, listed)) {
    return { state: 'good', text: `The service is there and has the model, among ${listed.length}.` };
  }
  const text = `The service is there, but does not list \`${model.model}\`.${nearest(model, listed)}`;
  return { state: 'poor', text };
}

function isListed({ model }: ResolvedModel, listed: readonly string[]): boolean {
  return listed.includes(model.replace(/^models\//u, ''));
}

/** Names the listed models that are most similar, by the letter pairs that they share. */
function nearest({ model }: ResolvedModel, listed: readonly string[]): string {
  if (listed.length === 0) return '';
  const own = pairs(model);
  const likeness = (name: string): number => {
    const other = pairs(name);
    return (2 * own.intersection(other).size) / Math.max(1, own.size + other.size);
  };
  const near = listed.toSorted((a, b) => likeness(b) - likeness(a) || (a < b ? -1 : 1)).slice(0, NEAREST);
  const more = listed.length - near.length;
  return ` It has ${near.map((name) => `\`${name}\``).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}

function pairs(name: string): ReadonlySet<string> {
  const letters = name.toLowerCase();
  return new Set(Array.from({ length: Math.max(0, name.length - 1) }, (_, at) => letters.slice(at, at + 2)));
}

/** Repeats the call until no parameter is refused any more. */
async function ask(
  { model, leftOut, signal, deadlineMs = DEADLINE_MS }: Checking,
  input: string,
  offered: readonly ModelTool[],
  onText: () => void,
): Promise<CallOutcome> {
  const messages = [{ role: 'user' as const, content: [{ type: 'text' as const, text: input }] }];
  for (;;) {
    const outcome = await callModel(
      model,
      { instructions: INSTRUCTIONS, messages, tools: offered },
      {
        signal: signal ?? new AbortController().signal,
        temperature: 0,
        maxTokens: MAX_TOKENS,
        leftOut,
        firstTokenMs: deadlineMs,
        idleMs: Math.min(deadlineMs, MODEL_DEADLINES.idleMs),
        totalMs: deadlineMs,
        maxCharacters: 16_000,
        onText,
      },
    );
    const refused = outcome.failure?.parameter;
    if (refused === undefined || refused === 'tools' || leftOut.has(refused)) return outcome;
    leftOut.add(refused);
  }
}

async function stream(checking: Checking): Promise<Seen> {
  const { model, listed, leftOut, now, countTokens } = checking;
  const started = now();
  let first: number | undefined;
  const input = 'Count from one to five in words.';
  const { reply, failure, usage } = await ask(checking, input, [], () => (first ??= now()));
  if (reply === undefined) {
    const hint = failure.kind === 'missing' && !isListed(model, listed) ? nearest(model, listed) : '';
    return { state: 'bad', text: failure.message + hint };
  }
  const counted = { input: countTokens(INSTRUCTIONS + input), output: countTokens(reply.text) };
  const used = believedUsage(usage, { counted, reserved: { input: 1_000, output: MAX_TOKENS } });
  const ended = `It streams, the first token after ${Math.round((first ?? now()) - started)} ms, and says how the reply ended`;
  const refused = [...leftOut].map((name) => `\`${name}\``).join(', ');
  const without = refused === '' ? '' : ` It refuses ${refused}, which answers leave out.`;
  const told =
    used === undefined
      ? ', but not how many tokens it took; each call will be charged at its most.'
      : ` and what it took: ${used.inputTokens} tokens in, ${used.outputTokens} out.`;
  return { state: used === undefined || refused !== '' ? 'poor' : 'good', text: ended + told + without };
}

const NO_TOOLS =
  '`"quirks": { "tools": false }` into the `model` section (into `cheaper` for that one), so that it is offered none and answers from what is found for it.';

async function tools(checking: Checking): Promise<Seen> {
  if (!checking.model.quirks.tools) {
    return { state: 'poor', text: 'It is set to get no tools, so it will not search for itself.' };
  }
  const input = 'Search the documentation for topics with search_docs. Do not answer without searching.';
  const { reply, failure } = await ask(checking, input, [TOOL], () => undefined);
  if (reply === undefined) {
    const { status = 0, message } = failure;
    const text = [400, 404, 405, 415, 422, 501].includes(status)
      ? `It refuses tools (${message}) Write ${NO_TOOLS}`
      : `It failed when it was offered tools (${message}) If it does so again, write ${NO_TOOLS}`;
    return { state: 'poor', text };
  }
  const isRight = reply.calls.some(
    ({ toolName, input: given }) => toolName === TOOL.name && argumentsOf(given) !== undefined,
  );
  return isRight
    ? { state: 'good', text: 'It calls a tool when it should.' }
    : { state: 'poor', text: 'It called no tool, so it will answer from the passages that are found for it.' };
}
