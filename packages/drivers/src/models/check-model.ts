import { IbidError } from '@ibid/core';
import type { ModelRequest } from '@openai/agents';
import { believedUsage } from './believed-usage.ts';
import { thrownFailure, type CallFailure } from './call-failure.ts';
import { callModel, type CallOutcome } from './call-model.ts';
import { connectionFailure } from './connection-failure.ts';
import { isJson } from './is-json.ts';
import { isRecord } from './is-record.ts';
import { MODEL_DEADLINES } from './model-deadlines.ts';
import type { ModelOptions } from './model-options.ts';
import { modelService, type ModelService } from './model-service.ts';
import { nearestNames } from './nearest-names.ts';
import { resolveModel, type ResolvedModel } from './resolve-model.ts';
import { serviceRequest } from './service-request.ts';

export interface ModelCheck {
  readonly stage: 'configuration' | 'connection' | 'reply' | 'stream' | 'tools';
  /** `poor`: it works, with something to know. After `bad` no further stage follows. */
  readonly state: 'good' | 'poor' | 'bad';
  /** What was seen, and what to do. Holds no key, and nothing that the service wrote but names of models and codes. */
  readonly text: string;
  readonly milliseconds: number;
}

export interface CheckModelOptions {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** o200k tokens. */
  readonly countTokens: (text: string) => number;
  readonly signal?: AbortSignal;
  /** Of each stage; 30,000 unless given: a model on the owner's machine may have to be loaded first. */
  readonly deadlineMs?: number;
}

type Said = Pick<ModelCheck, 'state' | 'text'>;

const DEADLINE_MS = 30_000;
/** Enough for models that think first. */
const MAX_TOKENS = 512;
const NEAREST = 3;
const INSTRUCTIONS = 'You help to test a connection.';
const TOOL: ModelRequest['tools'][number] = {
  type: 'function',
  name: 'search_docs',
  description: 'Searches the documentation.',
  parameters: {
    type: 'object',
    properties: { query_text: { type: 'string' } },
    required: ['query_text'],
    additionalProperties: true,
  },
  strict: false,
};

/**
 * Tries a model as an owner has configured it, stage by stage, as answers would use it. Three small calls are made at the owner's cost, outside
 * any ledger; nothing is repeated.
 */
export async function* checkModel(options: ModelOptions, checking: CheckModelOptions): AsyncGenerator<ModelCheck> {
  const { now } = checking;
  let started = now();
  let isBad = false;
  const told = (stage: ModelCheck['stage'], said: Said): ModelCheck => {
    const milliseconds = Math.round(now() - started);
    started = now();
    isBad = said.state === 'bad';
    return { stage, ...said, milliseconds };
  };

  let model: ResolvedModel;
  try {
    model = resolveModel(options);
  } catch (error) {
    yield told('configuration', { state: 'bad', text: (error as IbidError).message });
    return;
  }
  yield told('configuration', { state: 'good', text: configurationText(model) });
  const service = modelService(model);
  const names: string[] = [];
  const stages: readonly (readonly [ModelCheck['stage'], () => Promise<Said>])[] = [
    ['connection', () => connection(service, names, checking)],
    ['reply', () => plainReply(service, names, checking)],
    ['stream', () => stream(service, checking)],
    ['tools', () => tools(service, checking)],
  ];
  try {
    for (const [stage, run] of stages) {
      yield told(stage, await run());
      if (isBad) return;
    }
  } finally {
    await service.close();
  }
}

function configurationText({ id, baseUrl, api, apiKey, keyVariable }: ResolvedModel): string {
  const path = api === 'chat' ? 'Chat Completions' : 'Responses';
  const key = apiKey === undefined ? 'no key' : `a key (custom: \`${keyVariable}\`)`;
  return `${id} at \`${baseUrl}\` over ${path}, with ${key}.`;
}

function deadline({ signal, deadlineMs = DEADLINE_MS }: CheckModelOptions): AbortSignal {
  const late = AbortSignal.timeout(deadlineMs);
  return signal === undefined ? late : AbortSignal.any([signal, late]);
}

/** Of errors of `service.fetch`. */
function failed(error: unknown, { model }: ModelService, { signal }: CheckModelOptions): Said {
  if (signal?.aborted === true) throw new IbidError('ABORTED', 'The check was stopped.');
  const known = thrownFailure(error) ?? connectionFailure(error, model);
  const isLate = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
  const text = isLate ? `${model.id} said nothing in time. Is it still being loaded?` : undefined;
  return { state: 'bad', text: known?.message ?? text ?? `${model.id} cannot be asked.` };
}

