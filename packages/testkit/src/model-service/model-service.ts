/**
 * A model service on a loopback port that speaks Chat Completions over real sockets: `POST /v1/chat/completions` as streams and
 * `GET /v1/models`. A script decides what the model answers and what goes wrong. The service refuses the same calls as the real
 * one, with the same messages: a wrong key, an unknown model, a broken body, an unsupported parameter, tool results without a
 * call. It counts and bills tokens itself, whatever it reports.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { onLoopback } from '../loopback.ts';
import { parseCall, type ParsedCall, type Refusal } from './parse-call.ts';
import { replySteps, serviceTokens } from './reply.ts';
import { refusing, type ModelScript, type WireStep } from './script.ts';

/** Time after which the service closes the connection of a reply. */
const LONGEST_REPLY_MS = 60_000;

export interface ModelServiceOptions {
  readonly answer: ModelScript;
  /** Key that clients must send. @default 'test-key' */
  readonly apiKey?: string;
  /** Existing models; any other one is refused. @default ['test-model'] */
  readonly models?: readonly string[];
  /** Parameters refused as unsupported. @default none */
  readonly unsupported?: readonly string[];
}

/** One request as the service received it, updated while it is answered. Times are milliseconds of one clock, only for differences. */
export interface ServedRequest {
  readonly path: string;
  /** Request headers; `authorization` without the key's value. */
  readonly headers: Readonly<Record<string, string>>;
  readonly isKeyAccepted: boolean;
  /** True if the request went to the host named by a redirect instead of the service's own address. */
  readonly isElsewhere: boolean;
  /** Parsed if it is JSON, else the text. */
  readonly body: unknown;
  /** `undefined` if the service itself refused the request. */
  readonly call: ParsedCall | undefined;
  /** `undefined` before the first step of the reply. */
  readonly replyStartedAt: number | undefined;
  /** Time when the reply was finished or the connection closed. */
  readonly endedAt: number | undefined;
  /** True if all steps of the reply, including its faults, were done before the connection closed. */
  readonly isComplete: boolean;
  /** True if the client left before that. */
  readonly isClosedEarly: boolean;
  readonly billed: BilledTokens;
}

/** Tokens charged: the input of each call that the model accepted, and the output sent before the connection closed. */
export interface BilledTokens {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface ModelService extends AsyncDisposable {
  /** Base address with the path: `http://127.0.0.1:…/v1`. */
  readonly url: string;
  readonly apiKey: string;
  /** In order of arrival, including other paths and refused calls. */
  readonly requests: readonly ServedRequest[];
  /** Requests whose client left before the reply was complete. */
  readonly closedEarly: readonly ServedRequest[];
  /** Sum over all requests. */
  readonly billed: BilledTokens;
  /** Number of unfinished replies. */
  openReplies(): number;
  /** Waits until no reply is in progress. */
  idle(): Promise<void>;
  /** Uses another script for all later calls. */
  answerWith(answer: ModelScript): void;
  /** Closes all connections and stops all timers. */
  close(): Promise<void>;
}

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };
type Exchange = Omit<Writable<ServedRequest>, 'billed'> & { readonly billed: Writable<BilledTokens> };

