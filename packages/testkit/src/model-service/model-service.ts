/**
 * A model service on a loopback port that speaks the OpenAI API over real sockets: `POST /v1/chat/completions` and `/v1/responses`
 * (JSON and streams), `GET /v1/models`. A script says what the model answers, and what goes wrong. Calls that the real service
 * refuses are refused in its words: a wrong key, an unknown model, a broken body, an unsupported parameter, tool results
 * without a call. Tokens are counted and billed by the service itself, whatever it reports.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { MODEL_FAULT_MODES } from './faults/model-fault-modes.ts';
import { compose } from './composition.ts';
import { parseCall } from './parse-call.ts';
import type { ParsedCall } from './parsed-call.ts';
import { planReply, wholeBody } from './plan-reply.ts';
import { playSteps } from './play-steps.ts';
import { CREATED } from './reply-context.ts';
import type { FaultReply, ModelScript, ScriptedReply } from './scripted-reply.ts';
import type { BilledTokens, ServedRequest } from './served-request.ts';
import { errorBody, refusal, type ServiceError } from './service-error.ts';
import { serviceTokens } from './service-tokens.ts';
import type { WireStep } from './wire-step.ts';

export interface ModelServiceOptions {
  readonly answer: ModelScript;
  /** @default 'test-key' */
  readonly apiKey?: string;
  /** Models that exist; any other one is refused. @default ['test-model'] */
  readonly models?: readonly string[];
  /** Parameters that are refused as unsupported. @default none */
  readonly unsupported?: readonly string[];
  /** Its measure of a text; must not shrink when a text grows. @default `serviceTokens` */
  readonly countTokens?: (text: string) => number;
  /** Longest time for one reply; then the service ends the connection. @default 60000 */
  readonly maxOpenMs?: number;
  /** Answers `POST /v1/embeddings`; 404 without it. */
  readonly embeddings?: (request: Request) => Promise<Response>;
}

export interface ModelService extends AsyncDisposable {
  /** With the path: `http://127.0.0.1:…/v1`. */
  readonly url: string;
  readonly apiKey: string;
  /** In order of arrival, other paths and refused calls included. */
  readonly requests: readonly ServedRequest[];
  /** Those whose client went before the reply was complete. */
  readonly closedEarly: readonly ServedRequest[];
  /** Over all requests. */
  readonly billed: BilledTokens;
  /** Connections, idle ones included. */
  openSockets(): number;
  /** Replies that are not at their end. */
  openReplies(): number;
  /** Waits until no reply is under way. */
  idle(): Promise<void>;
  /** Answers from now on by another script. */
  answerWith(answer: ModelScript): void;
  /** Ends every connection and timer. */
  close(): Promise<void>;
}

const MAX_BODY = 32 * 1024 * 1024;
const GOOD_TEXT =
  'Topics are named buses over which nodes exchange messages. [p1] A service answers a request once. [p1] An action reports progress until it is done. [p2]';

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };
type Exchange = Omit<Writable<ServedRequest>, 'billed'> & { readonly billed: Writable<BilledTokens> };

