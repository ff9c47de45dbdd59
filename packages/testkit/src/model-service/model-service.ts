/**
 * A model service on a loopback port that speaks the OpenAI API over real sockets: `POST /v1/chat/completions` and `/v1/responses`
 * (JSON and streams), `GET /v1/models`. A script says what the model answers, and what goes wrong. Calls that the real service
 * refuses are refused in its words: a wrong key, an unknown model, a broken body, an unsupported parameter, tool results
 * without a call. Tokens are counted and billed by the service itself, whatever it reports.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { arrival, readBody, type Exchange } from './arrival.ts';
import { createRoutes, type RouteOptions } from './create-routes.ts';
import { playSteps } from './play-steps.ts';
import type { ModelScript } from './scripted-reply.ts';
import type { BilledTokens, ServedRequest } from './served-request.ts';
import type { WireStep } from './wire-step.ts';

export interface ModelServiceOptions extends RouteOptions {
  readonly answer: ModelScript;
  /** @default 'test-key' */
  readonly apiKey?: string;
  /** Longest time for one reply; then the service ends the connection. @default 60000 */
  readonly maxOpenMs?: number;
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

export async function openModelService(options: ModelServiceOptions): Promise<ModelService> {
  const apiKey = options.apiKey ?? 'test-key';
  const requests: Exchange[] = [];
  const sockets = new Set<Socket>();
  /** How to end each reply that is under way. */
  const open = new Set<() => void>();
  const waiting: (() => void)[] = [];
  let { answer } = options;
  let origin = '';

  const route = createRoutes(options, (call) => answer(call));
  const server = createServer((request, response) => {
    void exchange(request, response);
  });
  // An idle connection that ends just as a test uses it again would look like a fault of the reply.
  server.keepAliveTimeout = 60_000;
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
      const steps = await route(request, text, served, origin);
      served.replyStartedAt = performance.now();
      await play(steps, response, served, gone.signal);
    } catch {
      // The connection went while the request was read.
      leave('client');
      request.socket.destroy();
    } finally {
      clearTimeout(timer);
      served.endedAt = performance.now();
      open.delete(end);
      if (open.size === 0) for (const resolve of waiting.splice(0)) resolve();
    }
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

function standardHeaders(): Readonly<Record<string, string>> {
  return {
    'x-request-id': `req_${randomBytes(16).toString('hex')}`,
    'openai-version': '2020-10-01',
    'openai-processing-ms': '1',
  };
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