async function connection(service: ModelService, names: string[], checking: CheckModelOptions): Promise<Said> {
  const { model } = service;
  try {
    const reply = await service.fetch(`${model.baseUrl}/models`, { signal: deadline(checking) });
    const body: unknown = await reply.json();
    const listed: readonly unknown[] = isRecord(body) && Array.isArray(body['data']) ? body['data'] : [];
    for (const entry of listed) {
      if (isRecord(entry) && typeof entry['id'] === 'string') names.push(entry['id'].replace(/^models\//u, ''));
    }
  } catch (error) {
    // A list of models is no duty of a service.
    if ([404, 405].includes(thrownFailure(error)?.status ?? 0))
      return { state: 'good', text: 'The service is there; it lists no models.' };
    return failed(error, service, checking);
  }
  if (names.length === 0) return { state: 'good', text: 'The service is there; it lists no models.' };
  if (isListed(model, names)) {
    return { state: 'good', text: `The service is there and has the model, among ${names.length}.` };
  }
  return { state: 'poor', text: `The service is there, but does not list \`${model.model}\`.${nearest(model, names)}` };
}

function isListed({ model }: ResolvedModel, names: readonly string[]): boolean {
  return names.includes(model.replace(/^models\//u, ''));
}

function noPath({ id, baseUrl, api }: ResolvedModel): string {
  const other = api === 'responses' ? ', or take `"api"` out of the configuration' : '';
  return `${id} at \`${baseUrl}\` answered 404. The model is there, but not this path; check the base URL${other}.`;
}

function nearest({ model }: ResolvedModel, names: readonly string[]): string {
  const near = nearestNames(model, names, NEAREST).filter((name) => /^[\w./:@-]{1,100}$/u.test(name));
  return near.length === 0 ? '' : ` It has ${near.map((name) => `\`${name}\``).join(', ')}.`;
}

async function plainReply(service: ModelService, names: readonly string[], checking: CheckModelOptions): Promise<Said> {
  const { baseUrl, api, model, quirks } = service.model;
  const messages = [
    { role: 'system', content: INSTRUCTIONS },
    { role: 'user', content: 'Answer with the word: ready' },
  ];
  const body = {
    model,
    ...(api === 'chat'
      ? { messages, [quirks.limit]: MAX_TOKENS }
      : { input: messages, max_output_tokens: MAX_TOKENS, store: false }),
    ...(quirks.temperature ? { temperature: 0 } : {}),
  };
  try {
    const reply = await service.fetch(`${baseUrl}${api === 'chat' ? '/chat/completions' : '/responses'}`, {
      method: 'POST',
      body: JSON.stringify(body),
      signal: deadline(checking),
    });
    const said: unknown = await reply.json();
    const choices: readonly unknown[] = isRecord(said) && Array.isArray(said['choices']) ? said['choices'] : [];
    const end =
      api === 'responses' && isRecord(said)
        ? said['status']
        : isRecord(choices[0])
          ? choices[0]['finish_reason']
          : undefined;
    const isWhole = end === 'stop' || end === 'completed';
    const shown = typeof end === 'string' && /^[a-z_]{1,30}$/u.test(end) ? `\`${end}\`` : 'no reason';
    return isWhole
      ? { state: 'good', text: `It answers, and ends with ${shown}.` }
      : {
          state: 'poor',
          text: `It answers, but ends with ${shown}; answers that do not end with \`stop\` count as cut off.`,
        };
  } catch (error) {
    const said = failed(error, service, checking);
    if (thrownFailure(error)?.status !== 404) return said;
    return {
      ...said,
      text: isListed(service.model, names) ? noPath(service.model) : said.text + nearest(service.model, names),
    };
  }
}

async function call(
  service: ModelService,
  input: string,
  hasTools: boolean,
  { signal = new AbortController().signal, deadlineMs = DEADLINE_MS }: CheckModelOptions,
  onText: () => void,
): Promise<CallOutcome> {
  const request = { systemInstructions: INSTRUCTIONS, input, tools: hasTools ? [TOOL] : [] };
  return callModel(
    service,
    serviceRequest(request, service.model, { temperature: 0, maxTokens: MAX_TOKENS, hasTools }),
    {
      signal,
      firstTokenMs: deadlineMs,
      idleMs: Math.min(deadlineMs, MODEL_DEADLINES.idleMs),
      totalMs: deadlineMs,
      maxCharacters: 16_000,
      onText,
    },
  );
}

async function stream(service: ModelService, checking: CheckModelOptions): Promise<Said> {
  const { now, countTokens } = checking;
  const started = now();
  let first: number | undefined;
  const input = 'Count from one to five in words.';
  const { reply, failure } = await call(service, input, false, checking, () => (first ??= now()));
  if (reply === undefined) return { state: 'bad', text: failure.message };
  const counted = { input: countTokens(INSTRUCTIONS + input), output: countTokens(reply.text) };
  const used = believedUsage(reply.usage, { counted, reserved: { input: 1_000, output: MAX_TOKENS } });
  const ended = `It streams, the first token after ${Math.round((first ?? now()) - started)} ms, and says how the reply ended`;
  return used === undefined
    ? { state: 'poor', text: `${ended}, but not how many tokens it took; each call will be charged at its most.` }
    : { state: 'good', text: `${ended} and what it took: ${used.inputTokens} tokens in, ${used.outputTokens} out.` };
}

const NO_TOOLS =
  '`"quirks": { "tools": false }` into the `model` section (into `cheaper` for that one), so that it is offered none and answers from what is found for it.';

function withoutTools({ status, message }: CallFailure): string {
  const isRefusal = status !== undefined && [400, 404, 405, 415, 422, 501].includes(status);
  return isRefusal
    ? `It refuses tools (${message}) Write ${NO_TOOLS}`
    : `It failed when it was offered tools (${message}) If it does so again, write ${NO_TOOLS}`;
}

async function tools(service: ModelService, checking: CheckModelOptions): Promise<Said> {
  if (!service.model.quirks.tools)
    return { state: 'poor', text: 'It is set to get no tools, so it will not search for itself.' };
  const input = 'Search the documentation for topics with search_docs. Do not answer without searching.';
  const { reply, failure } = await call(service, input, true, checking, () => undefined);
  if (reply === undefined) {
    return { state: 'poor', text: withoutTools(failure) };
  }
  const isRight = reply.calls.some(({ name, arguments: written }) => name === TOOL.name && isJson(written));
  return isRight
    ? { state: 'good', text: 'It calls a tool when it should.' }
    : { state: 'poor', text: 'It called no tool, so it will answer from the passages that are found for it.' };
}