export async function openModelService(options: ModelServiceOptions): Promise<ModelService> {
  const apiKey = options.apiKey ?? 'test-key';
  const models = options.models ?? ['test-model'];
  const countTokens = options.countTokens ?? serviceTokens;
  const requests: Exchange[] = [];
  const sockets = new Set<Socket>();
  /** How to end each reply that is under way. */
  const open = new Set<() => void>();
  const waiting: (() => void)[] = [];
  let { answer } = options;
  let calls = 0;
  let origin = '';

  const server = createServer((request, response) => {
    void exchange(request, response);
  });
  server.on('connection', (socket) => {
    socket.unref();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  });

  async function exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const served = arrival(request, apiKey, origin);
    requests.push(served);
    const gone = new AbortController();
    const leave = (who: 'client' | 'service'): void => {
      // A reply at its end closes too, some of them on purpose.
      if (served.endedAt !== undefined || served.isComplete || response.writableFinished) return;
      served.closedBy ??= who;
      served.closedAt ??= performance.now();
      gone.abort();
      if (who === 'service') request.socket.destroy();
    };
    const end = (): void => leave('service');
    open.add(end);
    const timer = setTimeout(end, options.maxOpenMs ?? 60_000).unref();
    response.on('close', () => leave('client'));
    response.on('error', () => leave('client'));
    try {
      const text = await readBody(request);
      const steps = text === undefined ? planError(tooLarge()) : await plan(request, text, served);
      served.replyStartedAt = performance.now();
      await play(steps, response, served, gone.signal);
    } catch {
      // The connection went while the request was read.
      leave('client');
    } finally {
      clearTimeout(timer);
      served.endedAt = performance.now();
      open.delete(end);
      if (open.size === 0) for (const resolve of waiting.splice(0)) resolve();
    }
  }

  async function play(
    steps: readonly WireStep[],
    response: ServerResponse,
    served: Exchange,
    signal: AbortSignal,
  ): Promise<void> {
    const [first] = steps;
    if (served.call !== undefined) {
      const isTakenUp = first?.do === 'hang' || (first?.do === 'head' && first.status === 200);
      served.billed.inputTokens = isTakenUp ? served.call.inputTokens : 0;
    }
    await playSteps(steps, response, standardHeaders(), served, signal);
  }

  async function plan(request: IncomingMessage, text: string, served: Exchange): Promise<readonly WireStep[]> {
    const json = parseJson(text);
    served.body = json ?? text;
    if (!served.isKeyAccepted && !served.isElsewhere) return planError(keyRefusal(request.headers.authorization));
    const route = `${request.method ?? ''} ${served.path}`;
    if (route === 'GET /v1/models') {
      return wholeBody(JSON.stringify({ object: 'list', data: models.map(modelObject) }));
    }
    const model = /^GET \/v1\/models\/(.+)$/u.exec(route)?.[1];
    if (model !== undefined) {
      return models.includes(model) ? wholeBody(JSON.stringify(modelObject(model))) : planError(noModel(model));
    }
    if (route === 'POST /v1/embeddings' && options.embeddings !== undefined) {
      return planResponse(await options.embeddings(asRequest(request, origin, text)));
    }
    const api =
      route === 'POST /v1/chat/completions' ? 'chat' : route === 'POST /v1/responses' ? 'responses' : undefined;
    if (api === undefined) return planError(noRoute(request.method ?? '', served.path));
    const rules = { models, unsupported: options.unsupported ?? [], countTokens };
    const parsed = parseCall(api, json, calls, rules);
    if (parsed.kind === 'refused') return planError(parsed.error);
    calls += 1;
    served.call = parsed.call;
    try {
      served.reply = served.isElsewhere
        ? { kind: 'text', text: 'This was answered by a host that nobody configured. [p1]' }
        : await answer(parsed.call);
      return planScripted(served.reply, parsed.call);
    } catch (error) {
      return planError(scriptError(error));
    }
  }

  function planScripted(reply: ScriptedReply, call: ParsedCall): readonly WireStep[] {
    const context = { call, countTokens };
    if (reply.kind === 'wire') return reply.steps;
    if (reply.kind === 'fault') return planFault(reply, call);
    return planReply(compose(reply, { maxTokens: call.maxTokens, countTokens }), context);
  }

  function planFault(reply: FaultReply, call: ParsedCall): readonly WireStep[] {
    const mode = MODEL_FAULT_MODES[reply.fault];
    if (mode.needsStream === true && !call.stream) {
      throw new Error(`The fault ${reply.fault} needs a call for a stream.`);
    }
    const good = reply.of ?? { kind: 'text', text: GOOD_TEXT };
    return mode.steps({
      call,
      countTokens,
      made: compose(good, { maxTokens: call.maxTokens, countTokens }),
      elsewhere: origin.replace('127.0.0.1', 'localhost'),
      afterBytes: reply.afterBytes,
      everyMs: reply.everyMs,
    });
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  server.unref();
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const billable = (): readonly ServedRequest[] => requests.filter(({ isElsewhere }) => !isElsewhere);
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    for (const leave of open) leave();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    url: `${origin}/v1`,
    apiKey,
    requests,
    get closedEarly() {
      return requests.filter(({ closedBy }) => closedBy === 'client');
    },
    get billed() {
      return {
        inputTokens: billable().reduce((sum, { billed }) => sum + billed.inputTokens, 0),
        outputTokens: billable().reduce((sum, { billed }) => sum + billed.outputTokens, 0),
      };
    },
    openSockets: () => sockets.size,
    openReplies: () => open.size,
    idle: () =>
      open.size === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiting.push(resolve);
          }),
    answerWith(next) {
      answer = next;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function arrival(request: IncomingMessage, apiKey: string, origin: string): Exchange {
  const { authorization } = request.headers;
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
    name,
    name === 'authorization' ? String(value).replace(/ .*/su, ' …') : [value ?? ''].flat().join(', '),
  ]);
  return {
    method: request.method ?? '',
    path: request.url ?? '/',
    headers: Object.fromEntries(headers),
    isKeyAccepted: authorization === `Bearer ${apiKey}`,
    isElsewhere: `http://${request.headers.host ?? ''}` !== origin,
    body: undefined,
    call: undefined,
    reply: undefined,
    arrivedAt: performance.now(),
    replyStartedAt: undefined,
    endedAt: undefined,
    isComplete: false,
    closedBy: undefined,
    closedAt: undefined,
    bytesWritten: 0,
    billed: { inputTokens: 0, outputTokens: 0 },
  };
}