export async function openModelService(options: ModelServiceOptions): Promise<ModelService> {
  const { apiKey = 'test-key', models = ['test-model'], unsupported = [] } = options;
  const requests: Exchange[] = [];
  const sockets = new Set<Socket>();
  /** Functions that end the replies in progress. */
  const open = new Set<() => void>();
  const waiting: (() => void)[] = [];
  let { answer } = options;
  let origin = '';
  let calls = 0;

  async function route(request: IncomingMessage, text: string, served: Exchange): Promise<readonly WireStep[]> {
    served.body = parsed(text) ?? text;
    if (served.isElsewhere) return refused({ status: 400, message: 'This host was configured by nobody.' });
    if (!served.isKeyAccepted)
      return refused({ status: 401, message: 'Incorrect API key provided.', code: 'invalid_api_key' });
    const asked = `${request.method ?? ''} ${served.path}`;
    if (asked === 'GET /v1/models') {
      return refusing(200, { object: 'list', data: models.map((id) => ({ id, object: 'model' })) }).steps;
    }
    if (asked !== 'POST /v1/chat/completions') return refused({ status: 404, message: `Invalid URL (${asked})` });
    const call = parseCall(served.body, calls, { models, unsupported });
    if ('status' in call) return refused(call);
    calls += 1;
    served.call = call;
    return replySteps(await answer(call), call, origin.replace('127.0.0.1', 'localhost'));
  }

  async function exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const served = arrival(request, apiKey, origin);
    requests.push(served);
    const gone = new AbortController();
    const leave = (): void => {
      // A finished reply also closes the connection, sometimes on purpose.
      if (served.endedAt !== undefined || served.isComplete || response.writableFinished) return;
      served.isClosedEarly = true;
      gone.abort();
    };
    const end = (): void => {
      gone.abort();
      request.socket.destroy();
    };
    open.add(end);
    const timer = setTimeout(end, LONGEST_REPLY_MS).unref();
    response.on('close', leave);
    response.on('error', leave);
    try {
      const text = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString('utf8');
      const steps = await route(request, text, served).catch((error: unknown) =>
        refused({ status: 501, message: `The script failed: ${String(error)}` }),
      );
      served.replyStartedAt = performance.now();
      const [first] = steps;
      const isTakenUp = first?.do === 'hang' || (first?.do === 'head' && first.status === 200);
      served.billed.inputTokens = isTakenUp ? (served.call?.inputTokens ?? 0) : 0;
      await play(steps, response, served, gone.signal);
    } catch {
      // The connection closed while the request was being read.
      leave();
      request.socket.destroy();
    } finally {
      clearTimeout(timer);
      served.endedAt = performance.now();
      open.delete(end);
      if (open.size === 0) for (const resolve of waiting.splice(0)) resolve();
    }
  }

  const server = createServer((request, response) => void exchange(request, response));
  // If an idle connection closed just when a test reuses it, that would look like an error of the reply.
  server.keepAliveTimeout = 60_000;
  server.on('connection', (socket) => {
    socket.unref();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  });
  const loopback = await onLoopback(server);
  server.unref();
  ({ origin } = loopback);

  const billedOf = (which: keyof BilledTokens): number => requests.reduce((sum, { billed }) => sum + billed[which], 0);
  const close = (): Promise<void> =>
    loopback.close(() => {
      for (const end of open) end();
      for (const socket of sockets) socket.destroy();
    });
  return {
    url: `${origin}/v1`,
    apiKey,
    requests,
    get closedEarly() {
      return requests.filter(({ isClosedEarly }) => isClosedEarly);
    },
    get billed() {
      return { inputTokens: billedOf('inputTokens'), outputTokens: billedOf('outputTokens') };
    },
    openReplies: () => open.size,
    async idle() {
      if (open.size > 0) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    answerWith(next) {
      answer = next;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function arrival(request: IncomingMessage, apiKey: string, origin: string): Exchange {
  const shown = Object.entries(request.headers).map(([name, value]) => [
    name,
    name === 'authorization' ? String(value).replace(/ .*/su, ' …') : String(value),
  ]);
  return {
    path: request.url ?? '/',
    headers: Object.fromEntries(shown) as Readonly<Record<string, string>>,
    isKeyAccepted: request.headers.authorization === `Bearer ${apiKey}`,
    isElsewhere: `http://${request.headers.host ?? ''}` !== origin,
    body: undefined,
    call: undefined,
    replyStartedAt: undefined,
    endedAt: undefined,
    isComplete: false,
    isClosedEarly: false,
    billed: { inputTokens: 0, outputTokens: 0 },
  };
}

function refused({ status, message, code }: Refusal): readonly WireStep[] {
  return refusing(status, { error: { message, type: 'invalid_request_error', code: code ?? null } }).steps;
}

/** Delay before a reset, which discards data that the client has not read yet. */
const BEFORE_RESET_MS = 20;

/** Performs the steps in order, no faster than the client reads. Returns early when `gone` reports that the connection is closed. */
async function play(
  steps: readonly WireStep[],
  response: ServerResponse,
  served: Exchange,
  gone: AbortSignal,
): Promise<void> {
  const call = { signal: gone };
  const unlessGone = (work: Promise<unknown>): Promise<unknown> =>
    work.catch((error: unknown) => {
      if (!gone.aborted) throw error;
    });
  let written = '';
  for (const step of steps) {
    if (gone.aborted) return;
    switch (step.do) {
      case 'head':
        response.writeHead(step.status, step.headers).flushHeaders();
        break;
      case 'write':
        written += step.billed ?? '';
        served.billed.outputTokens = serviceTokens(written);
        if (!response.write(step.bytes)) await unlessGone(once(response, 'drain', call));
        break;
      case 'wait':
        await unlessGone(wait(step.ms, undefined, call));
        break;
      case 'hang':
        await new Promise((resolve) => gone.addEventListener('abort', resolve, { once: true }));
        break;
      case 'end': {
        const finished = once(response, 'finish', call);
        response.end();
        await unlessGone(finished);
        break;
      }
      case 'reset':
        await unlessGone(wait(BEFORE_RESET_MS, undefined, call));
        response.socket?.resetAndDestroy();
        break;
    }
  }
  served.isComplete = !gone.aborted;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