/** `undefined` when it is too large. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_BODY) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function standardHeaders(): Readonly<Record<string, string>> {
  return {
    'x-request-id': `req_${randomBytes(16).toString('hex')}`,
    'openai-version': '2020-10-01',
    'openai-processing-ms': '1',
  };
}

function modelObject(id: string): object {
  return { id, object: 'model', created: CREATED, owned_by: 'ibid' };
}

function planError(error: ServiceError): readonly WireStep[] {
  return wholeBody(errorBody(error), { status: error.status });
}

async function planResponse(response: Response): Promise<readonly WireStep[]> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  return wholeBody(bytes, { status: response.status, headers: Object.fromEntries(response.headers) });
}

function asRequest(request: IncomingMessage, origin: string, body: string): Request {
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
    name,
    [value ?? ''].flat().join(', '),
  ]);
  return new Request(`${origin}${request.url ?? '/'}`, { method: 'POST', headers, body });
}

function keyRefusal(authorization: string | undefined): ServiceError {
  const key = /^Bearer (.+)$/u.exec(authorization ?? '')?.[1];
  return key === undefined
    ? refusal(401, "You didn't provide an API key. Provide it in an Authorization header using Bearer auth.")
    : refusal(401, `Incorrect API key provided: ${key.slice(0, 4)}****${key.slice(-4)}.`, 'invalid_api_key');
}

function noModel(model: string): ServiceError {
  return refusal(404, `The model '${model}' does not exist`, 'model_not_found', 'model');
}

function noRoute(method: string, path: string): ServiceError {
  return ['/v1/chat/completions', '/v1/responses', '/v1/models'].includes(path)
    ? refusal(405, `Not allowed to ${method} on ${path}.`, 'method_not_supported')
    : refusal(404, `Invalid URL (${method} ${path})`);
}

function tooLarge(): ServiceError {
  return refusal(413, 'The request is too large.');
}

function scriptError(error: unknown): ServiceError {
  const message = `The script failed: ${error instanceof Error ? error.message : String(error)}`;
  return { status: 501, message, type: 'server_error', param: null, code: 'script_failed' };
}
